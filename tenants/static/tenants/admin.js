"use strict";

// A button with data-copies copies the input with that id, also where the clipboard API is missing (plain http).
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copies]");
  if (!button) return;
  event.preventDefault();
  const input = document.getElementById(button.dataset.copies);
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    document.execCommand("copy");
  }
  const words = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = words; }, 1500);
});

// A transcript opens at its newest message.
document.addEventListener("DOMContentLoaded", () => {
  const talk = document.querySelector(".tulia-talk[data-newest]");
  if (talk) talk.scrollTop = talk.scrollHeight;
});

// What unfolds below the edge comes into view.
document.addEventListener("toggle", (event) => {
  if (event.target.open && event.target.matches(".tulia-explained")) event.target.scrollIntoView({ block: "nearest" });
}, true);

// A select that is searched by typing stands beside the field that it is for, and bears its name.
function nameSelects() {
  for (const box of document.querySelectorAll(".select2-selection:not([aria-label])")) {
    const select = box.closest(".select2").previousElementSibling;
    const name = select?.labels?.[0]?.textContent.trim() || select?.name || "Choose";
    box.setAttribute("aria-label", name);
    box.querySelector("[role=textbox]")?.setAttribute("aria-label", name);
  }
}
addEventListener("load", () => {
  nameSelects();
  if (document.querySelector("select.admin-autocomplete")) {
    new MutationObserver(nameSelects).observe(document.body, { childList: true, subtree: true });
  }
});
