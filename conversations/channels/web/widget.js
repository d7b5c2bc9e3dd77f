/* Tulia's chat for web pages. <script src="https://…/widget.js" data-tenant="key" async></script>
   data-color="#0e7c66"  data-theme="light|dark"  data-side="left"  data-open */
(() => {
  "use strict";
  const script = document.currentScript;
  if (!script || !script.dataset.tenant || window.tuliaChat) return;
  const key = script.dataset.tenant;
  const base = new URL(script.src).origin;
  const store = `tulia-chat:${key}`;
  const WORDS = {
    en: {
      chat: "Chat", open: "Open the chat", close: "Close the chat", fresh: "Start a new chat", write: "Write a message",
      send: "Send", typing: "Writing an answer", writes: "is writing", sources: "Sources", you: "You", colleague: "A colleague",
      joined: "has joined the chat", back: "is back in the chat", waits: "A colleague will answer you here",
      late: "This takes longer than usual. The answer comes here.", many: "You are writing very fast. Try again in",
      seconds: "seconds", down: "That did not get through.", again: "Try again", hello: "Ask me anything about", unread: "new",
      long: "Please write less than 4,096 characters.",
    },
    sw: {
      chat: "Zungumza", open: "Fungua mazungumzo", close: "Funga mazungumzo", fresh: "Anza mazungumzo mapya",
      write: "Andika ujumbe", send: "Tuma", typing: "Anaandika jibu", writes: "anaandika", sources: "Vyanzo", you: "Wewe", colleague: "Mwenzetu",
      joined: "amejiunga na mazungumzo", back: "amerudi kwenye mazungumzo", waits: "Mwenzetu atakujibu hapa",
      late: "Hii inachukua muda zaidi. Jibu litakuja hapa.", many: "Unaandika haraka sana. Jaribu tena baada ya sekunde",
      seconds: "", down: "Ujumbe haukufika.", again: "Jaribu tena", hello: "Niulize chochote kuhusu", unread: "mpya",
      long: "Tafadhali andika chini ya herufi 4,096.",
    },
  };
  let say = WORDS[(document.documentElement.lang || navigator.language).slice(0, 2)] || WORDS.en;

  const STYLE = `
:host { all: initial; --accent: #0e7c66; --on-accent: #fff; --paper: #fff; --ink: #17211e; --soft: #5a6864; --line: #d9e0dd;
  --theirs: #f0f4f2; --wash: #f8faf9; --bad: #a8201a; color-scheme: light; font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
:host([data-dark]) { --paper: #141b19; --ink: #e8efec; --soft: #9fb0aa; --line: #2c3935; --theirs: #202b28; --wash: #101614; --bad: #ff9d94; color-scheme: dark; }
* { box-sizing: border-box; }
button, textarea { font: inherit; color: inherit; }
button { cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.launch { position: fixed; bottom: 20px; inset-inline-end: 20px; z-index: 2147483000; min-width: 56px; height: 56px; padding: 0 18px; border: 0;
  border-radius: 28px; background: var(--accent); color: var(--on-accent); font-weight: 600; display: flex; align-items: center; gap: 10px;
  box-shadow: 0 6px 24px rgb(0 0 0 / .22); transition: transform .15s; }
.launch:hover { transform: translateY(-2px); }
.launch:focus-visible { outline-color: var(--ink); }
.launch svg { width: 24px; height: 24px; }
.badge { background: var(--bad); color: #fff; border-radius: 12px; font-size: 12px; padding: 1px 8px; }
:host([data-dark]) .badge { color: #2b0907; }
.panel { position: fixed; bottom: 20px; inset-inline-end: 20px; z-index: 2147483001; width: min(400px, calc(100vw - 40px)); height: min(640px, calc(100dvh - 40px));
  display: flex; flex-direction: column; background: var(--paper); color: var(--ink); border: 1px solid var(--line); border-radius: 18px;
  overflow: hidden; box-shadow: 0 18px 60px rgb(0 0 0 / .28); }
:host([data-side=left]) .launch, :host([data-side=left]) .panel { inset-inline: 20px auto; }
[hidden] { display: none !important; }
header { display: flex; align-items: center; gap: 12px; padding: 12px 10px 12px 16px; background: var(--accent); color: var(--on-accent); }
.face { flex: none; width: 38px; height: 38px; border-radius: 50%; background: rgb(255 255 255 / .2); display: grid; place-items: center; font-weight: 700; }
.who { flex: 1; min-width: 0; }
.who b, .who span { display: block; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.who b { font-size: 16px; line-height: 1.25; }
.who span { font-size: 13px; opacity: .92; }
header button { flex: none; width: 44px; height: 44px; border: 0; border-radius: 50%; background: none; display: grid; place-items: center; }
header button:hover { background: rgb(255 255 255 / .16); }
header button:focus-visible { outline-color: var(--on-accent); outline-offset: -4px; }
header svg { width: 20px; height: 20px; }
.log { flex: 1; overflow-y: auto; overscroll-behavior: contain; padding: 16px; background: var(--wash); display: flex; flex-direction: column; gap: 8px; }
.log > :first-child { margin-top: auto; }
.row { max-width: 88%; align-self: flex-start; }
.row.mine { align-self: flex-end; }
.name { font-size: 12px; color: var(--soft); margin: 4px 6px 2px; }
.bubble { padding: 9px 13px; border-radius: 4px 16px 16px 16px; background: var(--theirs); white-space: pre-wrap; overflow-wrap: anywhere; }
.mine .bubble { border-radius: 16px 4px 16px 16px; background: var(--accent); color: var(--on-accent); }
.bubble a { color: inherit; text-underline-offset: 2px; }
.bubble img { display: block; max-width: 100%; border-radius: 10px; margin-bottom: 6px; }
.options { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 8px; }
.options button, .topics button { text-align: start; min-height: 40px; padding: 7px 14px; border: 1px solid var(--accent); border-radius: 20px; background: var(--paper); color: var(--ink); }
.options button:hover:enabled, .topics button:hover { background: var(--accent); color: var(--on-accent); }
.options button:disabled { border-color: var(--line); color: var(--soft); cursor: default; }
.options.list { flex-direction: column; }
.options.list button { border-radius: 12px; }
.options small { display: block; color: inherit; opacity: .8; }
.topics { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 4px; }
details { font-size: 13px; color: var(--soft); margin: 4px 6px 0; }
summary { cursor: pointer; padding: 2px 0; }
details ul { margin: 2px 0 0; padding-inline-start: 18px; }
.note { align-self: center; font-size: 13px; color: var(--soft); text-align: center; margin: 4px 12px; }
.note.bad { color: var(--bad); }
.note button { margin-inline-start: 6px; min-height: 32px; padding: 2px 12px; border: 1px solid currentColor; border-radius: 16px; background: none; }
.dots { display: inline-flex; gap: 5px; padding: 14px 15px; }
.dots i { width: 7px; height: 7px; border-radius: 50%; background: var(--soft); animation: dot 1.2s infinite; }
.dots i:nth-child(2) { animation-delay: .15s; } .dots i:nth-child(3) { animation-delay: .3s; }
@keyframes dot { 0%, 60%, 100% { opacity: .3; transform: none; } 30% { opacity: 1; transform: translateY(-3px); } }
form { display: flex; align-items: flex-end; gap: 8px; padding: 10px 10px calc(10px + env(safe-area-inset-bottom)) 12px; border-top: 1px solid var(--line); background: var(--paper); }
textarea { flex: 1; resize: none; max-height: 120px; min-height: 44px; padding: 10px 14px; border: 1px solid var(--soft); border-radius: 22px; background: var(--paper); line-height: 1.4; font-size: 16px; }
textarea::placeholder { color: var(--soft); opacity: 1; }
form button { flex: none; width: 44px; height: 44px; border: 0; border-radius: 50%; background: var(--accent); color: var(--on-accent); display: grid; place-items: center; }
form button:disabled { opacity: .45; cursor: default; }
form svg { width: 20px; height: 20px; }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 480px) { .panel { inset: 0 !important; width: 100%; height: 100dvh; border: 0; border-radius: 0; } }
@media (prefers-reduced-motion: reduce) { .launch, .dots i { animation: none; transition: none; } }`;

  const ICONS = {
    chat: "M4 5h16v11H9l-5 4z", close: "M6 6l12 12M18 6L6 18", send: "M4 12l16-8-5 16-4-6z", fresh: "M5 12a7 7 0 1 0 2-5M5 4v4h4",
  };

  function make(tag, options = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(options)) {
      if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else if (name === "text") node.textContent = value;
      else if (value !== false && value !== undefined) node.setAttribute(name, value === true ? "" : value);
    }
    node.append(...children);
    return node;
  }

  function icon(name) {
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg"), path = document.createElementNS(space, "path");
    for (const [at, value] of Object.entries({ viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-width": "2",
      "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" })) svg.setAttribute(at, value);
    path.setAttribute("d", ICONS[name]);
    svg.append(path);
    return svg;
  }

  /* An answer's last paragraph may name its sources, a line each: those fold away. */
  function parted(text) {
    const found = /\n\n([^\n]{1,30}):\n((?:• [^\n]+(?:\n|$))+)$/.exec(text);
    if (!found || !found[2].includes(" — ")) return [text, null];
    return [text.slice(0, found.index), [found[1], found[2].trim().split("\n").map((line) => line.slice(2))]];
  }

  function listed(heading, sources) {
    return make("details", {}, make("summary", { text: `${heading} (${sources.length})` }),
      make("ul", {}, ...sources.map((text) => make("li", { text }))));
  }

  /* Text with *bold* and links; never markup. */
  function rich(text) {
    return text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]|\*[^*\n]+\*)/).map((part, at) => {
      if (at % 2 === 0) return part;
      if (part.startsWith("*")) return make("b", { text: part.slice(1, -1) });
      return make("a", { href: part, target: "_blank", rel: "noopener noreferrer", text: part });
    });
  }

  // What the page is remembered by.
  let thread = null;
  try { thread = localStorage.getItem(store); } catch { /* a page without storage: a new thread each time */ }
  function remember(id) {
    thread = id;
    try { id ? localStorage.setItem(store, id) : localStorage.removeItem(store); } catch { /* the same */ }
  }

  const host = make("div", { id: "tulia-chat" });
  const root = host.attachShadow({ mode: "open" });
  try { // which a page's Content-Security-Policy lets pass
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
  } catch { // older browsers
    root.append(make("style", { text: STYLE }));
  }
  if (script.dataset.side === "left") host.dataset.side = "left";
  if (/^#[0-9a-f]{6}$/i.test(script.dataset.color || "")) {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const part = parseInt(script.dataset.color.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    host.style.setProperty("--accent", script.dataset.color);
    host.style.setProperty("--on-accent", 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? "#101614" : "#fff");
  }
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const paint = () => host.toggleAttribute("data-dark", script.dataset.theme ? script.dataset.theme === "dark" : dark.matches);
  dark.addEventListener("change", paint);
  paint();

  const badge = make("span", { class: "badge", hidden: true });
  const label = make("span", { text: say.chat });
  const launch = make("button", { class: "launch", type: "button", "aria-expanded": "false", "aria-label": say.open, onclick: open },
    icon("chat"), label, badge);
  const face = make("div", { class: "face", "aria-hidden": "true" });
  const title = make("b", { id: "title", text: say.chat }), subtitle = make("span");
  const log = make("div", { class: "log", role: "log", "aria-live": "polite", "aria-relevant": "additions", "aria-labelledby": "title", tabindex: "0" });
  const input = make("textarea", { rows: "1", maxlength: "4096", placeholder: say.write, "aria-label": say.write, enterkeyhint: "send", oninput: () => { grow(); tellWriting(); }, onkeydown: keyed });
  const button = make("button", { type: "submit", "aria-label": say.send, title: say.send, disabled: true }, icon("send"));
  const fresh = make("button", { type: "button", "aria-label": say.fresh, title: say.fresh, onclick: startAnew }, icon("fresh"));
  const form = make("form", { onsubmit: (event) => { event.preventDefault(); submit(); } }, input, button);
  const panel = make("section", { class: "panel", role: "dialog", "aria-labelledby": "title", hidden: true, onkeydown: (event) => { if (event.key === "Escape") close(); } },
    make("header", {}, face, make("div", { class: "who" }, title, subtitle), fresh,
      make("button", { type: "button", "aria-label": say.close, title: say.close, onclick: close }, icon("close"))),
    log, form);
  root.append(launch, panel);
  if (document.body) document.body.append(host);
  else addEventListener("DOMContentLoaded", () => document.body.append(host));
  window.tuliaChat = { open, close, send: (text) => { open(); return send(String(text)); } };

  let business = null, owner = { owner: "assistant", person: "" }, begun = false, busy = false, unread = 0;

  function headers() { return { "Content-Type": "application/json", "X-Tulia-Key": key }; }
  function post(path, body, from = base, signal) {
    return fetch(`${from}/api/v1/chat/${path}`, { method: "POST", headers: headers(), body: JSON.stringify(body), signal, credentials: "omit" });
  }

  async function open() {
    panel.hidden = false;
    launch.hidden = true;
    launch.setAttribute("aria-expanded", "true");
    count(0);
    input.focus();
    if (!begun) { begun = true; await begin(); }
    log.scrollTop = log.scrollHeight;
  }

  function close() {
    panel.hidden = true;
    launch.hidden = false;
    launch.setAttribute("aria-expanded", "false");
    launch.focus();
  }

  function count(number) {
    unread = number;
    badge.hidden = !number;
    badge.textContent = number;
    launch.setAttribute("aria-label", number ? `${say.open}, ${number} ${say.unread}` : say.open);
  }

  async function begin() {
    try {
      const response = await fetch(`${base}/api/v1/property/`, { headers: { "X-Tulia-Key": key }, credentials: "omit" });
      if (!response.ok) throw new Error(String(response.status));
      business = await response.json();
    } catch {
      begun = false;
      return note(say.down, [say.again, () => { clear(); begun = true; begin(); }]);
    }
    tellOwner();
    if (thread) await refresh();
    if (!log.querySelector(".row")) greet();
    listen();
  }

  function clear() { log.replaceChildren(); }

  function greet() {
    const row = bubble({ author: "assistant", text: `${say.hello} ${business.name}.`, options: [] });
    if (business.topics.length) {
      row.append(make("div", { class: "topics" }, ...business.topics.map((topic) =>
        make("button", { type: "button", text: topic, onclick: () => { row.querySelector(".topics").remove(); send(topic); } }))));
    }
  }

  function startAnew() {
    remember(null);
    clear();
    owner = { owner: "assistant", person: "" };
    tellOwner();
    if (business) greet();
    input.focus();
    listen();
  }

  function tellOwner(next) {
    const before = owner.owner;
    if (next) owner = { owner: next.owner, person: next.person };
    if (!business) return;
    const isPerson = owner.owner === "operator";
    const name = isPerson ? owner.person || say.colleague : business.bot_name;
    title.textContent = name;
    subtitle.textContent = isPerson || name !== business.name ? business.name : business.location;
    face.textContent = name.slice(0, 1).toUpperCase();
    if (next && before !== owner.owner) {
      note({ operator: `${name} ${say.joined}.`, nobody: `${say.waits}.`, assistant: `${business.bot_name} ${say.back}.` }[owner.owner]);
    }
  }

  function atEnd() { return log.scrollHeight - log.scrollTop - log.clientHeight < 80; }
  function place(node, force) {
    const follows = force || atEnd();
    const typing = log.querySelector(".typing");
    typing && !node.classList.contains("mine") ? typing.before(node) : log.append(node);
    if (follows) log.scrollTop = log.scrollHeight;
    return node;
  }

  function note(text, retry) {
    const node = make("p", { class: retry ? "note bad" : "note", role: retry ? "alert" : "status", text });
    if (retry) node.append(make("button", { type: "button", text: retry[0], onclick: () => { node.remove(); retry[1](); } }));
    return place(node);
  }

  function bubble(message) {
    const mine = message.author === "visitor";
    if (mine) log.querySelectorAll(".options button").forEach((old) => { old.disabled = true; });
    const row = make("div", { class: mine ? "row mine" : "row" });
    row.append(make("span", { class: "sr", text: `${mine ? say.you : nameOf(message)}: ` }));
    if (message.author === "operator") row.append(make("div", { class: "name", "aria-hidden": "true", text: nameOf(message) }));
    fill(row, message);
    return place(row, mine);
  }

  function nameOf(message) {
    return message.author === "operator" ? message.person || say.colleague : business ? business.bot_name : "";
  }

  function fill(row, message) {
    const follows = atEnd();
    if (message.id) row.dataset.id = message.id;
    row.querySelectorAll(".bubble, .options, details").forEach((old) => old.remove());
    const [text, sources] = message.author === "visitor" ? [message.text, null] : parted(message.text);
    const body = make("div", { class: "bubble" }, ...(message.author === "visitor" ? [text] : rich(text)));
    if (message.url && /^https?:/.test(message.url)) {
      const isPicture = /\.(png|jpe?g|webp|gif)($|\?)/i.test(message.url) || message.kind !== "media";
      body.prepend(isPicture ? make("img", { src: message.url, alt: message.text || "", onerror: (event) => event.target.replaceWith(...rich(message.url)) })
        : make("span", {}, ...rich(message.url)));
    }
    row.append(body);
    if (sources) row.append(listed(...sources));
    if (message.options && message.options.length) {
      log.querySelectorAll(".options button").forEach((old) => { old.disabled = true; });
      row.append(make("div", { class: `options ${message.kind}`, role: "group" }, ...message.options.map((option) => {
        const [title, more] = worded(option, message.text);
        const tap = make("button", { type: "button", onclick: () => send(title, option.id) }, title);
        if (more) tap.append(make("small", { text: more }));
        return tap;
      })));
    }
    if (follows) log.scrollTop = log.scrollHeight;
  }

  /* A row's title may be cut for a phone, with the whole of it behind; what the text above says is not said again. */
  function worded(option, text) {
    const parts = (option.description || "").split(" · ").filter(Boolean);
    const start = option.title.endsWith("…") ? option.title.slice(0, -1).trim() : "";
    const whole = (start && parts.find((part) => part.startsWith(start))) || option.title;
    return [whole, parts.filter((part) => part !== whole && !text.includes(part)).join(" · ")];
  }

  function typing(isOn) {
    log.querySelector(".typing")?.remove();
    log.setAttribute("aria-busy", String(isOn));
    if (!isOn || owner.owner !== "assistant") return;
    dots(say.typing);
    log.scrollTop = log.scrollHeight;
  }

  function dots(words) {
    const follows = atEnd();
    log.append(make("div", { class: "row typing" }, make("span", { class: "sr", text: words }),
      make("div", { class: "bubble dots", "aria-hidden": "true" }, make("i"), make("i"), make("i"))));
    if (follows) log.scrollTop = log.scrollHeight;
  }

  /* A person who writes shows for as long as they may still be at it; their words take its place. */
  let stillWrites = 0;
  function personWrites(isOn = true) {
    clearTimeout(stillWrites);
    if (busy || owner.owner !== "operator") return;
    if (!isOn) log.querySelector(".typing")?.remove();
    else if (!log.querySelector(".typing")) dots(`${owner.person || say.colleague} ${say.writes}`);
    if (isOn) stillWrites = setTimeout(() => personWrites(false), 6000);
  }

  /* The other way round: told now and then, to a person only. */
  let toldAt = 0;
  function tellWriting() {
    if (!thread || owner.owner === "assistant" || !input.value.trim() || Date.now() - toldAt < 3000) return;
    toldAt = Date.now();
    post("typing/", { thread_id: thread }).catch(() => { /* nothing is lost */ });
  }

  function grow() {
    input.style.height = "auto";
    input.style.height = `${Math.min(input.scrollHeight + 2, 120)}px`;
    button.disabled = busy || !input.value.trim();
  }

  function keyed(event) {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); submit(); }
  }

  function submit() {
    const text = input.value.trim();
    if (!text || busy) return;
    input.value = "";
    grow();
    send(text);
  }

  async function send(text, tapped = "") {
    if (busy) return;
    busy = true;
    grow();
    // Who tapped by keyboard goes on in the text; by finger, that would open the phone's keyboard.
    if (log.querySelector("button:focus-visible")) input.focus();
    log.querySelectorAll(".options button").forEach((old) => { old.disabled = true; });
    log.querySelector(".topics")?.remove();
    const row = bubble({ author: "visitor", text, options: [] });
    await deliver(row, { message: text, tapped, message_id: randomId() });
    busy = false;
    grow();
  }

  function randomId() {
    if (crypto.randomUUID) return crypto.randomUUID();
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /* The same message may be sent again: its id makes it one. */
  async function deliver(row, said) {
    typing(true);
    const body = () => ({ ...said, ...(thread ? { thread_id: thread } : {}) });
    let outcome = "down";
    try {
      let response = await post("stream/", body(), business?.streams_url || base);
      if (response.status === 404 && thread) { remember(null); response = await post("stream/", body(), business?.streams_url || base); }
      outcome = response.ok ? await follow(response, row) : await refused(response);
    } catch { /* the way of streams is cut off: the other one is tried */ }
    if (outcome === "down") {
      try {
        const response = await post("", body());
        outcome = response.ok ? whole(await response.json(), row) : await refused(response);
      } catch { outcome = "down"; }
    }
    typing(false);
    if (outcome === "down") note(say.down, [say.again, () => { busy = true; deliver(row, said).finally(() => { busy = false; grow(); }); }]);
    if (outcome === "late") note(say.late);
    if (outcome === "done") {
      // A long answer is read from its beginning.
      log.scrollTop = Math.min(log.scrollHeight, row.offsetTop - log.offsetTop - 12);
      listen();
    }
  }

  async function refused(response) {
    if (response.status === 429) { note(`${say.many} ${response.headers.get("Retry-After") || 60} ${say.seconds}`.trim()); return "told"; }
    if (response.status === 422 || response.status === 413) { note(say.long); return "told"; }
    if (response.status === 503) {
      const told = await response.json().catch(() => ({}));
      if (told.thread_id) { remember(told.thread_id); return "late"; }
    }
    return "down";
  }

  function whole(told, row) {
    remember(told.thread_id);
    row.dataset.id = told.message_id;
    told.messages.forEach((message) => known(message.id) || bubble(message));
    cite(told.sources.map((one) => [one.title, one.section].filter(Boolean).join(" — ")));
    tellOwner(told.state_excerpt);
    return "done";
  }

  async function follow(response, row) {
    let live = null, outcome = "down", last = "";
    await events(response, (name, data) => {
      if (name === "metadata") { remember(data.thread_id); row.dataset.id = data.message_id; }
      if (name === "token" || name === "replace") {
        last = name === "token" ? last + data.content : data.content;
        live ? fill(live, { author: "assistant", text: last }) : (live = bubble({ author: "assistant", text: last, options: [] }));
      }
      if (name === "message") {
        if (known(data.id)) live?.remove();
        else live ? fill(live, data) : bubble(data);
        live = null;
        last = "";
      }
      if (name === "sources") cite(data.sources);
      if (name === "error") outcome = "late";
      if (name === "done") { if (outcome !== "late") outcome = "done"; if (data.owner) tellOwner(data); }
    });
    return outcome;
  }

  async function events(response, take) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += value;
      const blocks = rest.split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) {
        const name = /^event: (.*)$/m.exec(block), data = /^data: ?(.*)$/m.exec(block);
        if (name) take(name[1], data && data[1] ? JSON.parse(data[1]) : {});
      }
    }
  }

  function known(id) { return root.querySelector(`[data-id="${CSS.escape(id)}"]`); }

  function cite(sources) {
    const rows = log.querySelectorAll(".row:not(.mine):not(.typing)");
    const last = rows[rows.length - 1];
    if (sources.length && last && !last.querySelector("details")) last.append(listed(say.sources, sources));
  }

  async function refresh() {
    if (!thread || busy) return;
    try {
      const response = await post("messages/", { thread_id: thread });
      if (response.status === 404) { startAnew(); return; }
      if (!response.ok || busy) return;
      const told = await response.json();
      tellOwner(log.querySelector(".row") ? told : undefined);
      owner = { owner: told.owner, person: told.person };
      tellOwner();
      const news = told.messages.filter((message) => !known(message.id));
      news.forEach(bubble);
      const theirs = news.filter((message) => message.author !== "visitor").length;
      if (theirs) personWrites(false);
      if (panel.hidden && theirs) count(unread + theirs);
    } catch { /* asked again soon */ }
  }

  /* Hears that something is new, and asks for it; asks by itself while there is nothing to hear. */
  let ear = null, pause = 2000;
  async function listen() {
    if (!thread || ear?.thread === thread) return;
    ear?.stop.abort();
    const mine = (ear = { thread, stop: new AbortController() });
    while (ear === mine && thread === mine.thread) {
      try {
        const response = await post("listen/", { thread_id: thread }, business?.streams_url || base, mine.stop.signal);
        if (response.status === 404) break;
        if (response.ok) {
          pause = 2000;
          await refresh();
          await events(response, (name) => { if (name === "talk") refresh(); if (name === "typing") personWrites(); });
        }
      } catch { /* the same as an end */ }
      if (mine.stop.signal.aborted) return;
      await new Promise((done) => setTimeout(done, pause));
      pause = Math.min(pause * 2, 30000);
      if (!document.hidden) await refresh();
    }
    if (ear === mine) ear = null;
  }
  document.addEventListener("visibilitychange", () => { if (!document.hidden && begun) refresh(); });
  if (script.dataset.open !== undefined) open();
})();
