"use strict";

// The policy of these pages lets no text be compiled to code. Alpine's own build for that stands in the place of the one
// that unfold brings (unfold/js/alpine/alpine.js): it reads one expression over names that it has been given. What unfold
// writes in attributes beyond that is a function here, and the attribute is made to name it.
document.addEventListener("alpine:init", () => {
  const first = /activeTab: '([^']*)'/.exec(document.body.getAttribute("x-data") ?? "")?.[1] ?? "";
  for (const [selector, attribute, renamed] of [
    ["body", "x-data", () => "adminPage()"],
    ["body", "x-init", () => null],
    ["[x-on\\:click*=localStorage]", "x-on:click", () => "toggleSidebar()"],
    ["[x-on\\:click\\.prevent*='window.location']", "x-on:click.prevent", () => "follow($el)"],
    ["form[x-bind\\:action]", "x-bind:action", () => "addressWithTab()"],
    ["[x-on\\:keydown\\.enter\\.prevent^='if (']", "x-on:keydown.enter.prevent",
      (words) => words.replace(/^if \((.*)\) (\w+\(.*)$/, "$1 && $2")],
  ]) {
    for (const element of document.querySelectorAll(selector)) {
      const name = renamed(element.getAttribute(attribute));
      if (name === null) element.removeAttribute(attribute);
      else element.setAttribute(attribute, name);
    }
  }

  for (const made of [theme, searchForm, searchDropdown, searchCommand]) Alpine.data(made.name, made);

  Alpine.data("adminPage", () => ({
    activeTab: first && (getCurrentTab() || first),
    sidebarMobileOpen: false,
    sidebarDesktopOpen: localStorage.getItem("sidebarDesktopOpen") !== "0",
    toggleSidebar() {
      this.sidebarDesktopOpen = !this.sidebarDesktopOpen;
      localStorage.setItem("sidebarDesktopOpen", this.sidebarDesktopOpen ? "1" : "0");
    },
    follow(link) {
      location.href = link.href + location.hash;
    },
    addressWithTab() {
      const tab = this.activeTab && this.activeTab !== "general" ? `#${this.activeTab}` : "";
      return location.pathname + location.search + tab;
    },
  }));
});
