// A card opens its reference beside the list: the arrow keys move on, Escape closes. With a modifier key, or without this
// script, the reference opens as a page. The address names what is open, so that it is opened again.
"use strict";
const opener = ".gallery > li :is(h2, h3) > a[href*='/references/']", openers = () => [...document.querySelectorAll(opener)];

const mark = "#beside=", idOf = (href) => new URL(href).pathname.split("/").pop();
const named = (hash) => history.replaceState(history.state, "", location.pathname + location.search + hash);

// drawer opens the reference at an address. If it is pushed, the browser's own Back closes it; else the page began with it.
function drawer(href, pushed) {
  const d = dialog("drawer"), title = d.querySelector("h2"), inside = d.querySelector(".inside");
  let at = href;
  if (pushed) history.pushState(null, "", location.pathname + location.search + mark + idOf(at));
  async function show(next) {
    at = next;
    named(mark + idOf(at));
    d.querySelector("a").href = at;
    d.setAttribute("aria-busy", "true");
    const reply = await fetch(at, { headers: { Accept: "text/html" }, redirect: "error" }).catch(() => null);
    if (at !== next || !d.open) return;
    if (!reply?.ok) { named(""); location.assign(at); return; } // the page says what is wrong
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    if (at !== next) return;
    title.textContent = page.querySelector("h1").textContent;
    inside.replaceChildren(...page.querySelectorAll("[data-drawer]"));
    d.scrollTop = 0;
    d.removeAttribute("aria-busy");
    localTimes(inside);
    inside.dispatchEvent(new Event("replaced", { bubbles: true })); // for the player
    const list = openers().map((a) => a.href), n = list.indexOf(at);
    for (const b of d.querySelectorAll("[data-step]")) b.disabled = !list[n + Number(b.dataset.step)];
    title.focus();
  }
  function step(by) {
    const list = openers().map((a) => a.href), next = list[list.indexOf(at) + by];
    if (next) show(next);
  }
  d.addEventListener("click", (e) => {
    if (e.target === d) d.close(); // the backdrop
    const b = e.target.closest("[data-step]");
    if (b) step(Number(b.dataset.step));
  });
  d.addEventListener("keydown", (e) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ...singleKeys() && { k: -1, j: 1 } }[e.key];
    if (by && plain(e) && !e.target.matches("video, input, .parts")) { e.preventDefault(); step(by); }
  });
  d.addEventListener("close", () => {
    if (location.hash.startsWith(mark) && !("left" in d.dataset)) { // by then, Forward may have led back to it
      if (pushed) history.back();
      else named("");
    }
    openers().find((a) => a.href === at)?.focus();
  });
  show(at);
}
document.addEventListener("click", (e) => {
  const a = e.target.closest(opener + ", .poster")?.closest("li").querySelector(opener);
  if (!a || e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
  e.preventDefault();
  drawer(a.href, true);
});
addEventListener("popstate", () => {
  const open = document.querySelector("dialog.drawer[open]");
  if (location.hash.startsWith(mark)) {
    if (!open) reopen();
  } else if (open) {
    open.dataset.left = "";
    open.close();
  }
});
function reopen() {
  const id = location.hash.startsWith(mark) && location.hash.slice(mark.length), list = /^\/w\/[^/]+\//.exec(location.pathname);
  const a = id && openers().find((a) => idOf(a.href) === id);
  if (a) drawer(a.href);
  else if (list && /^[\w-]+$/.test(id)) drawer(new URL(list[0] + "references/" + id, location.origin).href); // the list has moved on
}
if (location.hash.startsWith(mark)) reopen();
