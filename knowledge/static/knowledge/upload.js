"use strict";

// Files are sent three at a time; each row says how far its file is, until nothing more will happen by itself.
(() => {
  const form = document.getElementById("upload");
  const drop = document.getElementById("drop");
  const input = document.getElementById("files");
  input.hasChangeListener = true; // the admin's own one looks for a field that shows the name, which is in our list
  const list = document.getElementById("rows");
  const largest = Number(form.dataset.largestMb) * 1024 * 1024;
  const AT_ONCE = 3;
  const ASK_EVERY_MS = 1000;
  const queue = [];
  const followed = new Map();
  let sending = 0;
  let timer = null;

  const size = (bytes) => bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

  function say(row, state, sentence, done) {
    row.dataset.state = state;
    row.querySelector(".said").textContent = sentence;
    if (done !== undefined) row.querySelector("progress").value = done;
    summarise();
  }

  function summarise() {
    const states = [...list.children].map((row) => row.dataset.state);
    const count = (...names) => states.filter((state) => names.includes(state)).length;
    const refused = count("refused");
    const settled = count("ready", "refused");
    document.getElementById("uploads").hidden = !states.length;
    document.getElementById("summary").textContent =
      `${count("ready")} of ${states.length} ready` + (refused ? `, ${refused} not taken` : "") + (settled < states.length ? " ..." : "");
  }

  function add(files) {
    for (const file of files) {
      const row = document.getElementById("row").content.cloneNode(true).firstElementChild;
      row.querySelector(".name").textContent = file.name;
      row.querySelector(".size").textContent = size(file.size);
      list.append(row);
      if (file.size > largest) {
        say(row, "refused", `The file is larger than ${form.dataset.largestMb} MB. Split it.`);
      } else {
        say(row, "sending", "Waiting to be sent", 0);
        queue.push([file, row]);
      }
    }
    next();
  }

  function next() {
    while (sending < AT_ONCE && queue.length) {
      sending += 1;
      send(...queue.shift());
    }
  }

  function send(file, row) {
    const request = new XMLHttpRequest();
    const body = new FormData(form);
    body.delete("file");
    body.append("file", file);
    request.open("POST", form.action);
    request.responseType = "json";
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) say(row, "sending", "Being sent", 40 * event.loaded / event.total);
    };
    request.onloadend = () => {
      sending -= 1;
      taken(row, request);
      next();
    };
    request.send(body);
  }

  function taken(row, request) {
    const answer = request.response || {};
    if (request.status === 200 && answer.id) {
      say(row, "waiting", answer.is_new_version ? "A new version, being read" : "Being read", 50);
      followed.set(answer.id, row);
      follow();
    } else {
      say(row, "refused", answer.problem || (request.status ? "The server could not take the file. Try again." : "The connection broke off. Try again."));
    }
  }

  function follow() {
    if (timer === null && followed.size) timer = setTimeout(ask, ASK_EVERY_MS);
  }

  async function ask() {
    try {
      const answer = await fetch(`${form.action}?states=${[...followed.keys()].join(",")}`, { headers: { Accept: "application/json" } });
      if (answer.ok) (await answer.json()).states.forEach(told);
    } catch {
      // The next question may reach the server again.
    }
    timer = null;
    follow();
  }

  function told(state) {
    const row = followed.get(state.id);
    const link = row.querySelector(".open");
    link.href = state.url;
    link.hidden = !state.passages;
    if (!state.is_settled) {
      const share = state.passages ? state.embedded / state.passages : 0;
      say(row, state.stage, state.sentence, state.stage === "waiting" ? 55 : 60 + 40 * share);
      return;
    }
    followed.delete(state.id);
    // A refused new version leaves the old one in use, and says so.
    if (state.problem) say(row, "refused", state.stage === "refused" ? state.problem : `${state.problem} The version before it stays in use.`);
    else say(row, "ready", state.sentence, 100);
  }

  input.addEventListener("change", () => { add([...input.files]); input.value = ""; });
  for (const name of ["dragenter", "dragover"]) {
    drop.addEventListener(name, (event) => { event.preventDefault(); drop.classList.add("is-over"); });
  }
  for (const name of ["dragleave", "drop"]) {
    drop.addEventListener(name, (event) => { event.preventDefault(); drop.classList.remove("is-over"); });
  }
  drop.addEventListener("drop", (event) => add([...event.dataTransfer.files]));
  // A file dropped beside the field must not take the page away.
  for (const name of ["dragover", "drop"]) window.addEventListener(name, (event) => event.preventDefault());
  addEventListener("beforeunload", (event) => { if (sending || queue.length) event.preventDefault(); });
})();
