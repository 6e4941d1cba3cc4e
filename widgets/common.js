// What every widget needs: elements, words, the wire to Python, a voice. Text goes in as text nodes only.

const SVG = "http://www.w3.org/2000/svg";
const FOCUSABLE = new Set(["button", "input", "select", "summary", "textarea"]);

// h("p", { class: "sm", onclick: f }, "text", element): attributes as in HTML; null and false leave out.
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

// The same for SVG.
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  // JupyterLab reads shortcuts from the focused element: without this, "b" on a button adds a cell.
  if (FOCUSABLE.has(element.localName) || "tabindex" in attributes)
    element.setAttribute("data-lm-suppress-shortcuts", "true");
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// A button that stays in the tab order when it cannot act, so that the focus is never lost.
export function button(label, act, { primary = false, key = null, type = "button", ...more } = {}) {
  const made = h("button", { type, class: primary ? "btn p" : "btn", "data-key": key, ...more }, label);
  made.addEventListener("click", (event) => {
    if (made.getAttribute("aria-disabled") === "true") event.preventDefault();
    else act?.(event);
  });
  return made;
}

export function enable(element, yes) {
  if (yes) element.removeAttribute("aria-disabled");
  else element.setAttribute("aria-disabled", "true");
}

// words(templates)("key", { n: 3 }) fills in a template.
export function words(templates) {
  return (key, values = {}) =>
    (templates[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => {
      const value = values[name];
      return value === undefined ? whole : typeof value === "number" ? value.toLocaleString("en-GB") : String(value);
    });
}

export const seatMark = (seat) => `\ue000${seat}\ue001`;

const PIECES = /\ue000(\d+)\ue001|(10|[2-9JQKA])([♠♣♦♥])/g;

// A sentence as nodes: names set apart from their surroundings, playing cards drawn.
export function sentence(text, names, drawCard, longest = 32) {
  const nodes = [];
  let end = 0;
  for (const piece of text.matchAll(PIECES)) {
    nodes.push(text.slice(end, piece.index));
    if (piece[1] !== undefined) nodes.push(nameOf(names[piece[1]] ?? "", longest));
    else nodes.push(drawCard(piece[2], piece[3]));
    end = piece.index + piece[0].length;
  }
  nodes.push(text.slice(end));
  return nodes.filter((node) => node !== "");
}

function nameOf(name, longest) {
  const letters = [...name];
  const cut = letters.length > longest;
  return h("bdi", cut ? { title: name } : {}, cut ? letters.slice(0, longest - 1).join("") + "…" : name);
}

// The same sentence as plain text, for those who hear it.
export function spoken(text, names, cardWords) {
  return text.replace(PIECES, (_, seat, rank, suit) => (seat === undefined ? cardWords(rank, suit) : names[seat] ?? ""));
}

const SILENT_AFTER = 4000;
const AGAIN_AFTER = 20000;

// The wire to Python. One message at a time, so that a storm of clicks is one click. Each names the view that it
// answers, and Python refuses one that comes too late.
export function wire(model, { busy, note, t }) {
  let waiting = false;
  let timers = [];
  let gone = false;
  const cell = () => model.get("fixed").cell;
  const tell = (key) => note(cell() ? t(key, { cell: String(cell()) }) : t(`${key}.cell`));
  const settle = () => {
    timers.forEach(clearTimeout);
    timers = [];
    waiting = gone = false;
    busy(false);
  };
  const lost = () => {
    settle();
    gone = true;
    tell("note.gone");
  };
  const post = (type, values) => {
    try {
      model.send({ type, seq: model.get("view").seq, ...values });
      return true;
    } catch {
      lost();
      return false;
    }
  };
  model.on("comm_live_update", lost);
  return {
    get waiting() {
      return waiting;
    },
    get gone() {
      return gone;
    },
    // Something that changes the state: answered by a new view.
    send(type, values = {}) {
      if (gone) tell("note.gone");
      if (waiting || gone || !post(type, values)) return false;
      waiting = true;
      busy(true);
      timers = [setTimeout(() => tell("note.silent"), SILENT_AFTER), setTimeout(settle, AGAIN_AFTER)];
      return true;
    },
    // A question: answered by a message of its own.
    ask: post,
    settle,
    close() {
      timers.forEach(clearTimeout);
      model.off("comm_live_update", lost);
    },
  };
}

// A voice for those who hear the page: one polite sentence at a time, and none twice.
export function voice() {
  const element = h("div", { class: "hear", role: "status" });
  let last = "";
  return {
    element,
    say(text) {
      if (text === last) return;
      last = text;
      element.textContent = text;
    },
  };
}

// Keep the focus while a part of the page is made anew: by the key of the element that had it.
export function keepFocus(part, remake, fallback = null) {
  const root = part.getRootNode();
  const had = part.contains(root.activeElement) ? root.activeElement : null;
  const key = had?.dataset.key;
  remake();
  if (!had || part.contains(root.activeElement)) return;
  const again = key && part.querySelector(`[data-key="${CSS.escape(key)}"]`);
  (again || fallback?.() || part.querySelector("button, input"))?.focus({ preventScroll: true });
}

const NARROW = 620;

// Give a widget's root the class narrow where its place is; a big widget is narrow in a wider place.
export function watchWidth(root) {
  const look = () => root.classList.toggle("narrow", root.clientWidth > 0 && root.clientWidth <= NARROW * (root.classList.contains("big") ? 1.5 : 1));
  const observer = new ResizeObserver(look);
  observer.observe(root);
  look();
  return () => observer.disconnect();
}

export const percent = (part, whole) => ((100 * part) / whole).toFixed(1);
