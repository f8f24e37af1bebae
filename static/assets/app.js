// What pages do more conveniently with a script: every one of them works without it.
"use strict";

// A copy button appears where there is a script to serve it, in parts that come later, too.
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

// Times in lists stay true while the page is open.
function span(s) {
  if (s < 60) return Math.floor(s) + " s";
  if (s < 3600) return Math.floor(s / 60) + " min";
  if (s < 172800) return Math.floor(s / 3600) + " h";
  return Math.floor(s / 86400) + " days";
}
const skew = Date.now() - Date.parse(document.documentElement.dataset.now || new Date().toISOString());
function ages(root) {
  for (const t of root.querySelectorAll("time[data-ago]")) {
    const s = (Date.now() - skew - Date.parse(t.dateTime)) / 1000;
    t.textContent = Math.abs(s) < 1 ? "just now" : s < 0 ? "in " + span(-s) : span(s) + " ago";
  }
}
setInterval(() => ages(document), 10000);

// A chart says the value of the bar that is pointed at or has the focus; the arrow keys go from bar to bar.
for (const chart of document.querySelectorAll("[data-bars]")) {
  const bars = [...chart.querySelectorAll("g")];
  const reading = chart.parentElement.querySelector("[data-reading]");
  const say = (e) => { const g = e.target.closest("g"); if (g) reading.textContent = g.getAttribute("aria-label"); };
  chart.addEventListener("focusin", say);
  chart.addEventListener("mouseover", say);
  chart.addEventListener("keydown", (e) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    const next = bars[bars.indexOf(document.activeElement) + step];
    if (!step || !next) return;
    e.preventDefault();
    document.activeElement.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
}

// Menus close when something else is pressed, and by Escape.
document.addEventListener("click", (e) => {
  for (const m of document.querySelectorAll("details.menu[open]")) if (!m.contains(e.target)) m.open = false;
});
document.addEventListener("keydown", (e) => {
  if (e.key !== "Escape") return;
  for (const m of document.querySelectorAll("details.menu[open]")) { m.open = false; m.querySelector("summary").focus(); }
});

// A part that shows progress is read again until it says that it is done. Focus stays where it was.
async function refresh(part, shown) {
  try {
    const answer = await fetch(document.documentElement.dataset.here, { headers: { Accept: "text/html" }, redirect: "error" });
    if (!answer.ok) throw new Error(answer.status);
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(part.id);
    if (!next) return;
    if (next.innerHTML !== shown) {
      if (part.contains(document.activeElement)) throw new Error("somebody is in it");
      shown = next.innerHTML;
      part.replaceChildren(...next.childNodes);
      offer(part);
    }
    part.dataset.live = next.dataset.live || "";
    if (part.dataset.live === "") { part.removeAttribute("data-live"); return; }
  } catch { /* the next try may work */ }
  setTimeout(refresh, Number(part.dataset.live) * 1000, part, shown);
}
for (const part of document.querySelectorAll("[data-live]")) if (part.dataset.live) setTimeout(refresh, Number(part.dataset.live) * 1000, part);

// A line of a transcript, or a shot, leads the player to its time.
document.addEventListener("click", (e) => {
  const b = e.target.closest("[data-seek]"), player = document.querySelector("[data-player]");
  if (!b || !player) return;
  e.preventDefault();
  player.currentTime = Number(b.dataset.seek) / 1000;
  player.play().catch(() => {});
});
document.addEventListener("timeupdate", (e) => {
  const at = e.target.currentTime * 1000;
  for (const l of document.querySelectorAll("[data-line]")) l.classList.toggle("now", at >= Number(l.dataset.seek) && at < Number(l.dataset.line));
}, true); // it does not bubble
