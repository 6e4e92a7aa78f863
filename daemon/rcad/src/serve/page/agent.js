"use strict";
// Shows a job while it works, and takes its answer into the page when it has ended. Text goes in as text, never as markup.
(() => {
  const section = document.getElementById("agent");
  if (!section || !("live" in section.dataset)) return;
  const words = {
    started: "It begins.", action: "A tool is at work.", synthesis: "The answer is held against the evidence.",
    complete: "It has ended.",
  };
  const state = section.querySelector(".state span");
  const progress = section.querySelector("progress");
  const steps = section.querySelector(".steps");
  const stream = section.querySelector(".stream");
  const stream_limit = 4000;
  const source = new EventSource(location.pathname + "/steps" + location.search);
  // The stream begins with what was so far, which the page has too: it starts over.
  source.addEventListener("open", () => { steps.replaceChildren(); stream.textContent = ""; });
  source.addEventListener("seen", (event) => {
    const seen = JSON.parse(event.data);
    if (seen.seen === "step") {
      const row = document.createElement("li");
      const kind = document.createElement("b");
      const text = document.createElement("span");
      row.className = kind.textContent = seen.kind;
      text.textContent = seen.text;
      row.append(kind, " ", text);
      steps.append(row);
      state.textContent = words[seen.kind] || "The model is at work.";
      progress.value = seen.progress;
      stream.textContent = "";
    } else if (seen.seen === "text") {
      state.textContent = seen.thinking ? "The model thinks." : "The model writes.";
      stream.textContent = (stream.textContent + seen.text).slice(-stream_limit);
      stream.scrollTop = stream.scrollHeight;
    } else if (seen.seen === "ended" || seen.seen === "idle") {
      source.close();
      renew();
    }
  });
  async function renew() {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // What the reader has opened stays open: only what the answer changes is replaced.
    for (const id of ["lead", "agent"]) {
      const before = document.getElementById(id);
      const after = page.getElementById(id);
      if (before && after) before.replaceWith(after);
    }
  }
})();
