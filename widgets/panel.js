// What is asked: the words, a guess, the stake, the act.
import { button, enable, h, keepFocus } from "./common.js";
import { say } from "./felt.js";

const CHIPS = [1, 5, 25, 100];

export function panel(env) {
  const form = h("form", { class: "turn" });
  let signature = "";
  let act = null;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act?.();
  });
  return {
    element: form,
    draw() {
      const { view } = env;
      const { ask } = view;
      const now = JSON.stringify([ask, view.bank, view.guess, view.score, view.guessed, view.viewer]);
      if (now === signature) return;
      signature = now;
      keepFocus(form, () => {
        const made = boxesFor(env);
        act = made.act;
        form.replaceChildren(h("p", { class: "ask" }, ask.who ? h("b", {}, ...say(env, ask.who)) : null, ask.who ? " " : null, ...say(env, ask.text)), ...made.boxes);
      }, () => form.querySelector("[data-key=guess]") ?? form.querySelector("[data-key=go]"));
    },
  };
}

function boxesFor(env) {
  const { view, t } = env;
  const { ask } = view;
  const guess = env.fixed.predict ? guessPart(env) : null;
  const boxes = [];
  if (guess) boxes.push(guess.box);
  let act = null;
  if (ask.low !== undefined) {
    const stake = stakePart(env, guess);
    boxes.push(stake.box);
    act = stake.act;
  } else if (ask.kind === "bank") {
    act = () => env.choose(true);
    boxes.push(acts(button(t("will_bank"), null, { primary: true, key: "go", type: "submit" }), button(t("will_not_bank"), () => env.choose(false), { key: "no" })));
  } else if (ask.kind === "sit") {
    act = () => env.wire.send("sit", { seat: ask.seat });
    boxes.push(acts(button(t("sit", { seat: env.names[ask.seat] }), null, { primary: true, key: "go", type: "submit" })));
  } else if (ask.kind === "pause" || ask.kind === "policy") {
    act = () => env.wire.send("on");
    boxes.push(acts(button(t("deal_on"), null, { primary: true, key: "go", type: "submit" })));
  } else if (ask.kind === "past") {
    act = () => env.wire.send("next");
    boxes.push(acts(button(t("to_now"), null, { primary: true, key: "go", type: "submit" })));
  }
  if (view.people.length > 1 && ask.seat === view.viewer)
    boxes.push(acts(button(t("hide"), () => env.wire.send("hide"), { key: "hide" })));
  return { boxes: boxes.filter(Boolean), act };
}

const acts = (...buttons) => h("div", { class: "box only" }, h("div", { class: "line" }, ...buttons));

function guessPart(env) {
  const { view, t } = env;
  const children = [];
  let field = null;
  if (view.guess) {
    field = h("input", { class: "in", type: "number", min: 0, max: 100, step: "any", "aria-label": t("guess.label"), "data-key": "guess", value: env.guess ?? "" });
    field.addEventListener("input", () => {
      env.guess = field.value;
      field.removeAttribute("aria-invalid");
    });
    children.push(h("h3", {}, t("guess")), h("div", { class: "line" }, field, h("span", {}, "%"), h("span", { class: "sm grow" }, t("guess.later"))));
  }
  if (view.guessed) {
    const [guess, wins, unseen, distance] = view.guessed;
    children.push(h("p", { class: "was" }, t("guess.was", { guess: String(guess), fraction: `${wins}/${unseen}`, exact: (wins / unseen).toFixed(3), distance: distance.toFixed(3) })));
    const [n, mean] = view.score;
    children.push(h("p", { class: "sm" }, t(n === 1 ? "score.one" : "score", { n, mean: mean.toFixed(3) })));
  } else if (!view.guess) children.push(h("p", { class: "sm" }, t("no_guesses")));
  return { box: h("div", { class: "box" }, ...children), field };
}

function stakePart(env, guess) {
  const { view, t } = env;
  const { low, high, kind } = view.ask;
  const opening = kind === "opening";
  const whole = !opening && high === view.bank;
  const top = opening ? Math.min(high, 1000) : high;
  const clamp = (value) => Math.min(high, Math.max(low, value));
  env.stake = clamp(env.stake ?? low);
  const number = h("input", { class: "in", type: "number", min: low, max: high, step: 1, "data-key": "stake", "aria-label": t(opening ? "opening_in" : "stake_in") });
  const slider = h("input", { class: "rng", type: "range", min: low, max: top, step: 1, "data-key": "slider", "aria-label": t(opening ? "your_opening" : "your_stake") });
  const go = button("", null, { primary: true, key: "go", type: "submit" });
  const legal = () => /^\d+$/.test(number.value) && Number(number.value) >= low && Number(number.value) <= high;
  const show = (value, from) => {
    env.stake = value;
    if (from !== number) number.value = value;
    if (from !== slider) slider.value = value;
    slider.style.setProperty("--p", `${top > low ? Math.min(100, (100 * (value - low)) / (top - low)) : 100}%`);
    number.removeAttribute("aria-invalid");
    enable(go, true);
    go.textContent = t(opening ? "open_with" : view.exposed ? "stake_only" : "stake_turn", { n: value });
    if (!opening) env.redrawBank?.(value);
  };
  slider.addEventListener("input", () => show(slider.valueAsNumber, slider));
  number.addEventListener("input", () => {
    if (legal()) return show(Number(number.value), number);
    number.setAttribute("aria-invalid", "true");
    enable(go, false);
  });
  const act = () => {
    if (!legal()) return number.focus();
    if (guess?.field && !stated(guess.field)) return refuse(env, guess.field);
    env.choose(Number(number.value), stated(guess?.field));
  };
  const chips = CHIPS.filter((chip) => chip < high).map((chip) =>
    button(`+${chip}`, () => show(clamp(env.stake + chip), null), { key: `chip${chip}`, class: "chip" }));
  chips.forEach((chip) => (chip.className = "btn chip"));
  const most = button(t(whole ? "whole_bank" : "most"), () => show(high, null), { key: "most" });
  show(env.stake, null);
  const title = h("h3", {}, t(opening ? "your_opening" : guess?.field ? "then_stake" : "your_stake"));
  const line = h("div", { class: "line" },
    h("div", { class: "grow" }, slider, h("p", { class: "lim" }, h("span", {}, low.toLocaleString("en-GB")), h("span", {}, t(whole ? "whole_is" : "most_is", { n: high })))),
    number, h("span", { class: "chips" }, ...chips), top < high ? null : most);
  const buttons = h("div", { class: "line" }, go,
    view.ask.pass ? button(t("pass"), () => env.choose(0, stated(guess?.field)), { key: "pass" }) : null);
  return { box: h("div", { class: "box" }, title, low < high ? line : h("p", { class: "hear" }, number), buttons), act };
}

// The stated guess as a number, null if there is none.
function stated(field) {
  if (!field || field.value.trim() === "") return null;
  const value = Number(field.value);
  return value >= 0 && value <= 100 ? value : null;
}

function refuse(env, field) {
  field.setAttribute("aria-invalid", "true");
  field.focus();
  env.note(env.t("guess.needed"));
}
