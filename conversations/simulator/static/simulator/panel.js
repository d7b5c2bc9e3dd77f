// Why a reply is what it is: route, nodes, tools, model calls and what went over the wire.

import * as api from "./api.js";
import { byId, el } from "./dom.js";
import { rich } from "./markup.js";

const RETRY_MS = 500;
const RETRIES = 8;
const LANGUAGES = { en: "English", sw: "Kiswahili", sheng: "Sheng", mixed: "English and Kiswahili" };

let asked = 0;

/** Show the explanation of a message; a turn that is not written down yet is asked for again. */
export async function explain(line, message) {
  const own = ++asked;
  for (let attempt = 0; attempt < RETRIES; attempt += 1) {
    let known;
    try {
      known = await api.why(line, message.sid);
    } catch (error) {
      if (own === asked) fill([el("p", { class: "hint" }, error.message)]);
      return;
    }
    if (own !== asked) return;
    fill(sections(known, message));
    if (known.turn?.milliseconds != null) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    if (own !== asked) return;
  }
}

export function explainNothing() {
  asked += 1;
  fill([el("p", { class: "hint" }, "Send a message: every reply is explained here, from its route to its sources.")]);
}

function fill(nodes) {
  const open = new Set([...byId("why").querySelectorAll("details[open]")].map((node) => node.dataset.key));
  byId("why").replaceChildren(...nodes.filter(Boolean));
  for (const node of byId("why").querySelectorAll("details")) if (open.has(node.dataset.key)) node.open = true;
}

function sections(known, message) {
  const excerpt = el("p", { class: `excerpt ${known.from}` }, rich(message.body.split("\n")[0] || "(no words)"));
  if (!known.turn) {
    const waiting = known.from === "customer" ? "Not answered by a turn yet." : "No turn is behind this message.";
    return [excerpt, el("p", { class: "hint" }, waiting), wire(known)];
  }
  const turn = known.turn;
  return [excerpt, figures(turn), heard(turn), route(turn), nodes(turn), tools(turn), models(turn), notes(turn), wire(known)];
}

const ms = (value) => (value == null ? "–" : value >= 1000 ? `${(value / 1000).toFixed(2)} s` : `${rounded(value)} ms`);
const rounded = (value) => (value >= 10 ? Math.round(value) : Number(value.toFixed(value >= 1 ? 1 : 2)));
const named = (name) => String(name).replaceAll("_", " ");
const isInner = (node) => node.name.includes("."); // a journey's own node; its time is in the journey's
const section = (title, ...children) => el("section", {}, el("h3", {}, title), ...children);

function figures(turn) {
  const tokens = turn.models.reduce((sum, call) => sum + call.tokens_in + call.tokens_out, 0);
  const cost = turn.models.reduce((sum, call) => sum + Number(call.cost_usd), 0);
  const figure = (value, label) => el("div", {}, el("b", {}, value), el("span", {}, label));
  const inGraph = turn.nodes.filter((node) => !isInner(node)).reduce((sum, node) => sum + node.milliseconds, 0);
  return el(
    "div",
    { class: "figures" },
    figure(ms(turn.milliseconds), "whole turn"),
    turn.nodes.length ? figure(ms(inGraph), "in the graph") : null,
    figure(String(turn.tools.length), turn.tools.length === 1 ? "tool call" : "tool calls"),
    figure(turn.models.length ? String(tokens) : "local", turn.models.length ? "tokens" : "no model"),
    turn.models.length ? figure(`$${cost.toFixed(5)}`, "cost") : null,
  );

}

function heard(turn) {
  const status = turn.status === "committed" ? "" : ` Turn ${turn.status}, attempt ${turn.attempts}. ${turn.problem || ""}`;
  if (turn.messages.length < 2 && !status) return null;
  const lines = turn.messages.map((message) => el("li", {}, message.text || `(${message.kind})`));
  return section("Heard as one burst", el("ul", { class: "heard" }, ...lines), status ? el("p", { class: "hint" }, status) : null);
}

function route(turn) {
  const taken = turn.route;
  if (!taken || !Object.keys(taken).length) return null;
  const isFresh = turn.nodes.some((node) => node.name === "understand");
  const reason = taken.reason?.reason || (typeof taken.reason === "string" ? taken.reason : "");
  const line = (label, value, confidence) =>
    value ? el("div", { class: "sure" }, el("span", {}, label), el("b", {}, value), meter(confidence)) : null;
  return section(
    "Route",
    line("Intent", taken.intent && named(taken.intent), taken.intent_confidence),
    line("Journey", taken.journey && named(taken.journey), null),
    line("Language", LANGUAGES[taken.language] || taken.language, taken.language_confidence),
    line("Governor", taken.governor && named(taken.governor), taken.governor_confidence),
    reason ? el("p", { class: "hint" }, `Because: ${named(reason)}`) : null,
    isFresh ? null : el("p", { class: "hint" }, "Settled by a rule; intent and language are those of the message before."),
  );
}

function meter(confidence) {
  if (confidence == null) return el("span", { class: "meter none" });
  const bar = el("i", {});
  bar.style.setProperty("width", `${Math.round(Number(confidence) * 100)}%`);
  return el("span", { class: "meter", title: "Confidence" }, bar, el("em", {}, Number(confidence).toFixed(2)));
}

function nodes(turn) {
  if (!turn.nodes.length) return null;
  const longest = Math.max(...turn.nodes.map((node) => node.milliseconds), 1);
  const row = (node) => {
    const bar = el("i", {});
    bar.style.setProperty("width", `${Math.max(2, (node.milliseconds / longest) * 100)}%`);
    return el("li", { class: isInner(node) ? "inner" : "" }, el("code", {}, node.name), el("span", { class: "track" }, bar), el("em", {}, ms(node.milliseconds)));
  };
  return section("Nodes", el("ol", { class: "nodes" }, ...parentsFirst(turn.nodes).map(row)));
}

/** They are noted when they end; a journey reads better above its own nodes. */
function parentsFirst(ended) {
  const ordered = [];
  for (const node of ended) {
    const first = ordered.findIndex((earlier) => earlier.name.startsWith(`${node.name}.`));
    ordered.splice(first < 0 ? ordered.length : first, 0, node);
  }
  return ordered;
}

function tools(turn) {
  const card = (call, at) =>
    fold(
      `tool-${at}`,
      [el("code", {}, call.tool), chip(call.effect), call.outcome === "ok" ? null : chip(call.outcome, "bad"), el("em", {}, ms(call.milliseconds))],
      el("h4", {}, "Arguments"),
      pretty(call.arguments),
      el("h4", {}, "Result"),
      pretty(call.answer),
    );
  const cards = turn.tools.length ? turn.tools.map(card) : [el("p", { class: "hint" }, "No tool was needed.")];
  return section("Tools", ...cards);
}

function models(turn) {
  if (!turn.models.length) {
    return section("Model calls", el("p", { class: "hint" }, "Local, no model call."));
  }
  const card = (call) =>
    el(
      "div",
      { class: "model" },
      el("div", {}, el("code", {}, call.model || call.provider), chip(call.outcome, call.outcome === "ok" ? "" : "bad"), el("em", {}, ms(call.milliseconds))),
      el("p", { class: "hint" }, `${call.nodes.map(named).join(", ")} · ${call.tokens_in} tokens in, ${call.tokens_out} out · $${Number(call.cost_usd).toFixed(6)}`),
    );
  return section("Model calls", ...turn.models.map(card));
}

function notes(turn) {
  if (!turn.notes || !Object.keys(turn.notes).length) return null;
  return section("Notes", fold("notes", [el("code", {}, Object.keys(turn.notes).map(named).join(", "))], pretty(turn.notes)));
}

const wire = (known) =>
  section(
    "On the wire",
    fold("wire", [el("code", {}, known.from === "customer" ? "Webhook form" : "Request to Twilio"), chip(known.status)], pretty({ sid: known.sid, ...known.form })),
  );

const chip = (text, mood = "") => el("span", { class: `chip ${mood}` }, named(text));

export function fold(key, summary, ...body) {
  return el("details", { dataset: { key } }, el("summary", {}, ...summary.filter(Boolean)), ...body);
}

export const pretty = (value) => el("pre", {}, JSON.stringify(value, null, 2));
