// The bulk actions appear once a row is selected, with the number of selected rows.
"use strict";
function picked() {
  const bar = document.querySelector("[data-bulk]");
  if (!bar) return;
  const boxes = [...document.querySelectorAll("[data-row]")], n = boxes.filter((b) => b.checked).length;
  bar.classList.toggle("off", n === 0);
  const every = bar.querySelector("[name=all]"); // also those of other pages
  if (every) every.checked = every.checked && n === boxes.length;
  bar.querySelector("[data-picked]").textContent = every?.checked ? every.parentElement.textContent.trim() + " selected" : n + " selected";
  const sum = bar.querySelector("[data-sum]"), most = boxes.filter((b) => b.checked).reduce((all, b) => all + Number(b.dataset.row), 0);
  if (sum) sum.textContent = most > 0 ? " · up to " + most + (most === 1 ? " credit" : " credits") : "";
  for (const b of bar.querySelectorAll("[data-between]")) { // works on so many
    const [least, most] = b.dataset.between.split(" ");
    b.disabled = n < least || n > most;
  }
  for (const b of bar.querySelectorAll("[data-does]")) b.hidden = !boxes.some((row) => row.checked && row.dataset.can === b.dataset.does);
  const cannot = bar.querySelector("[data-cannot]");
  if (cannot) {
    const left = boxes.filter((b) => b.checked && !b.dataset.can).length;
    cannot.hidden = left === 0;
    cannot.firstElementChild.textContent = left;
  }
  for (const all of document.querySelectorAll("[data-all]")) {
    all.hidden = false;
    all.checked = n > 0 && n === boxes.length;
    all.indeterminate = n > 0 && n < boxes.length;
  }
}
document.addEventListener("change", (e) => {
  if (e.target.matches("[data-all], [data-bulk] [name=all]")) for (const b of document.querySelectorAll("[data-row]")) b.checked = e.target.checked;
  if (e.target.matches("[data-all], [data-row], [data-bulk] [name=all]")) picked();
});
let ticked = null; // start of a range
document.addEventListener("click", (e) => {
  if (!e.target.matches("[data-row]")) return;
  const boxes = [...document.querySelectorAll("[data-row]")], from = boxes.indexOf(ticked), to = boxes.indexOf(e.target);
  if (e.shiftKey && from >= 0) for (const b of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) b.checked = e.target.checked;
  ticked = e.target;
  picked();
});
// What was selected stays so after it was tagged, put on a board or held: the same list comes back.
const kept = "selected " + location.pathname;
document.addEventListener("submit", (e) => {
  if (!e.target.matches("[data-bulk]") || !e.submitter?.matches("[data-keeps]")) return;
  sessionStorage.setItem(kept, JSON.stringify([...document.querySelectorAll("[data-row]:checked")].map((b) => b.value)));
});
const before = JSON.parse(sessionStorage.getItem(kept) || "[]");
sessionStorage.removeItem(kept);
for (const b of document.querySelectorAll("[data-row]")) if (before.includes(b.value)) b.checked = true;
picked();
addEventListener("reset", () => setTimeout(picked)); // the boxes are emptied after this
addEventListener("pageshow", picked);
document.addEventListener("replaced", picked);
