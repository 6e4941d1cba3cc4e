// The table from above: seats, hands, coups, the bank as a ruler. Drawn anew from each view.
import { h, s, percent, seatMark, sentence } from "./common.js";
import { back, cardInText, hatch, pile, playingCard, sign } from "./cards.js";

// How the others sit: left side upwards, top from left to right, right side downwards.
const SIDES = { 1: [0, 1, 0], 2: [1, 0, 1], 3: [1, 1, 1], 4: [2, 0, 2], 5: [2, 1, 2], 6: [2, 2, 2], 7: [2, 3, 2], 8: [3, 2, 3], 9: [3, 3, 3] };

const KINDS = { won: "win", tie: "tie", lost: "lose" };

export const say = (env, text) => sentence(text, env.names, (rank, suit) => cardInText(rank, suit, env.cardWords));

export function ring(env, seat) {
  return h("span", { class: seat === env.view.me ? "tok on" : "tok" }, String(seat));
}

// Who sits here: ring, name, and what he has.
export function who(env, seat, counters) {
  const { t, view, fixed } = env;
  const mine = seat === view.me && view.people.length === 1;
  return h(
    "p",
    { class: "who" },
    ring(env, seat),
    h("bdi", { class: "nm", title: env.names[seat] }, env.names[seat]),
    mine && h("span", { class: "you" }, `(${t("you")})`),
    h("span", { class: "net" }, t(fixed.credit ? "net" : "holds", { n: counters })),
  );
}

export function drawFelt(env) {
  const { view } = env;
  const players = env.names.length;
  const list = h("ol", { class: `tbl${players > 10 ? " rows" : players > 8 ? " many" : ""}${players > 7 ? " three" : ""}${env.fixed.hand > 1 ? " hands" : ""}` });
  const middle = h("li", { class: "mid" });
  env.redrawBank = (stake) => middle.replaceChildren(...bank(env, stake));
  env.redrawBank(env.stakeNow());
  const clockwise = [...Array(players).keys()].map((i) => (view.me + i) % players);
  const [left, top, right] = SIDES[players - 1] ?? [0, 0, 0];
  const across = Math.max(1, top);
  const [middleWide, sideWide] = players > 7 ? [500, 168] : [400, 220];
  if (players <= 10)
    list.style.gridTemplateColumns = `minmax(0,${sideWide}fr) repeat(${across},minmax(0,${middleWide / across}fr)) minmax(0,${sideWide}fr)`;
  const placed = clockwise.slice(1).map((seat, i) => {
    const element = seatOf(env, seat);
    if (players > 10) return element;
    if (i < left) side(element, 1, left, left - 1 - i);
    else if (i < left + top) element.style.gridArea = `1/${2 + i - left}/span 2/span 1`;
    else side(element, across + 2, right, i - left - top);
    if (i >= left && i < left + top) element.classList.add("top");
    return element;
  });
  middle.style.gridArea = players > 10 ? "" : `${top ? 3 : 1}/2/5/span ${across}`;
  const own = seatOf(env, view.me);
  own.style.gridArea = players > 10 ? "" : `5/2/span 2/span ${across}`;
  list.append(...placed, middle, own);
  return list;
}

// The place-th of so many seats at a side, counted from above; six rows are shared among them.
function side(element, column, many, place) {
  const rows = 6 / many;
  element.style.gridArea = `${1 + place * rows}/${column}/span ${rows}/span 1`;
  element.classList.add(many === 1 ? "centre" : place === 0 ? "upper" : place === many - 1 ? "lower" : "centre");
}

function seatOf(env, seat) {
  const { view, t } = env;
  const told = view.seats[seat];
  const mine = seat === view.me;
  const settled = Boolean(told.t);
  const banks = view.banker === seat;
  const state = banks ? "banks" : settled ? "set" : "wait";
  const element = h("li", { class: `seat ${state}${mine ? " me" : ""}${told.q ? " turn-here" : ""}` }, who(env, seat, told.n));
  if (told.q) element.setAttribute("aria-current", "true");
  if (banks) element.append(h("p", { class: "bank-mark" }, h("i", { class: "dm" }), t("banker")));
  else if (told.c) element.append(h("div", { class: "row" }, ...(settled ? coup(env, told) : hand(env, told, mine))));
  const words = stateWords(env, seat, told);
  const brief = env.names.length > 8 && t(`brief.${told.a}`, { n: told.s });
  if (settled) element.append(h("p", { class: "res" }, sign(env.fixed.signs[told.a], KINDS[told.a]), h("span", {}, ...(brief ? [brief] : say(env, told.w)))));
  else if (words && !told.c) element.append(h("p", { class: "sm st" }, words));
  return element;
}

function stateWords(env, seat, told) {
  const { t, view } = env;
  if (told.left) return t("left");
  if (told.win) return t("winner");
  if (told.a === "passed") return t("passed");
  if (view.banker === seat) return "";
  if (told.q) return seat === view.me ? "" : t("to_choose");
  return told.c && view.ask.kind !== "over" ? t("waiting") : "";
}

const drawn = (env, card) => (card === null ? back(env.t("down")) : playingCard(card, env.cardWords));

function hand(env, told, mine) {
  const { t, view } = env;
  const cards = told.c.map((card) => drawn(env, card));
  const words = [];
  const known = told.c.every((card) => card !== null);
  if (mine && known && told.c.length === 1) words.push(env.cardWords(...splitCard(told.c[0])), h("br"));
  if (told.x && view.viewer !== "all") words.push(h("span", { class: "sm" }, t(told.c.length > 1 ? "only_you.many" : "only_you")));
  const state = stateWords(env, view.seats.indexOf(told), told);
  if (state) words.push(h("span", { class: "sm" }, state));
  const odds = mine && view.odds ? oddsOf(env) : [];
  return [h("span", { class: "hand" }, ...cards), h("p", { class: "st" }, ...words, ...odds)];
}

const splitCard = (card) => [card.slice(0, -1), card.slice(-1)];

function oddsOf(env) {
  const [wins, ties, unseen] = env.view.odds;
  const { t } = env;
  const fraction = h("span", { class: "frac", "aria-hidden": "true" }, h("b", {}, String(wins)), h("b", {}, String(unseen)));
  return [
    h("span", { class: "odds" }, fraction, h("span", {}, t("odds", { wins, unseen, percent: percent(wins, unseen) }))),
    ties ? h("span", { class: "sm" }, t("odds.tie", { ties })) : null,
    env.view.one_deal ? h("span", { class: "sm" }, t("odds.deal_only")) : null,
  ];
}

// A coup as an inequality: own, sign, turned; with a hand: turned, sign, the hand, the deciding card ringed.
function coup(env, told) {
  const { t } = env;
  const stake = h("span", { class: "stake" }, pile(told.s), h("span", { "aria-label": t("stake_of", { n: told.s }), role: "img" }, told.s.toLocaleString("en-GB")));
  const relation = told.r && h("span", { class: "rel", "aria-hidden": "true" }, told.r);
  const turned = playingCard(told.t, env.cardWords);
  if (env.last && env.last.seats[env.view.seats.indexOf(told)]?.t !== told.t) turned.classList.add("new");
  if (told.h.length === 1) return [playingCard(told.h[0], env.cardWords), relation, turned, stake];
  const cards = told.h.map((card, i) => {
    const picture = playingCard(card, env.cardWords);
    if (i === told.d) picture.classList.add("dec");
    return picture;
  });
  return [turned, relation ?? "", h("span", { class: "hand" }, ...cards), stake];
}

// -- the bank

function bank(env, stake) {
  const { view, t } = env;
  const parts = [
    h("p", { class: "sum" }, h("span", {}, t("bank")), h("b", {}, view.bank.toLocaleString("en-GB")),
      h("span", { class: "sm" }, ...(view.goal ? say(env, t("opened_by", { seat: seatMark(view.banker) })) : [t("no_bank")])),
      pile(view.bank)),
  ];
  if (view.goal) parts.push(ruler(env, stake));
  if (view.exposed) parts.push(h("p", { class: "row exposed" }, playingCard(view.exposed, env.cardWords), h("span", {}, ...say(env, t("exposed", { card: view.exposed })))));
  return parts;
}

const WIDE = 340;
const LEFT = 10;
const LONG = 320;
const LETTER = 7.8; // about as wide as a letter is, in the larger writing of the narrow table

// Labels side by side: each as near as may be to its place, none over another.
export function spread(labels, gap = 2) {
  const wide = labels.map((label) => `${label.number ?? ""} ${label.text}`.length * LETTER);
  const at = labels.map((label, i) => Math.min(Math.max(label.x, wide[i] / 2), WIDE - wide[i] / 2));
  for (let i = 1; i < at.length; i++) at[i] = Math.max(at[i], at[i - 1] + (wide[i - 1] + wide[i]) / 2 + gap);
  for (let i = at.length - 1; i >= 0; i--) {
    const most = i === at.length - 1 ? WIDE - wide[i] / 2 : at[i + 1] - (wide[i] + wide[i + 1]) / 2 - gap;
    at[i] = Math.min(at[i], most);
  }
  return at;
}

function ruler(env, stake) {
  const { view, t } = env;
  const { bank: now, goal, opening } = view;
  const x = (n) => LEFT + (LONG * Math.min(n, goal)) / goal;
  const n = (value) => value.toLocaleString("en-GB");
  const less = now - (stake || 0);
  const more = now + (stake || 0);
  const label = t("ruler", { opening, bank: now, goal }) + (stake ? " " + t("ruler.stake", { stake, less, more }) : "");
  const picture = s("svg", { class: "ruler", viewBox: `0 0 ${WIDE} 80`, role: "img", "aria-label": label });
  const cells = goal <= 60;
  const box = (from, to, kind) => {
    if (to <= from) return;
    if (!cells) {
      picture.append(s("rect", { class: kind, x: x(from), y: 27, width: x(to) - x(from), height: 18 }));
      if (kind === "go") picture.append(s("path", { class: "ht", d: hatch(x(from), 27, x(to) - x(from), 18, 8) }));
      return;
    }
    const step = LONG / goal;
    for (let i = from; i < Math.min(to, goal); i++) {
      const left = LEFT + i * step + step * 0.09;
      picture.append(s("rect", { class: kind, x: left, y: 27, width: step * 0.82, height: 18 }));
      if (kind === "go") picture.append(s("path", { class: "ht", d: hatch(left, 27, step * 0.82, 18, 6) }));
    }
  };
  box(0, less, "in-bank");
  box(less, now, "go");
  box(now, Math.min(more, goal), "come");
  box(Math.min(more, goal), goal, "free");
  const line = (at, y1, y2, kind) => picture.append(s("path", { class: kind, d: `M${x(at)} ${y1}V${y2}` }));
  line(0, 22, 52, "mk");
  line(goal, 22, 52, "mk");
  line(opening, 21, 48, "gap");
  line(opening, 20, 58, "thick");
  const write = (labels, y) => {
    const at = spread(labels);
    labels.forEach(({ text, number, bold, anchor = "middle" }, i) => {
      const place = { start: 6, end: WIDE - 6, middle: at[i] }[anchor];
      picture.append(s("text", { x: place, y, "text-anchor": anchor, class: bold ? "bold" : null }, number && s("tspan", { class: "bold" }, number), number ? ` ${text}` : text));
    });
  };
  const below = [
    { x: LEFT, number: "0", text: t("broken"), anchor: "start" },
    { x: x(opening), number: n(opening), text: t("opening") },
    { x: LEFT + LONG, number: n(goal), text: goal === 3 * opening ? t("tripled") : t("goal"), anchor: "end" },
  ];
  write(below, 71);
  const above = [{ x: x(now), text: n(now), bold: true }];
  line(now, 18, 26, "tick");
  if (stake) {
    above.unshift({ x: x(less), text: t("if_win", { n: less }) });
    above.push({ x: x(more), text: t("if_lose", { n: more }) });
    line(less, 18, 26, "tick");
    line(more, 18, 26, "tick");
  }
  write(above, 13);
  return picture;
}

// The last coup with a hand of several cards, large: turned card, sign, the hand.
export function drawDuel(env) {
  const { view, t } = env;
  const told = view.coup;
  const suit = told.t.slice(-1);
  const act = told.a;
  const captions = told.h.map((card, i) =>
    i === told.d ? t("duel.decides") : told.d === undefined || card.slice(-1) !== suit ? t("duel.other") : t("duel.suit"));
  return h(
    "section",
    { class: "duel", "aria-label": t("duel", { seat: env.names[told.seat] }) },
    h("h3", {}, ...say(env, t("duel", { seat: seatMark(told.seat) }))),
    h("div", { class: "row" },
      h("figure", {}, playingCard(told.t, env.cardWords), h("figcaption", {}, t("duel.turned"))),
      told.r && h("span", { class: "rel", "aria-hidden": "true" }, told.r),
      ...told.h.map((card, i) => h("figure", { class: i === told.d ? "dec" : null }, playingCard(card, env.cardWords), h("figcaption", {}, captions[i])))),
    h("p", { class: "why" }, sign(env.fixed.signs[act], KINDS[act]), h("span", {}, ...say(env, told.w))),
  );
}
