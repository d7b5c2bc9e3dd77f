// Money on the phone: the PIN prompt of M-Pesa, paying a paybill or till, what their provider writes, and what happened.

import * as api from "./api.js";
import { byId, el, icon } from "./dom.js";
import { closeOnOutside } from "./sheets.js";
import { fold, pretty } from "./panel.js";

const LIVELY_MS = 20_000;
const SMS_SHOWN_MS = 9_000;
const MAX_SMS = 2;
const PIN_DIGITS = 4;

/** The money of the chosen phone; `chosen` says whose it is, `refresh` asks for news. */
export class Money {
  constructor(chosen, refresh) {
    Object.assign(this, { chosen, refresh, events: new Map() });
    this.prompt = byId("prompt");
    this.setUpPrompt();
    this.setUpPay();
    this.clear();
  }

  clear() {
    this.events.clear();
    this.asked = this.answered = "";
    this.liveUntil = 0;
    byId("sms").replaceChildren();
    byId("money").hidden = true;
    byId("money").open = false;
    this.prompt.close();
  }

  /** Whether something is going on that the page should follow closely. */
  get isLively() {
    return this.prompt.open || Date.now() < this.liveUntil;
  }

  take({ prompt, events }, isFirst) {
    const fresh = events.filter((event) => !this.events.has(event.id));
    for (const event of fresh) this.events.set(event.id, event);
    if (fresh.length) this.draw(fresh, isFirst);
    this.showPrompt(prompt);
  }

  draw(fresh, isFirst) {
    if (!isFirst) {
      this.liveUntil = Date.now() + LIVELY_MS;
      byId("money").open = true;
      for (const event of fresh.filter(({ kind }) => kind === "sms")) showSms(event);
    }
    byId("money").hidden = false;
    byId("money-count").textContent = String(this.events.size);
    const wasOpen = new Set([...byId("money-events").querySelectorAll("details[open]")].map((node) => node.dataset.key));
    byId("money-events").replaceChildren(...[...this.events.values()].reverse().map(line));
    for (const node of byId("money-events").querySelectorAll("details")) node.open = wasOpen.has(node.dataset.key);
  }

  // ---- the prompt

  setUpPrompt() {
    const pin = byId("pin");
    pin.addEventListener("input", () => {
      pin.value = pin.value.replace(/\D/g, "").slice(0, PIN_DIGITS);
      this.showPinState();
    });
    byId("prompt-form").addEventListener("submit", (event) => {
      event.preventDefault();
      if (pin.value.length === PIN_DIGITS) this.answer("pay", pin.value);
      else pin.focus();
    });
    this.prompt.addEventListener("cancel", (event) => {
      event.preventDefault(); // the key of a keyboard, not of the phone
    });
    for (const button of this.prompt.querySelectorAll("[data-outcome]")) {
      button.addEventListener("click", () => this.answer(button.dataset.outcome));
    }
    byId("ignore").addEventListener("click", () => this.dismiss());
  }

  showPinState() {
    const typed = byId("pin").value.length;
    byId("prompt-send").disabled = typed !== PIN_DIGITS;
    byId("pin-problem").textContent = "";
  }

  showPrompt(prompt) {
    if (!prompt) {
      if (this.prompt.open) this.prompt.close();
      this.asked = "";
      return;
    }
    if (prompt.id === this.answered) return;
    byId("prompt-left").textContent = `${prompt.seconds} s to answer`;
    byId("prompt-time").style.setProperty("width", `${Math.min(100, (prompt.seconds / 60) * 100)}%`);
    if (prompt.id === this.asked) return;
    this.asked = prompt.id;
    byId("prompt-text").textContent = prompt.text;
    byId("prompt-of").textContent = this.chosen.phone.sim;
    byId("pin").value = "";
    this.showPinState();
    if (!this.prompt.open) this.prompt.showModal();
    byId("pin").focus();
  }

  dismiss() {
    this.answered = this.asked;
    this.prompt.close();
  }

  async answer(outcome, pin = "") {
    const { line, phone } = this.chosen, id = this.asked;
    const buttons = this.prompt.querySelectorAll("button");
    for (const button of buttons) button.disabled = true;
    try {
      await api.answerPrompt(line, phone, { id, outcome, pin });
      this.dismiss();
    } catch (error) {
      byId("pin-problem").textContent = error.message;
    }
    for (const button of buttons) button.disabled = false;
    byId("prompt-send").disabled = byId("pin").value.length !== PIN_DIGITS;
    this.liveUntil = Date.now() + LIVELY_MS;
    this.refresh();
  }

  // ---- paying by themselves

  setUpPay() {
    const dialog = byId("pay"), form = byId("pay-form");
    closeOnOutside(dialog);
    const showKind = () => {
      const isTill = form.elements.kind.value === "till";
      byId("pay-number-label").textContent = isTill ? "Till number" : "Business number";
      byId("pay-account-field").hidden = isTill;
      byId("pay-account").required = !isTill;
      const { paybill, till } = this.chosen.line;
      if (["", paybill, till].includes(byId("pay-number").value)) byId("pay-number").value = isTill ? till : paybill;
    };
    for (const radio of form.elements.kind) radio.addEventListener("change", showKind);
    byId("pay-open").addEventListener("click", () => {
      form.reset();
      form.elements.kind.value = this.chosen.line.is_till ? "till" : "paybill";
      byId("pay-problem").textContent = "";
      byId("pay-from").textContent = `From ${this.chosen.phone.name}, ${this.chosen.phone.sim}`;
      showKind();
      dialog.showModal();
      byId(this.chosen.line.is_till ? "pay-amount" : "pay-account").focus();
    });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      await this.pay(form, dialog);
    });
  }

  async pay(form, dialog) {
    const { line, phone } = this.chosen, button = byId("pay-send");
    const isTill = form.elements.kind.value === "till";
    button.disabled = true;
    byId("pay-problem").textContent = "";
    try {
      await api.pay(line, phone, {
        number: byId("pay-number").value.trim(),
        account: isTill ? "" : byId("pay-account").value.trim(),
        amount: byId("pay-amount").value.trim(),
      });
      dialog.close();
    } catch (error) {
      byId("pay-problem").textContent = error.message;
    }
    button.disabled = false;
    this.liveUntil = Date.now() + LIVELY_MS;
    this.refresh();
  }
}

function showSms(event) {
  const shown = byId("sms");
  const card = el(
    "div",
    { class: "sms" },
    icon("wallet"),
    el("div", {}, el("b", {}, "MPESA"), el("p", {}, event.text)),
    el("button", { class: "icon", type: "button", "aria-label": "Dismiss", onclick: () => card.remove() }, icon("close")),
  );
  shown.append(card);
  while (shown.children.length > MAX_SMS) shown.firstChild.remove();
  setTimeout(() => card.remove(), SMS_SHOWN_MS);
}

const clock = (at) =>
  new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });

function line(event) {
  const words = [el("time", { dateTime: event.at }, clock(event.at)), el("span", {}, event.text)];
  const isWire = event.wire && Object.keys(event.wire).length;
  const body = isWire ? fold(event.id, words, pretty(event.wire)) : el("div", { class: "plain-event" }, ...words);
  return el("li", { class: event.kind === "sms" ? "from-provider" : "" }, body);
}
