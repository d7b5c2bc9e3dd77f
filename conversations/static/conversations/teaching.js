"use strict";

// Of the fields of all commands those of the chosen one are shown, and posted.

document.addEventListener("DOMContentLoaded", () => {
  const select = document.querySelector("select[name=command]");
  const groups = document.querySelectorAll("[data-commands] > [data-command]");
  if (!select) return;
  const show = () => {
    for (const group of groups) {
      group.hidden = group.dataset.command !== select.value;
      group.disabled = group.hidden;
    }
  };
  select.addEventListener("input", show);
  show();
});
