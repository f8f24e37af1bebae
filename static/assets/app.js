// Enhancements of the pages. Every page also works without this script.
"use strict";

// state returns the HTML of a live part without relative times, which the script updates itself, so that only other
// changes count.
const live = () => [...document.querySelectorAll("[data-live]")].filter((p) => p.dataset.live);
function state(part) {
  const copy = part.cloneNode(true);
  for (const t of copy.querySelectorAll("time[data-ago]")) t.textContent = "";
  return copy.innerHTML;
}
const shown = new Map(live().map((p) => [p, state(p)])); // before the script changes them

// Copy buttons are hidden without a script. offer shows them, also in parts that are loaded later.
function offer(root) {
  for (const b of root.querySelectorAll("[data-copy]")) b.hidden = false;
}
offer(document);
document.addEventListener("click", async (e) => {
  const b = e.target.closest("[data-copy]");
  if (!b) return;
  try {
    await navigator.clipboard.writeText(b.dataset.copy);
    b.textContent = "Copied";
  } catch {
    b.textContent = "Press Ctrl-C";
    getSelection().selectAllChildren(b.parentElement.querySelector("code"));
  }
  setTimeout(() => { b.textContent = "Copy"; }, 2000);
});

// Relative times stay correct while the page is open. skew corrects for the difference between the reader's clock and
// the server's.
function span(s) {
  if (s < 60) return Math.floor(s) + " s";
  if (s < 3600) return Math.floor(s / 60) + " min";
  if (Math.round(s / 3600) < 48) return Math.round(s / 3600) + " h";
  return Math.round(s / 86400) + " days";
}
const skew = Date.now() - Date.parse(document.documentElement.dataset.now || new Date().toISOString());
function ages(root) {
  for (const t of root.querySelectorAll("time[data-ago]")) {
    const s = (Date.now() - skew - Date.parse(t.dateTime)) / 1000;
    const words = Math.abs(s) < 1 ? s < 0 ? "now" : "just now" : s < 0 ? "in " + span(-s) : span(s) + " ago";
    if (t.textContent !== words) t.textContent = words;
  }
}
setInterval(() => ages(document), 1000);

// Times are shown in the reader's time zone. The title keeps UTC.
const clock = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium" }); // 2026-11-21 14:02:10
const zone = new Intl.DateTimeFormat("en-GB", { timeZoneName: "short" });
function localTimes(root) {
  for (const t of root.querySelectorAll("time[datetime]")) {
    const at = new Date(t.dateTime), name = zone.formatToParts(at).find((p) => p.type === "timeZoneName").value;
    if (name === "UTC") continue;
    const here = clock.format(at) + " " + name;
    if (t.hasAttribute("data-ago")) {
      t.title = here + " (" + t.title + ")";
    } else {
      t.title = t.textContent + (t.title && ", " + t.title);
      t.textContent = here;
    }
  }
}
localTimes(document);

// Menus close on a click outside and on Escape.
document.addEventListener("click", (e) => {
  for (const m of document.querySelectorAll("details.menu[open]")) if (!m.contains(e.target)) m.open = false;
});
document.addEventListener("keydown", (e) => {
  if (e.key !== "Escape") return;
  for (const m of document.querySelectorAll("details.menu[open]")) { m.open = false; m.querySelector("summary").focus(); }
});

// The result of a form scrolls into view, unless it begins in the upper half, and gets the focus: a refusal, an invalid field, an answer, what a link is, or a
// confirmation, which is moved to the section that the address names. If it names a button or a field, this has the focus.
// A field in which somebody types already keeps it.
function answer() {
  const a = document.querySelector("[role=alert], [aria-invalid=true], #answer, #found, .secret, .flash");
  if (!a) return;
  const section = a.matches(".flash") && location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (section?.matches?.("button, input")) {
    section.closest("section")?.prepend(a);
    if (typing()) return;
    section.select?.(); // what is typed replaces a name that was given
    return section.focus();
  }
  if (section) section.prepend(a);
  if (typing()) return;
  if (!a.matches("input, textarea, select")) a.tabIndex = -1;
  a.focus({ preventScroll: true });
  const box = a.getBoundingClientRect();
  if (box.top < 0 || box.bottom > innerHeight && box.top > innerHeight / 2) a.scrollIntoView({ block: box.height > innerHeight ? "start" : "center" });
}
function typing() {
  return !document.activeElement.matches("body, [autofocus], :target");
}
if (location.hash) addEventListener("load", () => requestAnimationFrame(answer)); // after the browser has scrolled to the section
else answer();

// Live parts are reloaded until the server says that they are done: less often after half a minute, and not while the
// tab is hidden. Parts that did not change or that play a video are not replaced. The focus, the selection, typed
// values and unfolded details are kept.
const focusable = "a, button, input, select, textarea, summary, [tabindex]";
const begun = Date.now();
function replace(part, next) {
  const active = document.activeElement, at = [...part.querySelectorAll(focusable)].indexOf(active);
  const named = (s) => s.parentElement.id || s.textContent;
  const opened = [...part.querySelectorAll("details[open] > summary")].map(named);
  const fields = "[name]:not(button)"; // the value of a button was not typed
  const typed = [...part.querySelectorAll(fields)].filter(changed).map((e) => [e.name, e.value, e.checked]);
  const marked = active.matches("textarea, [type=text], [type=search]") && [active.selectionStart, active.selectionEnd];
  part.replaceChildren(...next.childNodes);
  offer(part);
  localTimes(part);
  for (const s of part.querySelectorAll("details > summary")) if (opened.includes(named(s))) s.parentElement.open = true;
  for (const [name, value, checked] of typed) {
    const e = [...part.querySelectorAll(fields)].find((e) => e.name === name && (e.type !== "checkbox" && e.type !== "radio" || e.value === value));
    if (e) { e.value = value; e.checked = checked; }
  }
  part.dispatchEvent(new Event("replaced", { bubbles: true })); // for the scripts of some pages
  const now = part.querySelectorAll(focusable)[at];
  if (!now || now.id !== active.id || (now.name || now.textContent) !== (active.name || active.textContent)) return;
  now.focus({ preventScroll: true });
  if (marked) now.setSelectionRange(...marked);
}
function changed(e) {
  if (e.type === "checkbox" || e.type === "radio") return e.checked !== e.defaultChecked;
  return e.matches("select") ? [...e.options].some((o) => o.selected !== o.defaultSelected) : e.value !== e.defaultValue;
}
async function refresh() {
  if (document.hidden) {
    document.addEventListener("visibilitychange", refresh, { once: true });
    return;
  }
  let again = Math.min(...live().map((p) => Number(p.dataset.live)));
  try {
    const reply = await fetch(document.documentElement.dataset.here, { headers: { Accept: "text/html" }, redirect: "error" });
    if (!reply.ok) throw new Error(reply.status);
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    for (const part of live()) {
      const next = page.getElementById(part.id);
      if (!next) { part.removeAttribute("data-live"); if ("passing" in part.dataset) part.remove(); continue; }
      if (shown.get(part) !== state(next)) {
        if ([...part.querySelectorAll("video")].some((v) => !v.paused)) continue; // a video is playing
        shown.set(part, state(next));
        replace(part, next);
        document.title = page.title;
      }
      part.dataset.live = next.dataset.live || "";
      if (part.dataset.live === "") part.removeAttribute("data-live");
    }
    if (live().length === 0) {
      document.querySelector(".flash")?.remove(); // the message was about the start
      return;
    }
    again = Math.min(...live().map((p) => Number(p.dataset.live)));
  } catch { /* the next try may work */ }
  setTimeout(refresh, again * 1000 * (Date.now() - begun > 30000 ? 3 : 1));
}
if (live().length > 0) setTimeout(refresh, Math.min(...live().map((p) => Number(p.dataset.live))) * 1000);

// reprice shows on the button of an import what the chosen settings cost.
function reprice(price) {
  const fields = price.closest("form").elements, chosen = [...fields.profile].find((p) => p.checked);
  if (chosen) price.textContent = fields.transcript.checked ? chosen.dataset.withTranscript : chosen.dataset.alone;
}
for (const price of document.querySelectorAll("[data-price]")) {
  price.closest("form").addEventListener("change", () => reprice(price));
  addEventListener("pageshow", () => reprice(price)); // browsers restore what was chosen before
}

// dialog opens a copy of the dialog in a template.
function dialog(id) {
  const d = document.getElementById(id).content.firstElementChild.cloneNode(true);
  document.body.append(d);
  d.addEventListener("close", () => d.remove());
  d.showModal();
  return d;
}

// plain reports whether a key was pressed alone, and not into a field.
function plain(e) {
  return !e.ctrlKey && !e.metaKey && !e.altKey && !e.target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
}

// An unfolded form begins at its first field.
document.addEventListener("click", (e) => {
  const folded = e.target.closest(":is(.maker, .in-place):not([open]) > summary")?.parentElement;
  if (folded) setTimeout(() => folded.querySelector(":is(input, select, textarea):not([type=hidden], [type=checkbox])")?.focus());
});

// singleKeys reports whether the person has shortcuts of a single key.
function singleKeys() { return localStorage.getItem("keys") !== "off"; }

// The pages of support have no palette: there, the key of the search leads to the field that finds what a customer sent.
document.addEventListener("keydown", (e) => {
  if (e.key !== "/" || !plain(e) || !singleKeys() || !location.pathname.startsWith("/support") || document.getElementById("palette")) return;
  e.preventDefault();
  const field = document.querySelector("#find");
  if (field) { field.focus(); field.select(); } else location.assign("/support#find");
});

// What has begun has an address.
const own = document.querySelector("[data-address]")?.dataset.address;
if (own) history.replaceState(null, "", own);

// Filters apply immediately. The address only contains those that are set.
document.addEventListener("change", (e) => {
  const form = e.target.closest("form[data-apply]");
  if (form && e.target.matches("select, input[type=date]")) form.requestSubmit();
});
document.addEventListener("submit", (e) => {
  if (e.target.method !== "get") return;
  const empty = [...e.target.elements].filter((f) => f.name && f.value === "" && !f.disabled);
  for (const f of empty) f.disabled = true;
  setTimeout(() => { for (const f of empty) f.disabled = false; });
});

// After a click, a submit button shows that it is working and cannot be clicked again.
document.addEventListener("submit", (e) => {
  const b = e.submitter;
  if (e.defaultPrevented || !b || e.target.method === "get") return;
  if (e.target.dataset.sent) { e.preventDefault(); return; }
  e.target.dataset.sent = "yes";
  b.setAttribute("aria-busy", "true");
});
addEventListener("pageshow", () => {
  for (const f of document.querySelectorAll("form[data-sent]")) delete f.dataset.sent;
  for (const b of document.querySelectorAll("[aria-busy]")) b.removeAttribute("aria-busy");
});

// The reader's own time zone is the first suggestion.
for (const f of document.querySelectorAll("[data-zone] select")) { const here = Intl.DateTimeFormat().resolvedOptions().timeZone; f.prepend(new Option(here + ", as in this browser", here)); }

// A name that is asked for first is there to be replaced.
document.querySelector("main form input[autofocus][name=name]")?.select();
