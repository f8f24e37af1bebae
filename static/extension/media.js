// These run in the page, after a press of the button. Each has to hold everything that it uses, because the browser passes its text on.

// loadMedia reads a file that the page has shown: from the browser's cache, or once more from where the page had it, without
// cookies. It returns { size, digest }, or { problem }. The bytes stay in the page until takeMedia asks for them.
export async function loadMedia({ url, most }) {
  const nameOf = address => URL.canParse(address) && new URL(address).protocol === "https:" ? new URL(address).pathname.split("/").pop() : "";
  const shown = [...document.querySelectorAll("img, video, source")].flatMap(e => [e.currentSrc, e.src]).filter(Boolean)
    .concat(performance.getEntriesByType("resource").map(e => e.name));
  const name = nameOf(url); // sizes of a picture differ in their parameters only
  const from = shown.find(address => address === url) ?? shown.find(address => name && nameOf(address) === name);
  if (!from) return { problem: "not_shown" };
  try {
    const response = await fetch(from, { cache: "force-cache", credentials: "omit" });
    if (!response.ok) return { problem: "refused" };
    const bytes = await response.arrayBuffer();
    if (bytes.byteLength > most) return { problem: "too_large" };
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    globalThis.socialDataMedia = { url, bytes };
    return { size: bytes.byteLength, digest: btoa(String.fromCharCode(...digest)) };
  } catch {
    return { problem: "refused" }; // its host lets no page read it
  }
}

// takeMedia returns bytes of the file that was loaded last, in base64, because messages between page and extension are texts.
export function takeMedia({ url, first, end }) {
  const { bytes, url: loaded } = globalThis.socialDataMedia ?? {};
  if (loaded !== url) return "";
  const part = new Uint8Array(bytes, first, end - first);
  let text = "";
  for (let at = 0; at < part.length; at += 8192) text += String.fromCharCode(...part.subarray(at, at + 8192));
  return btoa(text);
}
