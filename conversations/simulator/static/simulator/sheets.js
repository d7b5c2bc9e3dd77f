// Sheets that slide in from the bottom: the rows of a list, what can be attached, what can go wrong.

import { byId, el, icon } from "./dom.js";

export function openSheet(title, rows) {
  const sheet = byId("sheet");
  byId("sheet-title").textContent = title;
  byId("rows").replaceChildren(...rows.map((row) => choice(row, sheet)));
  sheet.showModal();
}

function choice(row, sheet) {
  if (row.heading) return el("h3", { class: "heading" }, row.heading);
  const pick = () => {
    sheet.close();
    row.choose();
  };
  const text = el("span", {}, el("b", {}, row.title), row.description?.trim() ? el("small", {}, row.description) : null);
  return el("button", { class: "choice", type: "button", onclick: pick }, row.icon ? icon(row.icon) : null, text);
}

/** A click beside the sheet, or on its cross, closes it; one that began within it, and ended beside it, does not. */
export function closeOnOutside(dialog) {
  let pressed = null;
  dialog.addEventListener("pointerdown", (event) => (pressed = event.target));
  dialog.addEventListener("click", (event) => {
    const isBeside = event.target === dialog && pressed === dialog;
    if (isBeside || event.target.closest("[data-close]")) dialog.close();
  });
}

export function setUpNewCustomer(add) {
  const dialog = byId("customer-new"), problem = byId("customer-problem");
  closeOnOutside(dialog);
  byId("customer-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await add({ name: byId("customer-name").value.trim(), address: byId("customer-address").value.trim() });
      event.target.reset();
      dialog.close();
    } catch (error) {
      problem.textContent = error.message;
    }
  });
  return () => {
    problem.textContent = "";
    dialog.showModal();
  };
}
