// A card plays its video without sound in place of its picture while it is under the pointer or has the focus.
"use strict";
const still = matchMedia("(prefers-reduced-motion: reduce)");
let waits = 0;
function play(poster) {
  stop();
  if (still.matches) return;
  waits = setTimeout(() => {
    const video = Object.assign(document.createElement("video"), { muted: true, loop: true, playsInline: true, src: poster.dataset.video });
    video.addEventListener("playing", () => video.classList.add("shown"));
    poster.append(video);
    video.play().catch(() => video.remove()); // keep showing the picture
  }, 250); // moving across many cards plays none
}
function stop() {
  clearTimeout(waits);
  for (const video of document.querySelectorAll(".poster video")) video.remove();
}
const posterOf = (e) => e.target.closest?.(".gallery article")?.querySelector("[data-video]");
for (const [begins, ends] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
  document.addEventListener(begins, (e) => {
    const poster = posterOf(e);
    if (poster && !poster.querySelector("video")) play(poster);
  });
  document.addEventListener(ends, (e) => {
    if (posterOf(e) && !e.target.closest("article").contains(e.relatedTarget)) stop();
  });
}
