// The log of one chat: messages in order with their days, sticking to the bottom as WhatsApp does.

import { bubble, settle } from "./bubble.js";
import { byId, el, icon } from "./dom.js";

const NEAR_BOTTOM = 80;

export class Chat {
  constructor(actions) {
    this.actions = { ...actions, find: (sid) => this.messages.get(sid) };
    this.wall = byId("wall");
    this.log = byId("log");
    this.jump = byId("jump");
    this.clear();
    this.jump.addEventListener("click", () => this.toBottom("smooth"));
    this.wall.addEventListener("scroll", () => this.isAtBottom() && this.forgetUnread());
    new ResizeObserver(() => this.sticks && this.toBottom()).observe(this.wall);
  }

  clear() {
    this.messages = new Map();
    this.rows = new Map();
    this.sticks = true;
    this.forgetUnread();
    this.log.replaceChildren();
  }

  get inOrder() {
    return [...this.messages.values()].sort((one, other) => (one.order < other.order ? -1 : 1));
  }

  isAtBottom() {
    this.sticks = this.wall.scrollHeight - this.wall.scrollTop - this.wall.clientHeight < NEAR_BOTTOM;
    return this.sticks;
  }

  /** Take new and changed messages; true when one of them had not been on the screen before. */
  take(messages) {
    const wasAtBottom = this.isAtBottom();
    const fresh = messages.filter((message) => this.put(message));
    if (!fresh.length) return false;
    this.arrange();
    if (wasAtBottom || fresh.some((message) => message.isDraft)) this.toBottom();
    else this.countUnread(fresh.filter((message) => message.from === "business").length);
    return true;
  }

  put(message) {
    if (message.draft && !message.isDraft) this.drop(message.draft);
    const known = this.messages.get(message.sid);
    this.messages.set(message.sid, message);
    const row = this.rows.get(message.sid);
    if (row && looksOf(known) === looksOf(message)) {
      if (known.status !== message.status || known.problem !== message.problem) settle(row, message, this.actions);
      return false;
    }
    const drawn = bubble(message, this.actions);
    row?.replaceWith(drawn);
    this.rows.set(message.sid, drawn);
    for (const picture of drawn.querySelectorAll("img")) picture.addEventListener("load", () => this.sticks && this.toBottom());
    return !known && !this.isReplacement(message);
  }

  isReplacement(message) {
    return Boolean(message.draft) && !message.isDraft;
  }

  drop(sid) {
    this.messages.delete(sid);
    this.rows.get(sid)?.remove();
    this.rows.delete(sid);
  }

  /** Put the rows in order, with a line where a day begins and a tail where a speaker does. */
  arrange() {
    const nodes = [];
    let day = "", speaker = "";
    for (const message of this.inOrder) {
      const ofDay = dayOf(message.at);
      if (ofDay !== day) nodes.push(el("div", { class: "day" }, ofDay));
      const row = this.rows.get(message.sid);
      row.classList.toggle("tail", ofDay !== day || speaker !== message.from);
      nodes.push(row);
      day = ofDay;
      speaker = message.from;
    }
    const present = [...this.log.children];
    if (nodes.length !== present.length || nodes.some((node, at) => node !== present[at])) this.replace(nodes);
  }

  replace(nodes) {
    const top = this.wall.scrollTop;
    this.log.replaceChildren(...nodes);
    this.wall.scrollTop = top;
  }

  showEmpty(notice, openers, choose) {
    const buttons = openers.map((text) => el("button", { type: "button", onclick: () => choose(text) }, text));
    this.log.replaceChildren(
      el("p", { class: "notice" }, notice),
      el("div", { class: "openers" }, el("p", {}, "Start with"), ...buttons),
    );
  }

  select(sid) {
    for (const row of this.rows.values()) row.classList.toggle("selected", row.dataset.sid === sid);
  }

  toBottom(behavior = "instant") {
    this.wall.scrollTo({ top: this.wall.scrollHeight, behavior });
    this.sticks = true;
    this.forgetUnread();
  }

  countUnread(more) {
    this.unread += more;
    this.jump.hidden = this.unread === 0;
    this.jump.replaceChildren(icon("down"), `${this.unread} new`);
  }

  forgetUnread() {
    this.unread = 0;
    this.jump.hidden = true;
  }
}

const looksOf = (message) => JSON.stringify([message.body, message.content, message.pictures, message.isDraft]);

function dayOf(at) {
  const date = new Date(at), today = new Date(), yesterday = new Date();
  yesterday.setDate(today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return "Today";
  if (date.toDateString() === yesterday.toDateString()) return "Yesterday";
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}
