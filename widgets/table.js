// A table to sit at. Draws each view, and sends what is chosen; it decides nothing itself.
import { button, enable, h, keepFocus, sentence, spoken, voice, watchWidth, wire, words } from "./common.js";
import { cardInText } from "./cards.js";
import { drawDuel, drawFelt } from "./felt.js";
import { drawCat, drawPack, drawPlayers } from "./cat.js";
import { panel } from "./panel.js";
import { keeping } from "./keeping.js";

// What has changed together is drawn once; another game at the table (fixed) makes everything anew.
function render({ model, el }) {
  let seated = sitDown(model, el);
  let due = false;
  const flush = () => {
    due = false;
    if (!seated) return;
    if (seated.fixed === model.get("fixed")) return seated.draw();
    seated.close();
    el.replaceChildren();
    seated = sitDown(model, el);
  };
  const changed = () => {
    if (!due) queueMicrotask(flush);
    due = true;
  };
  const message = (content) => seated?.message(content ?? {});
  model.on("change:view", changed);
  model.on("change:fixed", changed);
  model.on("msg:custom", message);
  return () => {
    seated.close();
    seated = null;
    model.off("change:view", changed);
    model.off("change:fixed", changed);
    model.off("msg:custom", message);
  };
}

function sitDown(model, el) {
  const env = { stake: null, guess: null };
  const take = () => {
    env.fixed = model.get("fixed");
    env.names = env.fixed.names;
    env.t = words(env.fixed.words);
    env.view = model.get("view");
  };
  take();
  const t = (...given) => env.t(...given);
  env.cardWords = (rank, suit) => `${env.fixed.ranks?.[rank] ?? rank} of ${env.fixed.suits?.[suit] ?? suit}`;
  env.stakeNow = () => (env.view.ask.kind === "stake" ? env.stake : 0);

  const root = h("section", { class: env.fixed.big ? "bk big" : "bk", lang: "en", dir: "ltr" });
  const title = h("h2", {});
  const sub = h("p", {});
  const felt = h("div", { class: "felt-place" });
  const note = h("p", { class: "note", role: "alert" });
  const heard = voice();
  env.note = (text) => (note.textContent = text);
  env.wire = wire(model, { t, note: env.note, busy: (yes) => root.setAttribute("aria-busy", String(yes)) });
  env.choose = (value, guess = null) => {
    const speed = Number(time.speed.value);
    const sent = env.wire.send("choose", { value, seat: env.view.ask.seat, ...(guess === null ? {} : { guess }), ...(speed ? { slowly: true } : {}) });
    if (sent) {
      env.guess = null;
      if (speed) time.play(true);
    }
  };
  const asked = panel(env);
  const time = timeBar(env);
  const log = logPart(env);
  const keep = keeping(env, model);
  const pack = h("div", {});
  root.append(h("header", { class: "head" }, title, sub), felt, asked.element, note, time.element,
    h("div", { class: "foot" }, log.element, keep.element), pack, heard.element);
  el.append(root);
  const unwatch = watchWidth(root);

  const draw = () => {
    take();
    const { view, fixed } = env;
    env.wire.settle();
    root.setAttribute("aria-label", fixed.title);
    title.textContent = fixed.title;
    sub.textContent = view.sub;
    note.textContent = view.note;
    if (env.view.ask.kind === "stake") env.stake = Math.min(view.ask.high, Math.max(view.ask.low, env.stake ?? view.ask.low));
    if (fixed.pack && !pack.firstChild) pack.append(drawPack(env));
    const page = root.getRootNode();
    const had = root.contains(page.activeElement);
    keepFocus(felt, () => {
      if (fixed.pack) felt.replaceChildren(drawCat(env), drawPlayers(env));
      else felt.replaceChildren(...[drawFelt(env), view.coup && drawDuel(env)].filter(Boolean));
    });
    asked.draw();
    time.draw();
    log.draw();
    keep.draw();
    // A part without a control left: to what is asked, else to the first button of time.
    if (had && !root.contains(page.activeElement)) root.querySelector(".pick,.turn button,.time button").focus({ preventScroll: true });
    heard.say(spoken(view.say, env.names, env.cardWords));
    root.dataset.seq = view.seq;
    env.last = view;
  };
  draw();
  return {
    fixed: env.fixed,
    draw,
    message(content) {
      if (content.kind === "log") log.older(content);
      else keep.answer(content);
    },
    close() {
      time.play(false);
      env.wire.close();
      unwatch();
    },
  };
}

// -- time

function timeBar(env) {
  const { t } = env;
  const send = (type) => () => {
    play(false);
    env.wire.send(type);
  };
  const undo = button(t("undo"), send("undo"), { key: "undo" });
  const redo = button(t("redo"), send("redo"), { key: "redo" });
  const next = button(t("next_decision"), send("next"), { key: "next" });
  const run = button(t("play"), () => play(!timer), { key: "play" });
  const slider = h("input", { class: "rng", type: "range", min: 0, step: 1, "aria-label": t("time"), "data-key": "time" });
  const place = h("span", {});
  const speed = h("select", { class: "in", "data-key": "speed", "aria-label": t("speed") },
    ...["0", "1", "3", "10"].map((value) => h("option", { value }, t(`speed.${value}`))));
  let timer = null;
  let wanted = null;

  function play(yes) {
    clearInterval(timer);
    timer = yes ? setInterval(tick, 1000 / (Number(speed.value) || 3)) : null;
    run.textContent = t(yes ? "pause" : "play");
  }
  function tick() {
    if (env.wire.waiting) return;
    const { ask, at, end } = env.view;
    if (env.wire.gone || (at === end && ask.kind !== "policy") || !["past", "pause", "policy"].includes(ask.kind)) play(false);
    else env.wire.send("step");
  }
  const go = () => {
    if (wanted === null || !env.wire.send("look", { at: wanted })) return;
    wanted = null;
  };
  slider.addEventListener("input", () => {
    play(false);
    wanted = slider.valueAsNumber;
    go();
  });
  speed.addEventListener("change", () => timer && play(true));
  return {
    speed,
    play,
    element: h("div", { class: "time" }, undo, redo,
      h("div", { class: "grow" }, slider, h("p", { class: "lim" }, h("span", {}, t("start")), place)),
      run, next, h("label", { class: "sm" }, t("speed"), " ", speed)),
    draw() {
      const { view } = env;
      const active = view.at < view.end || view.ask.kind === "policy";
      enable(undo, view.undo);
      enable(redo, view.redo);
      enable(next, active);
      enable(run, active || Boolean(timer));
      slider.max = view.end;
      if (wanted === null) slider.value = view.at;
      slider.style.setProperty("--p", `${view.end ? (100 * view.at) / view.end : 0}%`);
      place.textContent = t("event_of", { at: view.at, end: view.end });
      slider.setAttribute("aria-valuetext", place.textContent);
      go();
    },
  };
}

// -- log

const MOST_KEPT = 200;

function logPart(env) {
  const { t } = env;
  const list = h("ol", {});
  const box = h("div", { class: "log", role: "log", "aria-live": "off", tabindex: "0", "aria-label": t("log") }, list);
  const earlier = button(t("earlier"), () => env.wire.ask("log", { to: first, from: 0 }), { key: "earlier" });
  box.append(earlier);
  let era = null;
  let first = 0; // events before the earliest line that is shown
  let last = 0; // events up to the latest
  const item = ([number, text]) =>
    h("li", {}, h("span", { class: "num" }, String(number)),
      h("span", {}, ...sentence(text, env.names, (rank, suit) => cardInText(rank, suit, env.cardWords))));
  const done = () => {
    while (list.children.length > MOST_KEPT) {
      list.lastChild.remove();
      first = Number(list.lastChild.firstChild.textContent);
    }
    earlier.hidden = first === 0;
  };
  return {
    element: h("div", {}, h("h3", {}, t("log")), box),
    draw() {
      const { view } = env;
      if (era !== view.era || view.log_from > last) {
        const gap = era === view.era && view.log_from > last ? last : null;
        if (gap === null) {
          list.replaceChildren(...view.log.map(item));
          first = view.log_from;
        } else {
          list.prepend(...view.log.map(item), h("li", { class: "gap", "data-from": gap, "data-to": view.log_from }));
          env.wire.ask("log", { from: gap, to: view.log_from });
        }
      } else list.prepend(...view.log.filter(([number]) => number > last).map(item));
      era = view.era;
      last = view.at;
      box.scrollTop = 0;
      done();
    },
    older({ era: of, start, to, lines }) {
      if (of !== era) return;
      const gap = [...list.querySelectorAll(".gap")].find((element) => Number(element.dataset.to) === to);
      if (gap) gap.replaceWith(...lines.map(item));
      else if (to === first) {
        list.append(...lines.map(item));
        first = start;
      }
      earlier.hidden = first === 0;
    },
  };
}

export default { render };
