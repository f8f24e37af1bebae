// A chart shows the value of the bar under the pointer or with the focus. The arrow keys move between bars.
"use strict";
for (const chart of document.querySelectorAll("[data-bars]")) {
  const bars = [...chart.querySelectorAll("[data-bar]")];
  const reading = chart.parentElement.querySelector("[data-reading]");
  const say = (e) => { const g = e.target.closest("[data-bar]"); if (g) reading.textContent = g.getAttribute("aria-label"); };
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
