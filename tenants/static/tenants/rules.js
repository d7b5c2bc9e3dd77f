"use strict";

// Rows of a rules form: added from their template, taken away, and a preview of what customers would read.

document.addEventListener("click", (event) => {
  const adds = event.target.closest("[data-adds]");
  const removes = event.target.closest("[data-removes]");
  if (adds) addRow(adds.closest("[data-rows]"));
  else if (removes) removeRow(removes.closest("[data-row]"));
});

function addRow(rows) {
  const list = rows.querySelector(":scope > [data-list]");
  const blank = rows.querySelector(":scope > template");
  // Numbers only go up: a row that was taken away leaves a gap, which the reader of the form skips.
  rows.dataset.next = Number(rows.dataset.next ?? list.children.length) + 1;
  const place = String(Number(rows.dataset.next) - 1);
  const row = document.createElement("div");
  row.innerHTML = blank.innerHTML.replaceAll(blank.dataset.blank, place);
  const added = row.firstElementChild;
  list.append(added);
  added.querySelector("input, textarea, select")?.focus();
  changed(list);
}

function removeRow(row) {
  const list = row.parentElement;
  row.closest("[data-rows]").dataset.next ??= String(list.children.length);
  row.remove();
  changed(list);
}

function changed(element) {
  element.dispatchEvent(new Event("input", { bubbles: true }));
}

function preview(box) {
  const form = box.closest("form");
  let waiting = 0;
  let newest = 0;
  const show = async () => {
    const asked = ++newest;
    const data = new FormData(form);
    for (const [name, value] of [...data]) if (value instanceof File) data.delete(name);
    try {
      const answer = await fetch(box.dataset.preview, { method: "POST", body: data });
      const words = await answer.text();
      if (asked === newest && answer.ok) box.innerHTML = words;
    } catch {
      // Without a connection the last preview stays.
    }
  };
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, 400);
  });
  show();
}

document.addEventListener("DOMContentLoaded", () => {
  for (const box of document.querySelectorAll("[data-preview]")) preview(box);
});
