// Samples in the API reference use the reader's key, which never leaves this tab.
"use strict";
const keyField = document.querySelector("[data-fill]");
function fill(key) {
  for (const s of document.querySelectorAll("[data-key]")) {
    s.textContent = key === "" ? s.dataset.key : s.dataset.key.startsWith("$") ? key : JSON.stringify(key);
    s.closest(".block").querySelector("[data-copy]").dataset.copy = s.closest("code").textContent.trim();
  }
}
if (keyField) {
  const input = keyField.querySelector("input");
  keyField.hidden = false;
  input.value = sessionStorage.getItem("key") || "";
  fill(input.value);
  keyField.addEventListener("submit", (e) => e.preventDefault());
  input.addEventListener("input", () => { sessionStorage.setItem("key", input.value.trim()); fill(input.value.trim()); });
}

// The contents beside a chapter begin with what is before the current one.
const contents = document.querySelector(".toc-open"), current = contents?.querySelector("[aria-current=page]");
if (current) contents.scrollTop = current.offsetTop - contents.clientHeight / 3;
