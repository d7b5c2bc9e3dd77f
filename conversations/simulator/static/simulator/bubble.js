// One message as WhatsApp draws it.

import { el, icon } from "./dom.js";
import { rich } from "./markup.js";

const TICKS = {
  queued: ["clock", "Sending"],
  sent: ["sent", "Sent"],
  delivered: ["twice", "Delivered"],
  read: ["twice", "Read"],
  failed: ["failed", "Failed"],
};

export function bubble(message, actions) {
  const isOwn = message.from === "customer";
  const node = el("article", { class: `bubble ${isOwn ? "own" : "theirs"}`, dataset: { sid: message.sid } });
  node.append(
    ...quote(message, actions),
    ...pictures(message),
    ...place(message),
    words(message),
    stamp(message),
  );
  const kind = message.content?.kind;
  if (kind === "twilio/list-picker") node.append(listButton(message, actions));
  const problem = el("p", { class: "reason", hidden: true });
  const row = el("div", { class: `row ${isOwn ? "own" : "theirs"}`, dataset: { sid: message.sid } }, node);
  if (kind === "twilio/quick-reply") row.append(quickReplies(message, actions));
  row.append(problem);
  if (!message.isDraft) node.append(whyButton(message, actions));
  settle(row, message, actions);
  return row;
}

/** Bring the ticks, and the reason of a failure, up to date. */
export function settle(row, message, actions) {
  const [name, label] = TICKS[message.status] || TICKS.sent;
  const ticks = row.querySelector(".ticks");
  ticks.className = `ticks ${message.status}`;
  ticks.title = label;
  ticks.replaceChildren(icon(name, label));
  row.dataset.status = message.status;
  const reason = row.querySelector(".reason");
  reason.hidden = message.status !== "failed";
  reason.replaceChildren(message.problem || "Not sent");
  if (message.retry && !reason.hidden) {
    reason.append(" ", el("button", { class: "plain", type: "button", onclick: () => actions.retry(message) }, "Try again"));
  }
}

const clock = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });

const words = (message) =>
  message.content?.location ? "" : el("div", { class: "words", dir: "auto" }, rich(message.body));

function stamp(message) {
  const time = el("time", { dateTime: message.at }, clock(message.at));
  return el("span", { class: "stamp" }, time, el("span", { class: "ticks" }));
}

function quote(message, actions) {
  const replied = message.content?.replied && actions.find(message.content.replied);
  if (!replied) return [];
  const line = replied.body.split("\n")[0];
  return [el("blockquote", { class: "quote" }, el("b", {}, actions.botName()), el("span", {}, rich(line)))];
}

const pictures = (message) => message.pictures.map(picture);

// What is no picture is offered as a document.
function picture(address) {
  const shown = el("img", { class: "picture", src: address, alt: "Picture", loading: "lazy", referrerPolicy: "no-referrer" });
  const link = { class: "document", href: address, target: "_blank", rel: "noreferrer" };
  shown.addEventListener("error", () => shown.replaceWith(el("a", link, "📄 Document")), { once: true });
  return shown;
}

function place(message) {
  const location = message.content?.location;
  if (!location) return [];
  const label = location.label || `${location.latitude}, ${location.longitude}`;
  return [el("div", { class: "place" }, el("div", { class: "map" }, icon("pin")), el("b", {}, label))];
}

const listButton = (message, actions) =>
  el(
    "button",
    { class: "open-list", type: "button", onclick: () => actions.openList(message) },
    icon("list"),
    message.content.button,
  );

const quickReplies = (message, actions) =>
  el(
    "div",
    { class: "replies" },
    ...message.content.actions.map((action) =>
      el(
        "button",
        { type: "button", onclick: () => actions.tap(message, "button", action.id, action.title) },
        icon("reply"),
        action.title,
      ),
    ),
  );

const whyButton = (message, actions) =>
  el(
    "button",
    {
      class: "why",
      type: "button",
      title: message.from === "customer" ? "What became of this message?" : "Why this reply?",
      "aria-label": "Explain this message",
      onclick: () => actions.explain(message.sid),
    },
    icon("why"),
  );
