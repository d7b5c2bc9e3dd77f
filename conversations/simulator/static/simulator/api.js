// The page's requests. Every answer that is not a success becomes a Problem with a sentence for the reader.

const meta = (name) => document.querySelector(`meta[name="${name}"]`).content;
const BASE = meta("base");

export class Problem extends Error {
  constructor(message, { isUnreachable = false } = {}) {
    super(message);
    this.isUnreachable = isUnreachable;
  }
}

async function ask(path, options = {}) {
  let response;
  try {
    response = await fetch(BASE + path, { credentials: "same-origin", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem("The server cannot be reached.", { isUnreachable: true });
  }
  const isJson = (response.headers.get("content-type") || "").includes("json");
  const body = isJson ? await response.json() : null;
  if (!response.ok) {
    throw new Problem(body?.problem || `The server answered ${response.status}.`, { isUnreachable: response.status >= 500 });
  }
  return body;
}

function post(path, fields) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) body.append(name, one);
  }
  return ask(path, { method: "POST", body, headers: { "X-CSRFToken": meta("csrf-token") } });
}

const phonePath = (line, phone) => `api/${line.slug}/phones/${phone.id}`;

export const updates = (line, phone, after, signal) =>
  ask(`${phonePath(line, phone)}/updates?after=${encodeURIComponent(after)}`, { signal });
export const send = (line, phone, fields) => post(`${phonePath(line, phone)}/send`, fields);
export const seen = (line, phone, sids) => post(`${phonePath(line, phone)}/seen`, { sid: sids });
export const addPhone = (line, fields) => post(`api/${line.slug}/phones/`, fields);
export const addFault = (line, phone, kind) => post(`${phonePath(line, phone)}/faults`, { kind });
export const answerPrompt = (line, phone, fields) => post(`${phonePath(line, phone)}/prompt`, fields);
export const pay = (line, phone, fields) => post(`${phonePath(line, phone)}/payments`, fields);
export const why = (line, sid) => ask(`api/${line.slug}/messages/${encodeURIComponent(sid)}/why`);
