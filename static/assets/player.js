// Clicking a line of a transcript or a shot moves the player to its time.
"use strict";
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
}, true); // timeupdate does not bubble

// The number of a part scrolls the strip alone. The number of the part that was pressed, or is the first in sight, is marked.
const rests = new WeakMap(); // where a pressed number brought each strip
const fromStart = (part) => part.offsetLeft - part.parentElement.firstElementChild.offsetLeft;
function markPart(strip, n) {
  for (const [i, a] of [...strip.previousElementSibling.children].entries()) a.ariaCurrent = i === n ? "true" : null;
}
function markSight(strip) {
  if (strip.scrollLeft !== rests.get(strip)) markPart(strip, [...strip.children].findIndex((p) => fromStart(p) + p.offsetWidth / 2 > strip.scrollLeft));
}
document.addEventListener("click", (e) => {
  const a = e.target.closest(".part-links a"), strip = a?.parentElement.nextElementSibling;
  if (!strip) return;
  e.preventDefault();
  const n = [...a.parentElement.children].indexOf(a);
  strip.scrollTo(fromStart(strip.children[n]), 0);
  rests.set(strip, strip.scrollLeft);
  markPart(strip, n);
});
document.addEventListener("scroll", (e) => { if (e.target.matches?.(".parts")) markSight(e.target); }, true);
const watchParts = (root) => root.querySelectorAll(".parts").forEach(markSight);
watchParts(document);
document.addEventListener("replaced", (e) => watchParts(e.target));

// Shots get pictures, which a second player captures from the video one by one once they scroll into view.
function pictureShots(strip) {
  const video = document.createElement("video"), cells = [...strip.querySelectorAll("canvas")];
  let n = 0;
  const seek = () => { if (n < cells.length) video.currentTime = Number(cells[n].dataset.at) / 1000; else video.removeAttribute("src"); };
  video.addEventListener("loadeddata", () => {
    for (const c of cells) c.width = Math.min(256, Math.round(c.height * video.videoWidth / video.videoHeight)) || c.width;
    seek();
  });
  video.addEventListener("seeked", () => {
    const c = cells[n++];
    c.getContext("2d").drawImage(video, 0, 0, c.width, c.height);
    c.dataset.drawn = "yes";
    strip.hidden = false;
    seek();
  });
  const barsUnlessDrawn = () => { strip.hidden = !strip.querySelector("[data-drawn]"); };
  video.addEventListener("error", barsUnlessDrawn);
  setTimeout(barsUnlessDrawn, 10000); // some phones load nothing before it is played
  video.muted = true;
  video.preload = "auto";
  video.src = document.querySelector("[data-player]").src;
}
function watchShots(root) {
  for (const strip of root.querySelectorAll("[data-shots]")) {
    new IntersectionObserver((seen, o) => {
      if (seen.some((e) => e.isIntersecting)) { o.disconnect(); pictureShots(strip); }
    }).observe(strip.parentElement);
  }
}
watchShots(document);
document.addEventListener("replaced", (e) => watchShots(e.target));
