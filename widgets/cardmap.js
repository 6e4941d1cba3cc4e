// Every card of the deck as a grid: own, seen, and what each card that is left would do. Python counts and finds words.
import { button, h, sentence, voice, wire, words } from "./common.js";
import { cardInText, kindOf, kindPicture } from "./cards.js";

function render({ model, el }) {
  const { big, cards, hand, modes, ranks, readings, rows, suits, topic, words: templates } = model.get("fixed");
  const t = words(templates);
  const spoken = (rank, suit) => (rank ? `${ranks[rank]} of ${suits[suit]}` : suits[suit]);
  const drawn = (rank, suit) => cardInText(rank, suit, spoken);
  const part = ([kind, text]) => h("i", { class: kind }, h("span", {}, text));
  const root = h("section", { class: big ? "bk cm big" : "bk cm", lang: "en", dir: "ltr" });
  const note = h("p", { class: "note", role: "alert" });
  const heard = voice();
  const python = wire(model, { t, note: (text) => (note.textContent = text), busy: (yes) => root.setAttribute("aria-busy", yes) });
  const choice = (label, items, pick) => {
    const name = `bk${Math.random()}`;
    const inputs = items.map((_, i) => h("input", { type: "radio", name, onchange: () => pick?.(i) }));
    const group = h("div", { class: "rd", role: "radiogroup", "aria-label": label }, items.map((item, i) => h("label", {}, inputs[i], h("span", {}, item))));
    return [inputs, group];
  };

  const cells = cards.map((card, i) =>
    button(
      suits ? drawn(...card) : [kindPicture(kindOf(card)[0]), h("b", {}, card), h("small")],
      () => python.send("press", { card: i, own: hand > 0 && mode[0].checked }),
      { class: "x", role: "gridcell", tabindex: i ? -1 : 0 },
    ));
  const strips = cells.map((cell) => cell.appendChild(h("span", { class: "strip" })));
  let end = 0;
  const grid = h("div", { class: suits ? "map" : "map cat", role: "grid", "aria-label": t("map.grid"), style: `--n:${rows[0][1]}` },
    rows.map(([row, count]) =>
      h("div", { role: "row" }, suits && h("span", { role: "rowheader" }, drawn("", row)), cells.slice(end, (end += count)))));
  grid.addEventListener("focusin", (event) => cells.forEach((cell) => (cell.tabIndex = cell === event.target ? 0 : -1)));
  grid.addEventListener("keydown", (event) => {
    const at = cells.indexOf(event.target);
    const below = cells.findIndex((cell) => cell.offsetTop > cells[0].offsetTop); // on a narrow page a suit goes down
    const [across, down] = below === 1 ? [rows[0][1], 1] : [1, below];
    const to = { ArrowLeft: at - across, ArrowRight: at + across, ArrowUp: at - down, ArrowDown: at + down, Home: 0, End: end - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    cells[to]?.focus();
  });

  const [mode, modePart] = choice(t("map.click"), modes);
  const results = readings.map(() => h("span", { class: "sm" }));
  const [reading, readingPart] = choice(topic, readings.map(([name, text], i) => [name && h("code", {}, name), text, results[i]]), (i) => python.send("reading", { reading: i }));
  const [title, sub, count, key] = ["h2", "p", "div", "ul"].map((tag) => h(tag));
  const code = h("pre", { class: "out", role: "group", tabindex: "0", "aria-label": t("map.keep") });
  const copy = () => {
    getSelection().selectAllChildren(code);
    navigator.clipboard?.writeText(code.textContent).catch(() => {});
  };
  root.append(
    h("header", { class: "head" }, title, sub), modePart, note, grid, key, count, h("h3", {}, topic), readingPart,
    h("p", { class: "sm" }, t(hand ? "map.fair" : "map.fair.cat")),
    h("div", { class: "line" }, code, button(t("copy"), copy), button(t("map.clear"), () => python.send("clear"))),
    heard.element,
  );
  el.append(root);

  const draw = () => {
    const view = model.get("view");
    python.settle();
    note.textContent = view.note;
    title.replaceChildren(...sentence(view.title, [], drawn));
    sub.textContent = view.sub;
    view.cells.forEach((state, i) => {
      const [kind, parts, said, does] = view.states[state];
      cells[i].className = `x ${kind}`;
      cells[i].setAttribute("aria-label", `${suits ? spoken(...cards[i]) : cards[i]}: ${said}`);
      strips[i].replaceChildren(...parts.map(part));
      if (does) strips[i].previousSibling.textContent = does;
    });
    key.replaceChildren(...view.key.map((one) => h("li", {}, part(one), one[2])));
    count.replaceChildren(...answer(view));
    reading[view.reading].checked = true;
    view.results.forEach(([text, marks], i) => results[i].replaceChildren(text, h("span", { class: "mini" }, [...marks].map((mark) => h("i", { class: mark })))));
    code.textContent = view.code;
    heard.say(view.say);
    root.dataset.seq = view.seq;
  };
  const answer = ({ count: found, work, bar }) => {
    if (!found) return [];
    const [n, of, value] = found.map(String);
    return [
      h("p", { class: "ans" }, h("span", { class: "frac", role: "img", "aria-label": t("map.over", { n, of }) }, h("b", {}, n), h("b", {}, of)), value),
      h("div", {}, work.map((text) => h("p", {}, text)),
        h("p", { class: "bar", "aria-hidden": "true" }, bar.map(([kind, share]) => h("i", { class: kind, style: `flex-grow:${share}` }))),
        h("p", { class: "lim" }, bar.map((share) => h("span", {}, share[2])))),
    ];
  };
  mode[model.get("view").count ? 1 : 0].checked = true;
  draw();
  model.on("change:view", draw);
  return () => {
    model.off("change:view", draw);
    python.close();
  };
}

export default { render };
