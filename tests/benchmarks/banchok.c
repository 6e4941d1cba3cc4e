/* Banchok in C, for comparison: the same games as the kernel's, by the same words of luck, with the same columns.
   It knows only the setting of the benchmark: unlimited purses, recycled cards, tripled at once, one card each. */
#include <stdint.h>

enum { SIZE = 52, MOST = 10 };

typedef struct {
    int64_t players, opening, triple, pass_limit, turn_limit, good, otherwise;
} setting;

typedef struct {
    int64_t *gain, *banker, *ended, *bank, *coups, *deals, *cards;
} columns;

typedef struct {
    int64_t cells[SIZE], batches[SIZE];
    uint64_t key;
    int64_t i, k, left, first, last;
} deck;

static inline uint64_t nth(uint64_t key, uint64_t i) {
    uint64_t z = key + 0x9E3779B97F4A7C15u * (i + 1);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline int64_t below(uint64_t word, uint64_t m) { return (int64_t)(((word >> 11) * m) >> 53); }

static void open_deck(deck *d, uint64_t key) {
    for (int64_t j = 0; j < SIZE; j++) d->cells[j] = 4 + j;
    d->key = key, d->i = d->k = d->first = d->last = 0, d->left = SIZE;
}

static int64_t take(deck *d) {
    if (d->left == 0) {
        d->left = d->batches[d->first];
        d->first = d->first + 1 < SIZE ? d->first + 1 : 0;
    }
    int64_t j = d->k + below(nth(d->key, d->i), d->left);
    if (j >= SIZE) j -= SIZE;
    int64_t card = d->cells[j];
    d->cells[j] = d->cells[d->k];
    d->cells[d->k] = card;
    d->i++, d->left--;
    d->k = d->k + 1 < SIZE ? d->k + 1 : 0;
    return card >> 2;
}

static int64_t first_banker(const setting *s, deck *d, uint64_t game) {
    int64_t seats[MOST], n = s->players;
    open_deck(d, nth(game, 2));
    for (int64_t a = 0; a < n; a++) seats[a] = a;
    while (n > 1) {
        int64_t low = SIZE, q = 0;
        for (int64_t a = 0; a < n; a++) {
            if (d->left == 0) d->k = 0, d->left = SIZE;
            int64_t rank = take(d);
            if (rank < low) low = rank, q = 0;
            if (rank == low) seats[q++] = seats[a];
        }
        n = q;
    }
    return seats[0];
}

static void play_bank(const setting *s, const columns *c, deck *d, int64_t *net, int64_t banker, int64_t line) {
    int64_t hand[MOST], n = s->players, bank = s->opening, goal = s->triple * s->opening;
    int64_t turns = 0, coups = 0, deals = 0, quiet = 0, how = -1;
    net[banker] -= bank;
    while (how < 0) {
        int64_t drawn = d->i, bets = 0, seat = banker;
        deals++;
        for (int64_t a = 1; a < n; a++) {
            seat = seat + 1 < n ? seat + 1 : 0;
            hand[seat] = take(d);
        }
        for (int64_t a = 1; a < n && how < 0; a++) {
            seat = seat + 1 < n ? seat + 1 : 0;
            if (a == 1) seat = banker + 1 < n ? banker + 1 : 0;
            int64_t stake = hand[seat] >= s->good ? bank : s->otherwise;
            turns++;
            if (stake > 0) {
                stake = stake < bank ? stake : bank;
                int64_t won = take(d) > hand[seat] ? stake : -stake;
                bank += won, net[seat] -= won, bets++;
            }
            how = bank == 0 ? 0 : bank >= goal ? 1 : turns >= s->turn_limit ? 2 : -1;
        }
        coups += bets;
        if (how < 0) {
            quiet = bets ? 0 : quiet + 1;
            if (quiet == s->pass_limit) how = 2;
            d->batches[d->last] = d->i - drawn;
            d->last = d->last + 1 < SIZE ? d->last + 1 : 0;
        }
    }
    net[banker] += bank;
    c->banker[line] = banker, c->ended[line] = how, c->bank[line] = bank;
    c->coups[line] = coups, c->deals[line] = deals, c->cards[line] = d->i;
}

void play(const setting *s, const columns *c, uint64_t seed, int64_t start, int64_t games) {
    deck d;
    for (int64_t g = 0; g < games; g++) {
        uint64_t game = nth(seed, (uint64_t)(start + g));
        int64_t net[MOST] = {0}, banker = first_banker(s, &d, game);
        for (int64_t k = 0; k < s->players; k++) {
            open_deck(&d, nth(game, (uint64_t)(4 * k)));
            play_bank(s, c, &d, net, banker, g * s->players + k);
            banker = banker + 1 < s->players ? banker + 1 : 0;
        }
        for (int64_t a = 0; a < s->players; a++) c->gain[g * s->players + a] = net[a];
    }
}
