"use strict";

// What the desk's pages do beyond HTMX: keys, the menu of canned replies, dialogs, the theme, and places that are kept.
const THEME = "tulia-desk-theme";
const find = (selector) => document.querySelector(selector);
const isWriting = (element) => element.matches("input, textarea, select");

// The theme that was chosen here, otherwise the machine's.
const chosen = localStorage.getItem(THEME);
if (chosen) document.documentElement.dataset.theme = chosen;

function toggleTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  localStorage.setItem(THEME, root.dataset.theme);
}

// The newest message stays in sight, unless somebody reads further up.
function toTheEnd() {
  const talk = find("#talk[data-newest]");
  if (talk) talk.scrollTop = talk.scrollHeight;
}

// A picture takes its room only once it has come.
let isAtEnd = true;
document.addEventListener("scroll", ({ target }) => {
  if (target.id === "talk") isAtEnd = target.scrollHeight - target.scrollTop - target.clientHeight < 60;
}, true);
document.addEventListener("load", ({ target }) => {
  if (isAtEnd && target.matches?.("#talk img")) toTheEnd();
}, true);

let place = null;
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id !== "talk") return;
  const talk = event.target;
  place = {
    isAtEnd, top: talk.scrollTop,
    open: [...talk.querySelectorAll("details[open]")].map((each) => each.dataset.keep),
  };
});
document.addEventListener("htmx:afterSwap", (event) => {
  event.target.closest(".why")?.scrollIntoView({ block: "nearest" });
  if (!place) return;
  if (place.isAtEnd) toTheEnd();
  else find("#talk").scrollTop = place.top;
});
// Opened once HTMX listens, so that what stands in them is asked for.
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id === "suggestion" && isAtEnd) toTheEnd();
  if (event.target.id !== "talk" || !place) return;
  for (const details of event.target.querySelectorAll("details")) details.open = place.open.includes(details.dataset.keep);
  place = null;
});

// What is being written stays when the composer is drawn anew because somebody else has changed something: the words as
// they stand at that moment, the file beside them, and the place where the next key goes.
// While a dialog is open nothing is drawn under it; what changed meanwhile is drawn once it closes.
let draft = null, isMissed = false;
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.id !== "composer" || !find("dialog[open]")) return;
  event.preventDefault();
  isMissed = true;
});
document.addEventListener("close", () => {
  if (isMissed) document.body.dispatchEvent(new CustomEvent("desk:changed"));
  isMissed = false;
}, true);
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id === "composer" && find("dialog[open]")) {
    event.detail.shouldSwap = false;
    isMissed = true;
    return;
  }
  const text = find("#text");
  if (event.target.id !== "composer" || !text) return;
  draft = {
    words: text.value, files: find("#file").files, isFocused: document.activeElement === text,
    start: text.selectionStart, end: text.selectionEnd,
  };
});
document.addEventListener("htmx:afterSwap", () => {
  const text = find("#text");
  if (!draft || !text) return;
  const { words, files, isFocused, start, end } = draft;
  draft = null;
  if (words) text.value = words;
  if (files.length) {
    find("#file").files = files;
    showFile(find("#file"));
  }
  if (!isFocused) return;
  text.focus();
  text.setSelectionRange(start, end);
});

// Canned replies: "/" at the beginning opens the menu, what follows narrows it.
function cannedReplies() {
  const text = find("#text")?.value ?? "";
  if (!/^\/[a-z0-9-]*$/i.test(text)) return [];
  const all = JSON.parse(find("#canned")?.textContent || "[]");
  return all.filter((each) => each.shortcut.startsWith(text.slice(1).toLowerCase()));
}

function drawMenu() {
  const menu = find("#canned-menu");
  if (!menu) return;
  const replies = cannedReplies();
  menu.hidden = replies.length === 0;
  menu.replaceChildren(...replies.map((each, place) => {
    const button = document.createElement("button");
    const words = document.createElement("span");
    button.type = "button";
    button.role = "option";
    button.ariaSelected = String(place === 0);
    button.textContent = `/${each.shortcut}`;
    words.textContent = each.refused ?? each.text;
    words.classList.toggle("failure", Boolean(each.refused));
    button.append(words);
    button.addEventListener("click", () => each.refused || take(each));
    return button;
  }));
}

function take(reply) {
  const text = find("#text");
  text.value = reply.text;
  drawMenu();
  text.focus();
}

// What is sent with the words; a file may go without any.
function showFile(input) {
  find("#file-name").textContent = input.files[0]?.name ?? "";
  find("#text").required = !input.files.length;
}

document.addEventListener("paste", (event) => {
  const input = find("#file");
  if (event.target.id !== "text" || !input || !event.clipboardData.files.length) return;
  event.preventDefault();
  input.files = event.clipboardData.files;
  showFile(input);
});

function moveInMenu(step) {
  const options = [...find("#canned-menu").children];
  const at = options.findIndex((each) => each.ariaSelected === "true");
  options[at].ariaSelected = "false";
  const next = options[(at + step + options.length) % options.length];
  next.ariaSelected = "true";
  next.scrollIntoView({ block: "nearest" });
}

document.addEventListener("input", (event) => {
  if (event.target.id !== "text") return;
  drawMenu();
  tellTyping(event.target);
});

// Who writes is told now and then; it shows for as long as somebody may still be at it.
const TYPING_MS = 3_000, STILL_MS = 6_000;
let typedAt = 0, stillTyping = 0;

function tellTyping(text) {
  if (!text.value.trim() || text.value.startsWith("/") || Date.now() - typedAt < TYPING_MS) return;
  typedAt = Date.now();
  const body = new URLSearchParams({ csrfmiddlewaretoken: text.form.elements.csrfmiddlewaretoken.value });
  fetch(text.dataset.typing, { method: "POST", body }).catch(() => {});
}

function showTyping({ who, user, name }) {
  const line = find("#typing");
  if (!line || user === line.dataset.me) return;
  const words = who === "customer" ? `${line.dataset.customer} is typing…` : `${name} is writing an answer.`;
  if (line.textContent !== words) line.textContent = words;
  line.classList.toggle("hot", who !== "customer");
  clearTimeout(stillTyping);
  stillTyping = setTimeout(hideTyping, STILL_MS);
}

function hideTyping() {
  const line = find("#typing");
  if (line) line.textContent = "";
}
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
  if (event.target.id === "file") showFile(event.target);
});
document.addEventListener("submit", (event) => {
  for (const button of event.target.querySelectorAll("button")) setTimeout(() => { button.disabled = true; });
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-open], [data-close], [data-toggle], [data-theme-toggle], [data-insert], [data-bell], [data-use]");
  if (!button) return;
  if (button.dataset.open) find(`#${button.dataset.open}`)?.showModal();
  if ("close" in button.dataset) button.closest("dialog").close();
  if (button.dataset.toggle) find(`#${button.dataset.toggle}`)?.classList.toggle("shown");
  if ("themeToggle" in button.dataset) toggleTheme();
  if ("bell" in button.dataset) toggleBell();
  if (button.dataset.use) take({ text: find(`#${button.dataset.use}`).textContent });
  if (button.dataset.insert) {
    const text = button.form.elements.text;
    text.setRangeText(button.dataset.insert, text.selectionStart, text.selectionEnd, "end");
    text.focus();
  }
});

// Keys. In a field only Enter, Escape and the menu's arrows mean something.
function moveInQueue(step) {
  const tickets = [...document.querySelectorAll("[data-ticket]")];
  const at = tickets.findIndex((each) => each === document.activeElement || each.parentElement.matches(".open"));
  tickets[Math.min(Math.max(at + step, 0), tickets.length - 1)]?.focus();
}

const KEYS = {
  j: () => moveInQueue(1),
  k: () => moveInQueue(-1),
  r: () => find("#text")?.focus(),
  a: () => find("#file")?.click(),
  x: () => document.activeElement.closest(".tickets li")?.querySelector("input")?.click(),
  u: () => { location.href = find(".back")?.href ?? find(".brand").href; },
  "/": () => find("#search")?.focus(),
  "?": () => find("#shortcuts").showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.id === "text") return inComposer(event);
  if (event.key === "Enter" && event.target.matches(".choices .places input")) return toNextPlace(event);
  if (event.key === "Escape" && isWriting(event.target)) return event.target.blur();
  if (isWriting(event.target) || find("dialog[open]")) return;
  const button = find(`[data-key="${CSS.escape(event.key)}"]`);
  const act = KEYS[event.key] ?? (button && (() => button.click()));
  if (!act) return;
  event.preventDefault();
  act();
});

// Enter goes on to the next choice: a message is sent with its button.
function toNextPlace(event) {
  event.preventDefault();
  const places = [...document.querySelectorAll(".choices .places input")].filter((each) => each.checkVisibility());
  places[places.indexOf(event.target) + 1]?.focus();
}

function inComposer(event) {
  const isOpen = !find("#canned-menu").hidden;
  if (event.key === "Escape") return isOpen ? (find("#canned-menu").hidden = true) : event.target.blur();
  if (isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    return moveInMenu(event.key === "ArrowDown" ? 1 : -1);
  }
  if (event.key !== "Enter" || event.shiftKey) return;
  event.preventDefault();
  if (isOpen) find('#canned-menu [aria-selected="true"]').click();
  else if (event.target.value.trim() || find("#file").files.length) event.target.form.requestSubmit();
}

// A notification and a sound for what waits anew, where somebody has asked for them on this machine.
const BELL = "tulia-desk-bell";
let waiting = null;

function drawBell() {
  const isOn = localStorage.getItem(BELL) === "on";
  const bell = find("[data-bell]");
  if (!bell) return;
  bell.ariaPressed = String(isOn);
}

async function toggleBell() {
  const isOn = localStorage.getItem(BELL) !== "on";
  localStorage.setItem(BELL, isOn ? "on" : "off");
  drawBell();
  if (isOn && "Notification" in window && Notification.permission === "default") await Notification.requestPermission();
  if (isOn) ring();
}

function ring() {
  const sound = new AudioContext(), tone = sound.createOscillator(), volume = sound.createGain();
  volume.gain.setValueAtTime(0.12, sound.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.4);
  tone.frequency.value = 880;
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.4);
  tone.onended = () => sound.close();
}

// Who waits and did not a moment ago; nothing while somebody looks at the page.
function noticeWaiting() {
  const queue = find("#queue");
  if (!queue) return;
  const now = new Map([...queue.querySelectorAll("[data-waits]")].map((each) => [each.dataset.waits, each]));
  const fresh = waiting && [...now.keys()].find((each) => !waiting.has(each));
  waiting = new Set([...(waiting ?? []), ...now.keys()]);
  if (!fresh || localStorage.getItem(BELL) !== "on" || (document.hasFocus() && !document.hidden)) return;
  ring();
  if ("Notification" in window && Notification.permission === "granted") {
    const ticket = now.get(fresh);
    const told = new Notification(ticket.querySelector(".who").textContent, { body: ticket.querySelector(".words").textContent, tag: fresh });
    told.onclick = () => { window.focus(); location.href = ticket.href; };
  }
}

drawBell();
noticeWaiting();
document.addEventListener("htmx:afterSettle", noticeWaiting);

// A part of the page that did not come says so, and is asked for again with the rest.
for (const failed of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failed, (event) => {
    const waits = event.detail.elt.querySelector(":scope > p.mild");
    if (waits) waits.textContent = "This could not be loaded. It is tried again by itself.";
  });
}

// What is new is told by a stream; while there is none, and now and then to be sure, it is asked for.
const ASK_MS = 5_000, SURE_MS = 30_000, AGAIN_MS = 20_000;
const asked = new Set(), again = new Set();
let stream = null;
let calmSince = Date.now();

function listen() {
  stream = new EventSource(document.body.dataset.live, { withCredentials: true });
  stream.addEventListener("queue", () => refresh("queue"));
  stream.addEventListener("talk", () => { hideTyping(); refresh("talk"); });
  stream.addEventListener("typing", (event) => showTyping(JSON.parse(event.data)));
  stream.addEventListener("over", () => { stream.close(); refreshAll(); setTimeout(listen, AGAIN_MS); });
  stream.addEventListener("open", refreshAll);
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MS);
  });
}

// One request at a time for each part; what is told meanwhile is asked for after it.
function refresh(part) {
  if (asked.has(part)) again.add(part);
  else document.body.dispatchEvent(new CustomEvent(`desk:${part}`));
}

function refreshAll() {
  calmSince = Date.now();
  refresh("queue");
  refresh("talk");
  document.body.dispatchEvent(new CustomEvent("desk:calm"));
}

// The part that asked: what came in its place has its name already.
const partOf = (event) => event.detail.requestConfig.elt.id;
document.addEventListener("htmx:beforeRequest", (event) => asked.add(partOf(event)));
document.addEventListener("htmx:afterRequest", (event) => setTimeout(() => {
  asked.delete(partOf(event));
  if (again.delete(partOf(event))) refresh(partOf(event));
}));

find("dialog[data-show]")?.showModal();
if (document.body.dataset.live) {
  listen();
  setInterval(() => {
    const isHearing = stream.readyState === EventSource.OPEN;
    if (!isHearing || Date.now() - calmSince >= SURE_MS) refreshAll();
  }, ASK_MS);
}

toTheEnd();
