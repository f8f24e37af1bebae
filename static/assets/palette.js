// Search and keyboard shortcuts, on the pages of a workspace. Every page also works without this script.
"use strict";

// The palette searches while the person types. It shows the results of the search page.
function palette() {
  const d = dialog("palette"), form = d.querySelector("form"), found = d.querySelector(".found");
  let asked = 0;
  async function look() {
    const turn = ++asked;
    await new Promise((done) => setTimeout(done, 120)); // wait for the next letter
    if (turn !== asked) return;
    const reply = await fetch(form.action + "?" + new URLSearchParams(new FormData(form)), { headers: { Accept: "text/html" } }).catch(() => null);
    if (!reply || !reply.ok || turn !== asked) return;
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    found.replaceChildren(...(page.getElementById("found") || document.createElement("div")).childNodes);
    found.querySelector("a")?.classList.add("enters"); // what Enter opens
  }
  form.addEventListener("input", () => { found.querySelector(".enters")?.classList.remove("enters"); look(); }); // found for other words
  form.addEventListener("submit", (e) => {
    const first = found.querySelector(".enters"); // else the search page opens
    if (first) { e.preventDefault(); first.click(); }
  });
  d.addEventListener("click", (e) => { if (e.target.closest("a")) d.close(); }); // it may lead to a field of this page, which gets the focus
  d.addEventListener("keydown", (e) => {
    if (e.key === "Escape") { e.preventDefault(); d.close(); } // otherwise the first Escape only clears the field
    const step = { ArrowUp: -1, ArrowDown: 1 }[e.key], stops = [form.elements.q, ...found.querySelectorAll("a")];
    const enters = document.activeElement === stops[0] && found.querySelector(".enters"); // Down goes on from what is highlighted
    const next = step && (stops[stops.indexOf(enters || document.activeElement) + step] || enters);
    if (next) { e.preventDefault(); next.focus(); }
  });
  look();
}
document.addEventListener("click", (e) => {
  if (e.target.closest("[data-palette]") && !e.ctrlKey && !e.metaKey) { e.preventDefault(); palette(); }
});

// Keyboard shortcuts. Single keys can be turned off, and none is active while the person types.
const rows = "table.rows > tbody > tr, .gallery > li";
let going = 0;
function row(step) {
  const list = [...document.querySelectorAll(rows)], at = list.findIndex((r) => r.contains(document.activeElement));
  list[at < 0 ? (step > 0 ? 0 : list.length - 1) : at + step]?.querySelector('a[href]:not([tabindex="-1"])')?.focus();
}
function keyList() {
  const d = dialog("key-list"), b = d.querySelector("[data-keys]"), say = () => { b.textContent = "Switch single-key shortcuts " + (singleKeys() ? "off" : "on"); };
  b.addEventListener("click", () => { localStorage.setItem("keys", singleKeys() ? "off" : "on"); say(); });
  say();
  d.focus(); // the browser focuses the first button, which stands at the end of a long list
  d.scrollTop = 0;
}
document.addEventListener("keydown", (e) => {
  if (document.querySelector("dialog[open]")) return;
  if ((e.ctrlKey || e.metaKey) && e.key === "k") { e.preventDefault(); palette(); return; }
  if (!plain(e)) return;
  if (e.key === "?") { keyList(); return; }
  if (!singleKeys()) return;
  const to = Date.now() - going < 1500 && document.querySelector(`[data-go="${CSS.escape(e.key)}"]`);
  going = e.key === "g" ? Date.now() : 0;
  if (to) { to.click(); return; }
  const act = { "/": palette, j: () => row(1), k: () => row(-1), x: () => document.activeElement.closest(rows)?.querySelector("[type=checkbox]")?.click() }[e.key];
  if (act) { e.preventDefault(); act(); }
});
