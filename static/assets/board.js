// Cards on a board can be moved by dragging. Without a script, the buttons Earlier and Later do the same.
"use strict";
for (const board of document.querySelectorAll("[data-board]")) {
  const form = document.getElementById("move");
  let dragged = null;
  for (const card of board.children) card.draggable = true;
  board.addEventListener("dragstart", (e) => {
    dragged = e.target.closest("li[data-id]");
    if (!dragged) return;
    e.dataTransfer.effectAllowed = "move";
    dragged.classList.add("dragged");
  });
  board.addEventListener("dragover", (e) => {
    const over = e.target.closest("li[data-id]");
    if (!dragged || !over) return;
    e.preventDefault();
    if (over === dragged) return;
    const box = over.getBoundingClientRect(), behind = e.clientX > box.left + box.width / 2;
    board.insertBefore(dragged, behind ? over.nextElementSibling : over);
  });
  board.addEventListener("drop", (e) => {
    if (!dragged) return;
    e.preventDefault();
    form.elements.id.value = dragged.dataset.id;
    form.elements.before.value = dragged.nextElementSibling?.dataset.id || "";
    form.submit();
  });
  board.addEventListener("dragend", () => { dragged?.classList.remove("dragged"); dragged = null; });
}
