// Sending the pictures and videos of a saved post, where the platform does not give them to the service.

import { api, ask } from "./service.js";
import { loadMedia, takeMedia } from "./media.js";

const piece = 4 * 1024 * 1024; // bytes of one request
const most = 256 * 1024 * 1024; // bytes of a file that this page of the extension handles

// says has the words for files that cannot be read.
const says = {
  not_shown: "This page has not loaded it as one file. Open every picture of the post and press again; a video that plays in pieces cannot be read.",
  refused: "The platform lets no page read this file.",
  too_large: "It is larger than the extension can handle.",
};

// followCapture waits until the import of a capture has ended, and returns its parts that the service could not fetch.
export async function followCapture(to, id, patience = 60_000) {
  for (const end = Date.now() + patience; Date.now() < end;) {
    const { ok, body } = await ask(to, "GET", "/v1/captures/" + id);
    if (!ok) return [];
    const needed = body.parts.filter(part => part.needed);
    if (needed.length || ["succeeded", "failed", "cancelled"].includes(body.importState)) return needed;
    await new Promise(done => setTimeout(done, 1000));
  }
  return [];
}

// sendMedia uploads a part from where its upload ended. It returns "" or, in words, why it cannot.
export async function sendMedia(to, tab, id, part) {
  const run = async (func, args) => (await api.scripting.executeScript({ target: { tabId: tab.id }, func, args: [args] }))[0].result;
  const file = part.url ? await run(loadMedia, { url: part.url, most }) : { problem: "not_shown" };
  if (file.problem) return says[file.problem];
  for (let first = begun(part, file); first < file.size;) {
    const end = Math.min(first + piece, file.size);
    const taken = await run(takeMedia, { url: part.url, first, end });
    if (!taken) return says.not_shown;
    const answer = await ask(to, "PUT", "/v1/captures/" + id + "/parts/" + part.index, Uint8Array.from(atob(taken), c => c.charCodeAt(0)),
      { "Content-Range": `bytes ${first}-${end - 1}/${file.size}`, "Repr-Digest": `sha-256=:${file.digest}:` });
    if (!answer.ok) return answer.words;
    first = answer.body.receivedBytes;
  }
  return "";
}

// begun returns how much of this very file is there already.
function begun(part, file) {
  const same = part.sha256 && part.sha256 === Array.from(atob(file.digest), c => c.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  return same ? part.receivedBytes : 0;
}
