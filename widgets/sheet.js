// A sheet: text, formulas, tables, charts, controls, described by Python as a tree.
import { button, enable, h, keepFocus, voice, watchWidth, wire, words } from "./common.js";

const SPACES = { m: "http://www.w3.org/1998/Math/MathML", s: "http://www.w3.org/2000/svg" };
const MATH = /^m(ath|row|i|n|o|text|frac|sup|sub|under|over|underover)$/;
const DRAWN = /^(svg|path)$/;
const PLAIN = /^(p|div|span|code|ol|li|table|caption|thead|tbody|tr|th|td|figure|figcaption|progress)$/;
const ATTRIBUTES = /^(class|scope|role|aria-label|tabindex|value|max|displaystyle|linethickness|d|viewBox|preserveAspectRatio)$/;
const CONTROL = { slider, choice, field, act };

function render({ model, el }) {
  const fixed = model.get("fixed");
  const [sub, body, note] = [h("p"), h("div"), h("p", { class: "note", role: "alert" })];
  const heard = voice();
  const root = h("section", { class: `bk sheet ${fixed.big ? "big" : ""}`, lang: "en", dir: "ltr", "aria-label": fixed.title },
    h("header", { class: "head" }, h("h2", {}, fixed.title), sub), body, note, heard.element);
  const link = wire(model, {
    t: words(fixed.words),
    note: (told) => (note.textContent = told),
    busy: (yes) => root.setAttribute("aria-busy", String(yes)),
  });
  const wanted = new Map(); // values that could not be sent yet: the newest of each control
  let timer;
  const env = {
    asked: "",
    act(name, value = null) {
      if (link.send("do", { name, value })) env.asked = name;
    },
    set(name, value) {
      if (link.waiting) wanted.set(name, value);
      else env.act(name, value);
    },
    press(name, value) {
      if (!link.waiting || env.asked !== name) env.set(name, value);
    },
    // Whether a control is to show what Python says, and not what was just put into it.
    shows: (name, changed) => (changed || env.asked === name) && !wanted.has(name),
  };
  const draw = () => {
    const view = model.get("view");
    link.settle();
    sub.textContent = view.sub;
    note.textContent = view.note;
    keepFocus(body, () => place(env, body, view.parts));
    heard.say(view.say);
    root.dataset.seq = view.seq;
    env.asked = "";
    for (const [name, value] of [...wanted].slice(0, 1)) {
      wanted.delete(name);
      env.act(name, value);
    }
    clearTimeout(timer);
    if (view.tick) timer = setTimeout(env.act, view.tick, "tick");
  };
  el.append(root);
  draw();
  const unwatch = watchWidth(root);
  model.on("change:view", draw);
  return () => {
    clearTimeout(timer);
    unwatch();
    link.close();
    model.off("change:view", draw);
  };
}

// Put trees into a box. What has not changed stays as it is: a slider stays in the hand.
function place(env, box, trees) {
  trees.forEach((tree, i) => {
    const [tag, given, ...inside] = tree;
    const control = CONTROL[tag];
    const shape = control ? `${tag} ${given.name} ${given.options}` : JSON.stringify([tag, given]);
    let made = box.childNodes[i];
    if (typeof tree === "string") {
      if (made?.nodeType === 3) made.data = tree;
      else put(box, i, document.createTextNode(tree));
      return;
    }
    if (made?.shape !== shape) {
      made = control ? control(given, env) : element(tag, given);
      made.shape = shape;
      put(box, i, made);
    }
    if (control) made.show(given);
    else place(env, made, inside);
  });
  while (box.childNodes.length > trees.length) box.lastChild.remove();
}

function put(box, i, made) {
  if (box.childNodes[i]) box.childNodes[i].replaceWith(made);
  else box.append(made);
}

function element(tag, { x, y, ...given }) {
  const space = MATH.test(tag) ? SPACES.m : DRAWN.test(tag) && SPACES.s;
  const kept = Object.entries(given).filter(([name]) => ATTRIBUTES.test(name));
  const made = space ? document.createElementNS(space, tag) : h(PLAIN.test(tag) ? tag : "span", Object.fromEntries(kept));
  if (space) kept.forEach((pair) => made.setAttribute(...pair));
  if (x !== undefined) made.style.cssText = `left:${Number(x)}%;bottom:${Number(y)}%`;
  return made;
}

// Controls: each is an element that can show what Python says of it.

function slider({ name }, env) {
  const range = h("input", { class: "rng", type: "range", "data-key": name });
  const number = h("input", { class: "in", type: "number", "data-key": `${name} number` });
  const [label, told] = [h("span"), h("b")];
  const fill = () => range.style.setProperty("--p", `${(100 * (range.value - range.min)) / (range.max - range.min || 1)}%`);
  range.addEventListener("input", () => {
    number.value = range.value;
    fill();
    env.set(name, Number(range.value));
  });
  number.addEventListener("change", () => env.set(name, number.valueAsNumber));
  const made = h("div", { class: "ctl" }, h("p", {}, label, " ", told), h("div", { class: "line" }, h("span", { class: "grow" }, range), number));
  made.show = (now) => {
    label.textContent = now.label;
    told.textContent = now.told;
    for (const input of [range, number]) {
      Object.assign(input, { min: now.low, max: now.high, ariaLabel: now.label });
      if (env.shows(name, now.value !== made.last)) input.value = now.value;
    }
    range.setAttribute("aria-valuetext", now.told || now.value);
    made.last = now.value;
    fill();
  };
  return made;
}

function entry(input, { name, label }, env) {
  input.addEventListener("change", () => env.set(name, input.value));
  const made = h("label", { class: "ctl" }, h("span", {}, label), input);
  made.show = ({ value }) => {
    if (env.shows(name, value !== made.last)) input.value = value;
    made.last = value;
  };
  return made;
}

function choice(given, env) {
  const options = given.options.map(([value, told]) => h("option", { value }, told));
  return entry(h("select", { class: "in", "data-key": given.name }, options), given, env);
}

function field(given, env) {
  return entry(h("input", { class: "in wide", maxlength: given.most, "data-key": given.name }), given, env);
}

function act({ name }, env) {
  const made = button("", () => env.press(name, made.now.value), { key: name });
  made.show = (now) => {
    made.now = now;
    made.textContent = now.label;
    made.classList.toggle("p", now.primary === true);
    enable(made, !now.off);
  };
  return made;
}

export default { render };
