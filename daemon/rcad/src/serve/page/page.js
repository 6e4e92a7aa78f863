"use strict";
// Comfort for every page; each is complete without it.
(() => {
  const root = document.documentElement;
  const stored = (() => { try { return localStorage.getItem("theme"); } catch { return null; } })();
  if (stored === "light" || stored === "dark") root.dataset.theme = stored;

  // The key has been exchanged for a cookie: it need not stay in the address and the history.
  const address = new URL(location.href);
  if (address.searchParams.has("key")) {
    address.searchParams.delete("key");
    history.replaceState(null, "", address.pathname + address.search + address.hash);
  }

  const element = (name, properties) => Object.assign(document.createElement(name), properties);

  function add_theme_switch() {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const is_dark = () => (root.dataset.theme || (dark.matches ? "dark" : "light")) === "dark";
    const button = element("button", { type: "button", className: "theme" });
    const show = () => { button.textContent = is_dark() ? "Light" : "Dark"; button.title = "Switch the colours"; };
    button.addEventListener("click", () => {
      root.dataset.theme = is_dark() ? "light" : "dark";
      try { localStorage.setItem("theme", root.dataset.theme); } catch { /* It lasts for this page. */ }
      show();
    });
    show();
    document.querySelector("header").append(button);
  }

  function add_copy_buttons() {
    for (const source of document.querySelectorAll("pre.patch, #lead ol li")) {
      const button = element("button", { type: "button", className: "copy", textContent: "Copy" });
      button.addEventListener("click", async () => {
        const text = [...source.childNodes].filter((node) => node !== button).map((node) => node.textContent).join("");
        try { await navigator.clipboard.writeText(text); button.textContent = "Copied"; } catch { button.textContent = "Not copied"; }
        setTimeout(() => { button.textContent = "Copy"; }, 1500);
      });
      source.append(button);
    }
  }

  function add_log_filter() {
    const log = document.querySelector("details.log");
    if (!log) return;
    const lines = [...log.querySelectorAll(".line")];
    const field = element("input", { type: "search", placeholder: "Find in these lines" });
    const count = element("span", { className: "meta" });
    field.setAttribute("aria-label", "Find in these lines");
    count.setAttribute("role", "status");
    field.addEventListener("input", () => {
      const wanted = field.value.toLowerCase();
      let shown = 0;
      for (const line of lines) {
        line.hidden = wanted !== "" && !line.textContent.toLowerCase().includes(wanted);
        if (!line.hidden) shown += 1;
      }
      count.textContent = wanted === "" ? "" : " " + shown + " of " + lines.length + " lines";
    });
    log.querySelector("summary").after(field, count);
  }

  function search_while_typing() {
    const form = document.querySelector("form.search");
    const results = document.getElementById("results");
    if (!form || !results) return;
    let newest = 0;
    let timer;
    const search = async () => {
      const mine = ++newest;
      const target = "/search?" + new URLSearchParams(new FormData(form));
      const answer = await fetch(target);
      if (!answer.ok || mine !== newest) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      results.replaceChildren(...page.getElementById("results").childNodes);
      history.replaceState(null, "", target);
    };
    form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(search, 80); });
  }

  addEventListener("DOMContentLoaded", () => {
    add_theme_switch();
    add_copy_buttons();
    add_log_filter();
    search_while_typing();
  });
})();
