// Every card of the deck as a grid. Python counts, and gives what changes as [tag, attributes, ...children].
import { button, h, sentence, voice, watchWidth, wire, words } from "./common.js";
import { cardInText, kindOf, kindPicture } from "./cards.js";

const tree = (node) => (Array.isArray(node) ? h(node[0], node[1], node.slice(2).map(tree)) : node);
const show = (element, nodes) => element.replaceChildren(...nodes.map(tree));

function render({ model, el }) {
  const { cards, fair, hand, look, map, modes, names, ranks, readings, row, start, suits, topic, words: texts } = model.get("fixed");
  const t = words(texts);
  const drawn = (rank, suit) => cardInText(rank, suit, () => `${ranks[rank]} of ${suits[suit]}`);
  const [title, sub, count] = ["h2", "p", "div"].map((tag) => h(tag));
  const key = h("ul", { class: "line" });
  const note = h("p", { class: "note", role: "alert" });
  const heard = voice();
  const python = wire(model, { t, note: (text) => (note.textContent = text), busy() {} });
  const choice = (label, items, onchange) => {
    const name = label + Math.random();
    return h("div", { class: "rd", role: "radiogroup", "aria-label": label }, items.map((item, value) =>
      h("label", { class: "line" }, h("input", { type: "radio", name, value, onchange }), h("span", {}, item))));
  };
  const radios = (group) => group.querySelectorAll("input");
  const mode = choice(t("map.click"), modes);
  const reading = choice(topic, readings, ({ target }) => python.send("reading", { reading: +target.value }));

  const cells = cards.map((card, i) =>
    button([suits ? drawn(...card) : h("span", {}, kindPicture(kindOf(card)[0]), card), h("span")],
      () => python.send("press", { card: i, own: radios(mode)[0].checked }),
      { class: "x", role: "gridcell", tabindex: i ? -1 : 0 }));
  const move = (event) => {
    const below = cells.findIndex((cell) => cell.offsetTop > cells[0].offsetTop);
    const [x, y] = below === 1 ? [row, 1] : [1, below]; // narrow: suits are columns
    const step = { ArrowLeft: -x, ArrowRight: x, ArrowUp: -y, ArrowDown: y }[event.key];
    if (!step) return;
    event.preventDefault();
    cells[cells.indexOf(event.target) + step]?.focus();
  };
  const rove = ({ target }) => cells.forEach((cell) => (cell.tabIndex = cell === target ? 0 : -1));
  const grid = h("div", { class: map, role: "grid", "aria-label": t("map.grid"), style: `--n:${row}`, onkeydown: move, onfocusin: rove },
    cells.map((_, i) => i % row === 0 && h("div", { role: "row" }, cells.slice(i, i + row))));
  const code = h("input", { class: "in wide", readonly: true, "aria-label": t("map.keep") });
  const root = h("section", { class: look, lang: "en", dir: "ltr" },
    h("header", { class: "head" }, title, sub), hand > 0 && mode, note, grid, key, count, h("h3", {}, topic), reading, h("p", { class: "sm" }, fair),
    h("div", { class: "line" }, code, button(t("copy"), () => code.select() || document.execCommand("copy")), button(t("map.clear"), () => python.send("clear"))), heard.element);
  el.append(root);
  const unwatch = watchWidth(root);

  const draw = () => {
    const view = model.get("view");
    python.settle();
    note.textContent = view.note;
    title.replaceChildren(...sentence(view.title, [], drawn));
    sub.textContent = view.sub;
    cells.forEach((cell, i) => {
      const [kind, said, ...parts] = view.states[view.cells[i]];
      cell.className = `x ${kind}`;
      cell.setAttribute("aria-label", `${names[i]}: ${said}`);
      show(cell.lastChild, parts);
    });
    show(key, view.key);
    show(count, view.answer);
    radios(reading).forEach((radio, i) => show(radio.nextSibling, view.results[i]));
    radios(reading)[view.reading].checked = true;
    code.value = view.code;
    heard.say(view.say);
    root.dataset.seq = view.seq;
  };
  radios(mode)[start].checked = true;
  draw();
  model.on("change:view", draw);
  return () => {
    model.off("change:view", draw);
    python.close();
    unwatch();
  };
}

export default { render };
