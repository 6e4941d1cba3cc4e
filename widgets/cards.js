// Cards, counters, small pictures, as inline SVG without ids: many tables stand on one page.
import { h, s } from "./common.js";

// Outlines in a square of 20.
const SUITS = {
  "♠": ["s", "M10 1C8.5 5 2 8 2 12.2a3.6 3.6 0 0 0 7.2 1C9.1 15.6 8.4 17.6 6.4 19h7.2c-2-1.4-2.7-3.4-2.8-5.8a3.6 3.6 0 0 0 7.2-1C18 8 11.5 5 10 1Z"],
  "♣": ["k", "M10 1a4.2 4.2 0 0 1 3.4 6.7 4.2 4.2 0 1 1-2.5 6.6c.1 1.9.9 3.4 2.7 4.7H6.4c1.8-1.3 2.6-2.8 2.7-4.7a4.2 4.2 0 1 1-2.5-6.6A4.2 4.2 0 0 1 10 1Z"],
  "♦": ["d", "M10 1c1.6 4 4 7 7.5 9-3.5 2-5.9 5-7.5 9-1.6-4-4-7-7.5-9C6 8 8.4 5 10 1Z"],
  "♥": ["h", "M10 18.4C4 13.2 1 10.2 1 6.5a4.7 4.7 0 0 1 4.7-4.8c2 0 3.5 1.2 4.3 3.2.8-2 2.3-3.2 4.3-3.2A4.7 4.7 0 0 1 19 6.5c0 3.7-3 6.7-9 11.9Z"],
};

// Slanting lines through a rectangle, cut off at its edges: patterns without ids.
export function hatch(x, y, width, height, gap, falling = false) {
  let path = "";
  for (let at = gap / 2; at < width + height; at += gap) {
    const x1 = Math.max(0, at - height);
    const x2 = Math.min(width, at);
    const [y1, y2] = [at - x1, at - x2].map((v) => (falling ? height - v : v));
    path += `M${(x + x1).toFixed(1)} ${(y + y1).toFixed(1)}L${(x + x2).toFixed(1)} ${(y + y2).toFixed(1)}`;
  }
  return path;
}

const LATTICE = hatch(12, 12, 76, 116, 14) + hatch(12, 12, 76, 116, 14, true);
const face = () => s("rect", { class: "f", x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8 });

export function back(label) {
  return s(
    "svg",
    { class: "c", viewBox: "0 0 100 140", role: "img", "aria-label": label },
    face(),
    s("rect", { class: "b", x: 7, y: 7, width: 86, height: 126, rx: 4 }),
    s("path", { class: "l", d: LATTICE }),
  );
}

const PLAYING = /^(10|[2-9JQKA])([♠♣♦♥])$/;

const rankAndSuit = (card) => PLAYING.exec(card)?.slice(1) ?? [card, ""];

export function playingCard(card, cardWords) {
  const [rank, suit] = rankAndSuit(card);
  const [letter, outline] = SUITS[suit];
  const place = (x, y, size) => s("path", { d: outline, transform: `translate(${x} ${y}) scale(${size / 20})` });
  return s(
    "svg",
    { class: `c ${letter}`, viewBox: "0 0 100 140", role: "img", "aria-label": cardWords(rank, suit) },
    face(),
    s("text", { x: rank === "10" ? 6 : 9, y: 44, class: rank === "10" ? "ten" : null }, rank),
    place(9, 53, 26),
    place(36, 74, 56),
  );
}

// A card within a sentence.
export function cardInText(rank, suit, cardWords) {
  const [letter, outline] = SUITS[suit];
  return h(
    "span",
    { class: `sp ${letter}` },
    h("span", { "aria-hidden": "true" }, rank, s("svg", { viewBox: "0 0 20 20" }, s("path", { d: outline }))),
    h("span", { class: "hear" }, cardWords(rank, suit)),
  );
}

// Counters in piles of five. Above 30 a drawn counter stands for several.
export function pile(number) {
  const each = Math.ceil(number / 30);
  const count = each ? Math.ceil(number / each) : 0;
  const piles = Math.max(1, Math.ceil(count / 5));
  const picture = s("svg", { class: "pile", viewBox: `0 0 ${19 * piles} 36`, "aria-hidden": "true" });
  picture.style.setProperty("--w", 19 * piles);
  for (let i = 0; i < count; i++) {
    const [column, row] = [Math.floor(i / 5), i % 5];
    picture.append(s("rect", { x: 19 * column + 1, y: 29 - 6 * row, width: 16, height: 5, rx: 1.5 }));
  }
  return picture;
}

export function sign(mark, kind) {
  return h("span", { class: `sw ${kind}`, "aria-hidden": "true" }, mark);
}

// -- the ten kinds of Black Cat: a bowl is the pool, a box the reserve

const BOWL = "M8 25c1 9 7 12 16 12s15-3 16-12";
const PICTURES = {
  In: [BOWL, "M24 5v19m-6-6 6 6 6-6"],
  Out: [BOWL, "M24 29V8m-6 6 6-6 6 6"],
  Reserve: ["M9 20h30v17H9z", "M24 4v20m-5-5 5 5 5-5", "M15 31h18"],
  Contribution: [BOWL, "M9 6l8 11M24 4v16M39 6l-8 11", "M12 17l5 0 0-5M36 17l-5 0 0-5M20.500 16.500l3.500 3.500 3.500-3.500"],
  Distribution: [BOWL, "M19 24 10 12M24 24V6M29 24l9-12", "M10 18v-6h6M20.500 9.500 24 6l3.500 3.500M32 12h6v6"],
  Stake: ["M12 12a12 4.500 0 0 1 24 0 12 4.500 0 0 1-24 0", "M12 12v20c0 2.500 5.400 4.500 12 4.500s12-2 12-4.500V12", "M12 22c0 2.500 5.400 4.500 12 4.500s12-2 12-4.500"],
  Scoop: ["M6 22h28c0 9-5 15-14 15S6 31 6 22z", "M33 25 43 8", "M14 16v.1M21 13v.1M27 16v.1M20 8v.1"],
  "Transfer Bank": ["M7 15h32m-7-7 7 7-7 7", "M41 31H9m7-7-7 7 7 7"],
  "Official Receiver": ["M24 6v31M14 37h20M10 12h28", "M10 12 5 25h10zM38 12l-5 13h10z"],
  "Bank Holiday": ["M24 15a7.500 7.500 0 0 1 0 15 7.500 7.500 0 0 1 0-15", "M24 4v4M24 37v4M5.500 22.500h4M38.500 22.500h4M11 9.500l3 3M34 32.500l3 3M37 9.500l-3 3M14 32.500l-3 3"],
};

export function kindPicture(kind) {
  const lines = (PICTURES[kind] ?? []).map((d) => s("path", { d }));
  return s("svg", { class: "pic", viewBox: "0 0 48 44", "aria-hidden": "true" }, ...lines);
}

// "In 3" is a kind and a number; "Scoop" a kind alone.
export function kindOf(card) {
  const found = /^(In|Out) (\d+)$/.exec(card);
  return found ? [found[1], found[2]] : [card, ""];
}
