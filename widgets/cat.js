// Black Cat "Bank": positions with backs and turned cards, pool and reserve, the players, the pack.
import { button, h } from "./common.js";
import { back, kindOf, kindPicture, sign } from "./cards.js";
import { ring, who } from "./felt.js";

export function drawCat(env) {
  const { view, t } = env;
  const free = new Set(view.ask.options ?? []);
  const turned = view.places.filter((place) => place.length > 2).length;
  const next = turned && view.viewer !== "all" ? view.places.findIndex((place) => place.length === 2) : -1;
  const list = h("ol", { class: "pos" });
  view.places.forEach((place, i) => {
    const [card, backer, mark, effect] = place;
    const number = i + 1;
    const item = h("li", { class: `${card ? "tn" : "dn"}${i === next ? " nx" : ""}` }, h("p", { class: "no" }, String(number), i === next ? ` ${t("next")}` : ""));
    const lies = card ? catCard(env, card) : back(t("down"));
    if (free.has(number)) {
      lies.setAttribute("aria-hidden", "true");
      item.append(button(lies, () => env.choose(number), { key: `back${number}`, class: "pick", "aria-label": t("back_this", { n: number }) }));
      item.lastChild.className = "pick";
    } else item.append(h("div", { class: "lies" }, lies));
    item.append(
      backer < 0
        ? h("p", { class: "by sm" }, t("not_backed"))
        : h("p", { class: "by" }, ring(env, backer), h("bdi", { class: "nm", title: env.names[backer] }, env.names[backer])),
    );
    if (effect) item.append(h("p", { class: `ef ${mark === "+" ? "win" : mark ? "lose" : ""}` }, mark ? sign(mark, "") : null, h("span", {}, effect)));
    list.append(item);
  });
  const sums = h("p", { class: "acc" },
    h("span", {}, t("pool"), h("b", {}, view.bank.toLocaleString("en-GB"))),
    h("span", {}, t("reserve"), h("b", {}, view.reserve.toLocaleString("en-GB"))),
    h("span", { class: "sm" }, t("makes_up")));
  return h("div", { class: "felt" }, sums, list);
}

function catCard(env, card) {
  const [kind, number] = kindOf(card);
  return h("div", { class: "bc" },
    h("p", { class: "kd" }, h("span", {}, kind), number ? h("b", {}, number) : null),
    kindPicture(kind),
    h("p", { class: "does" }, doing(env, kind, number)));
}

function doing(env, kind, number) {
  const key = kind === "Reserve" && env.fixed.reserve_pays === "punters" ? "card.Reserve.punters" : `card.${kind}`;
  return env.t(key, { n: number, stake: env.fixed.stake });
}

export function drawPlayers(env) {
  const { view, t } = env;
  return h("ul", { class: "pl" }, ...view.seats.map((told, seat) => {
    const line = who(env, seat, told.n);
    const roles = [seat === view.banker && t("banker.cat"), seat === view.last && t("last_staker"), told.q && t("to_choose"), told.win && t("winner")].filter(Boolean);
    if (seat === view.banker) line.append(h("i", { class: "dm" }));
    if (roles.length) line.append(h("span", { class: "sm" }, roles.join(", ")));
    return h("li", told.q ? { class: "turn-here" } : {}, line);
  }));
}

export function drawPack(env) {
  const { t, fixed } = env;
  const kinds = Object.entries(fixed.pack);
  const cards = kinds.reduce((sum, [, count]) => sum + count, 0);
  return h("section", { class: "pack-part" },
    h("h3", {}, t("pack", { cards, kinds: kinds.length })),
    h("ul", { class: "pack" }, ...kinds.map(([kind, count]) => h("li", {},
      kindPicture(kind),
      h("b", {}, kind),
      h("span", { class: "sm" }, `${kind in { In: 1, Out: 1 } ? t(`kind.${kind}`) : doing(env, kind, "")}, ${t("times", { n: count })}`)))));
}
