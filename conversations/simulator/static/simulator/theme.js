// Light or dark: as the system has it, until the reader chooses.

import { byId, icon } from "./dom.js";

const KEY = "tulia.theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

export function setUpTheme() {
  const kept = localStorage.getItem(KEY);
  if (kept) document.documentElement.dataset.theme = kept;
  const isDark = () => (document.documentElement.dataset.theme || (dark.matches ? "dark" : "light")) === "dark";
  const draw = () => byId("theme").replaceChildren(icon(isDark() ? "sun" : "moon"));
  byId("theme").addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    localStorage.setItem(KEY, document.documentElement.dataset.theme);
    draw();
  });
  dark.addEventListener("change", draw);
  draw();
}
