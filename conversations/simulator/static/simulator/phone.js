// The phone: which business and which customer, and the loop that keeps the chat live.

import * as api from "./api.js";
import { Chat } from "./chat.js";
import { setUpComposer } from "./composer.js";
import { byId, el } from "./dom.js";
import { Money } from "./money.js";
import { explain, explainNothing } from "./panel.js";
import { closeOnOutside, openSheet, setUpNewCustomer } from "./sheets.js";
import { setUpTheme } from "./theme.js";

const BUSY_MS = 600;
const IDLE_MS = 2500;
const ANSWER_EXPECTED_MS = 30_000;
const NEW_CUSTOMER = "new";
const NOTICE =
  "Messages leave here as signed Twilio webhooks and come back through Twilio's API, played on this computer. Nothing reaches a real phone.";

const { lines, faults } = JSON.parse(byId("start").textContent);
const chosen = { line: null, phone: null };
let cursor = "", timer = 0, poll = null, drafts = 0, pinned = "", explained = "", hasNews = false;
const reported = new Set();

const chat = new Chat({
  retry: (message) => resend(message),
  openList: (message) => openSheet(message.content.button, message.content.items.map((item) => listRow(message, item))),
  tap: (message, kind, id, title) => say(tapped(message, kind, id, title)),
  explain: (sid) => pin(sid),
  botName: () => chosen.line.bot,
});

const money = new Money(chosen, () => refresh());

const listRow = (message, item) => ({
  title: item.item,
  description: item.description,
  choose: () => say(tapped(message, "list", item.id, item.item)),
});
const tapped = (message, kind, id, title) => ({ tap_kind: kind, tap_id: id, tap_title: title, replied_sid: message.sid });

// ---- who writes to whom

function setUpPickers() {
  byId("business").replaceChildren(...lines.map((line) => el("option", { value: line.slug }, line.name)));
  byId("business").addEventListener("change", (event) => choose(event.target.value));
  byId("customer").addEventListener("change", (event) => {
    if (event.target.value !== NEW_CUSTOMER) return choose(chosen.line.slug, event.target.value);
    byId("customer").value = chosen.phone.id;
    askNewCustomer();
  });
}

function choose(slug, phoneId) {
  const line = lines.find((one) => one.slug === slug) || lines[0];
  const phone = line.phones.find((one) => one.id === phoneId) || line.phones[0];
  Object.assign(chosen, { line, phone });
  const names = line.phones.map((one) => el("option", { value: one.id }, `${ownerOf(one)} · ${one.address}`));
  byId("customer").replaceChildren(...names, el("option", { value: NEW_CUSTOMER }, "New customer…"));
  byId("business").value = line.slug;
  byId("customer").value = phone.id;
  byId("bot").textContent = line.bot;
  byId("avatar").textContent = line.bot.slice(0, 1).toUpperCase();
  byId("avatar").dataset.slug = line.slug;
  history.replaceState(null, "", `?business=${line.slug}&customer=${phone.id}`);
  startOver();
}

/** One who hides their number has a SIM card all the same. */
const ownerOf = (phone) => (phone.address === phone.sim ? phone.name : `${phone.name} (SIM ${phone.sim})`);

function startOver() {
  poll?.abort();
  cursor = "";
  pinned = explained = "";
  reported.clear();
  chat.clear();
  money.clear();
  explainNothing();
  showPresence(false);
  refresh();
}

const askNewCustomer = setUpNewCustomer(async (fields) => {
  const { line } = chosen;
  const phone = await api.addPhone(line, fields);
  if (!line.phones.some((one) => one.id === phone.id)) line.phones.push(phone);
  choose(line.slug, phone.id);
});

// ---- the live loop

async function refresh() {
  clearTimeout(timer);
  if (document.hidden) return;
  poll?.abort();
  const own = (poll = new AbortController());
  try {
    const news = await api.updates(chosen.line, chosen.phone, cursor, own.signal);
    const isFirst = !cursor;
    cursor = news.cursor;
    showBanner("");
    show(news);
    money.take(news.money, isFirst);
  } catch (error) {
    if (error.name === "AbortError") return;
    showBanner(error.isUnreachable ? `${error.message} Trying again…` : error.message);
  }
  if (own === poll) timer = setTimeout(refresh, isBusy() ? BUSY_MS : IDLE_MS);
}

function show(news) {
  showPresence(news.typing);
  chat.take(news.messages);
  if (!chat.messages.size) chat.showEmpty(NOTICE, chosen.line.openers, (text) => say({ text }));
  reportSeen();
  explainNewest();
  hasNews = news.typing;
}

function isBusy() {
  if (money.isLively) return true;
  const messages = chat.inOrder, last = messages.at(-1);
  if (!last) return false;
  const isAwaited = last.from === "customer" && Date.now() - new Date(last.at) < ANSWER_EXPECTED_MS;
  const isMoving = messages.slice(-12).some((m) => m.from === "business" && ["sent", "delivered"].includes(m.status));
  return hasNews || isAwaited || (isMoving && Date.now() - new Date(last.at) < ANSWER_EXPECTED_MS);
}

async function reportSeen() {
  const sids = chat.inOrder
    .filter((message) => message.from === "business" && ["sent", "delivered"].includes(message.status))
    .map((message) => message.sid)
    .filter((sid) => !reported.has(sid));
  if (!sids.length || document.hidden) return;
  for (const sid of sids) reported.add(sid);
  try {
    await api.seen(chosen.line, chosen.phone, sids);
  } catch {
    for (const sid of sids) reported.delete(sid); // told again with the next news
  }
}

// ---- sending

function say(fields) {
  const draft = `draft-${Date.now()}-${(drafts += 1)}`;
  const message = {
    sid: draft, draft, isDraft: true, order: `~${String(drafts).padStart(6, "0")}`, from: "customer",
    body: fields.tap_title || fields.text || "", status: "queued", at: new Date().toISOString(), problem: "",
    content: contentOf(fields), pictures: fields.picture ? [URL.createObjectURL(fields.picture)] : [], fields,
  };
  if (!chat.messages.size) chat.log.replaceChildren();
  chat.take([message]);
  transmit(message);
}

function contentOf(fields) {
  if (fields.tap_kind) return { tap: {}, replied: fields.replied_sid };
  return fields.latitude ? { location: fields } : null;
}

let queue = Promise.resolve();

/** One after another, so that a burst arrives in the order it was written. */
function transmit(message) {
  const { line, phone } = chosen;
  queue = queue.then(async () => {
    try {
      const sent = await api.send(line, phone, { ...message.fields, draft: message.draft });
      if (phone === chosen.phone) chat.take([sent]);
    } catch (error) {
      if (phone === chosen.phone) takeUnsent(message, error);
    }
    if (phone === chosen.phone) refresh();
  });
  clearTimeout(timer);
  timer = setTimeout(refresh, BUSY_MS);
}

/** A message that the server did not take; one it had kept before it failed is told with the news. */
function takeUnsent(message, error) {
  const isKept = chat.inOrder.some((known) => known.draft === message.draft && !known.isDraft);
  if (!isKept) chat.take([{ ...message, status: "failed", problem: error.message, retry: error.isUnreachable }]);
}

function resend(message) {
  const again = { ...message, status: "queued", problem: "", retry: false };
  chat.take([again]);
  transmit(again);
}

// ---- the panel beside the chat

function pin(sid) {
  pinned = sid;
  openPanel(true);
  explainNewest();
}

function explainNewest() {
  const target = pinned || chat.inOrder.filter((message) => message.from === "business").at(-1)?.sid || "";
  byId("follow").hidden = !pinned;
  chat.select(pinned);
  if (!target || target === explained) return;
  explained = target;
  explain(chosen.line, chat.messages.get(target));
}

function openPanel(isOpen) {
  byId("app").classList.toggle("with-panel", isOpen);
  byId("panel-open").setAttribute("aria-expanded", String(isOpen));
  if (matchMedia("(min-width: 900px)").matches) localStorage.setItem("tulia.panel", isOpen ? "open" : "closed");
}

function setUpPanel() {
  const isWide = matchMedia("(min-width: 900px)").matches;
  openPanel(isWide && localStorage.getItem("tulia.panel") !== "closed");
  byId("panel-open").addEventListener("click", () => openPanel(!byId("app").classList.contains("with-panel")));
  byId("panel-close").addEventListener("click", () => openPanel(false));
  byId("follow").addEventListener("click", () => {
    pinned = "";
    explainNewest();
  });
  document.addEventListener("keydown", (event) => {
    const isDrawer = !matchMedia("(min-width: 900px)").matches;
    if (event.key === "Escape" && isDrawer && !document.querySelector("dialog[open]")) openPanel(false);
  });
}

// ---- small things

function showPresence(isTyping) {
  byId("presence").textContent = isTyping ? "typing…" : chosen.line.name;
  byId("presence").classList.toggle("typing", isTyping);
}

function showBanner(sentence) {
  byId("banner").hidden = !sentence;
  byId("banner").textContent = sentence;
}

function setUpFaults() {
  const plan = async ({ kind, about }) => {
    try {
      await api.addFault(chosen.line, chosen.phone, kind);
      showBanner(`Planned for the next ${about}.`);
      setTimeout(() => showBanner(""), 2500);
    } catch (error) {
      showBanner(error.message);
    }
  };
  byId("menu-open").addEventListener("click", () =>
    openSheet("Make something go wrong", [
      { heading: "With the next reply" },
      ...faults.filter(({ about }) => about === "reply").map((fault) => ({ title: fault.label, choose: () => plan(fault) })),
      { heading: "With the next payment" },
      ...faults.filter(({ about }) => about === "payment").map((fault) => ({ title: fault.label, choose: () => plan(fault) })),
    ]),
  );
}

function start() {
  setUpTheme();
  closeOnOutside(byId("sheet"));
  setUpPanel();
  if (!lines.length) return showBanner("No demo tenant is loaded, so there is nobody to write to.");
  setUpPickers();
  setUpFaults();
  setUpComposer(say);
  document.addEventListener("visibilitychange", () => !document.hidden && refresh());
  const asked = new URLSearchParams(location.search);
  choose(asked.get("business"), asked.get("customer"));
}

start();
