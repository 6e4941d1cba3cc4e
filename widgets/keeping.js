// Guesses as a line of code, the game code, a teacher's tools. Shown only when opened.
import { button, enable, h } from "./common.js";

export function keeping(env, model) {
  const { t } = env;
  const outputs = {};
  const output = (kind) => {
    const text = h("pre", { class: "out", role: "group", tabindex: "0", "aria-label": t(kind === "code" ? "code" : "guesses") });
    const copy = button(t("copy"), async () => {
      try {
        await navigator.clipboard.writeText(text.textContent);
        copy.textContent = t("copied");
      } catch {
        const range = document.createRange(); // no clipboard here: select it, so that it can be copied by hand
        range.selectNodeContents(text);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
      }
    }, { key: `copy-${kind}` });
    const line = h("div", { class: "line" }, text, copy);
    line.hidden = true;
    outputs[kind] = { text, line, copy };
    return line;
  };
  const field = (label, key) => h("input", { class: "in wide", type: "text", "aria-label": label, placeholder: label, autocomplete: "off", spellcheck: "false", "data-key": key });

  const pasted = field(t("code.paste"), "paste");
  const example = env.fixed.pack ? "In 3, Scoop" : "9♠ K♥";
  const cards = field(t("teacher.stack", { example }), "cards");
  const lay = button(t("teacher.lay"), () => {
    if (env.wire.send("stack", { cards: cards.value })) cards.value = "";
  }, { key: "lay" });
  const expose = button(t("teacher.expose"), () => env.wire.send("expose"), { key: "expose" });
  const seats = h("div", { class: "line" });
  const guesses = env.fixed.predict
    ? [h("div", { class: "line" }, button(t("guesses"), () => env.wire.ask("predictions"), { key: "guesses" })), output("predictions")]
    : [];
  const element = h("details", { class: "keep" },
    h("summary", { "data-key": "keep" }, t("keep")),
    ...guesses,
    h("h3", {}, t("code")),
    h("p", { class: "sm" }, t("code.warning")),
    h("div", { class: "line" }, button(t("code.show"), () => env.wire.ask("code"), { key: "code" })),
    output("code"),
    h("div", { class: "line" }, h("span", { class: "grow" }, pasted), button(t("code.open"), () => env.wire.send("open", { code: pasted.value }), { key: "open" })),
    h("h3", {}, t("teacher")),
    h("div", { class: "line" }, h("span", { class: "grow" }, cards), lay),
    env.fixed.hand > 1 ? h("div", { class: "line" }, expose) : null,
    h("p", { class: "sm" }, t("teacher.seats")),
    seats,
  );
  let drawn = "";
  const draw = () => {
    const { view } = env;
    for (const { line } of Object.values(outputs)) line.hidden = true; // what it said belongs to an earlier moment
    const live = !["past", "over"].includes(view.ask.kind);
    enable(lay, live);
    enable(expose, Boolean(view.ask.expose));
    const now = JSON.stringify([view.people, env.names, live]);
    if (!element.open || now === drawn) return;
    drawn = now;
    const had = element.contains(element.getRootNode().activeElement) ? element.getRootNode().activeElement.dataset.key : null;
    seats.replaceChildren(...env.names.map((name, seat) => {
      const person = view.people.includes(seat);
      const made = button(t(person ? "teacher.to_policy" : "teacher.to_person", { seat: name }), () => env.wire.send("hand", { seat, person: !person }), { key: `hand${seat}` });
      enable(made, live);
      return made;
    }));
    if (had?.startsWith("hand")) seats.querySelector(`[data-key="${had}"]`)?.focus();
  };
  element.addEventListener("toggle", draw);
  return {
    element,
    draw,
    answer({ kind, code }) {
      const place = outputs[kind];
      if (!place) return;
      place.text.textContent = code;
      place.copy.textContent = t("copy");
      place.line.hidden = false;
    },
  };
}
