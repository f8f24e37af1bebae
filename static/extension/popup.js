import { api, ask, connection } from "./service.js";
import { hearComments, takeComments } from "./comments.js";
import { postOf, reader } from "./posts.js";
import { readPage } from "./read.js";
import { followCapture, sendMedia } from "./send.js";

const most = 6 * 1024 * 1024; // characters of an answer that the service takes
const mostOfAll = 7 * 1024 * 1024; // bytes of all answers
const $ = id => document.getElementById(id);

const [tab] = await api.tabs.query({ active: true, currentWindow: true });
const post = postOf(tab?.url), to = await connection();

$("open-settings").addEventListener("click", () => api.runtime.openOptionsPage());
if (!post) $("none").hidden = false;
else if (!to) $("set-up").hidden = false;
else await offer();

// offer shows the form, as it was filled in the last time.
async function offer() {
  const { choice = {} } = await api.storage.local.get("choice");
  $("platform").textContent = post.title;
  $("workspace").textContent = to.workspace;
  $("profile").value = choice.profile ?? "analysis";
  $("tags").value = choice.tags ?? "";
  $("save").addEventListener("submit", event => {
    event.preventDefault();
    save();
  });
  $("comments").hidden = post.platform === "ad_library"; // which has none
  $("hear").addEventListener("click", hear);
  $("save").hidden = false;
  $("profile").focus();
}

// hear has the page's answers with comments kept, from this press on.
async function hear() {
  try {
    await run(hearComments, post, "MAIN");
    tell("Now read the comments on the page, as far as you want to keep them. Then press the extension’s button again, and “Save this post”.");
  } catch {
    tell("The page could not be read. Reload it and press again.");
  }
}

// run runs a function in the page and returns its result.
async function run(func, given, world = "ISOLATED") {
  return (await api.scripting.executeScript({ target: { tabId: tab.id }, func, args: [{ ...given, reader }], world }))[0].result;
}

// answersOf returns what the page received: the post, and the comments that were heard, as many as fit.
async function answersOf(body) {
  const answers = [{ url: post.pageUrl, status: 200, contentType: "text/html", body }];
  const size = list => new Blob([JSON.stringify(list)]).size;
  for (const heard of await run(takeComments, post, "MAIN") ?? []) {
    const one = { ...heard, status: 200, contentType: "application/json" };
    if (size([...answers, one]) <= mostOfAll) answers.push(one);
  }
  return answers;
}

// save reads the page and hands the post over. What fails is said, and may be pressed again.
async function save() {
  const button = $("save").querySelector("button");
  button.disabled = true;
  tell("Reading the page …");
  try {
    await handOver();
  } catch {
    tell("The page could not be read. Reload it and press again.");
  }
  button.disabled = false;
}

async function handOver() {
  const profile = $("profile").value;
  const tags = [...new Set($("tags").value.split(",").map(t => t.trim()).filter(Boolean))];
  await api.storage.local.set({ choice: { profile, tags: $("tags").value } });
  const world = post.platform === "video_site" ? "MAIN" : "ISOLATED"; // only its player knows the video that plays now
  const body = await run(readPage, post, world);
  if (!body) return tell("The page does not hold this post. Reload it and press again. Nothing was sent.");
  if (body.length > most) return tell("This page is larger than the service takes. Nothing was sent.");
  const answer = await ask(to, "POST", "/v1/captures", {
    pageUrl: post.pageUrl, capturedAt: new Date().toISOString(), answers: await answersOf(body),
    import: { mediaProfile: profile, tags },
  });
  if (!answer.ok) return tell(answer.words, [answer.code, answer.requestId && "request " + answer.requestId].filter(Boolean).join(", "));
  saved(answer.body);
  if (profile !== "none") await offerMedia(answer.body.id, { mediaProfile: profile, tags });
}

// offerMedia offers to send what the service could not fetch of a saved post.
async function offerMedia(id, settings) {
  const waits = text("p", "Its pictures and videos are being fetched …", "small");
  $("outcome").append(waits);
  const needed = await followCapture(to, id);
  waits.remove();
  if (!needed.length) return;
  $("outcome").append(text("p", "The platform does not give this service the pictures and videos of the post."));
  if (needed.every(part => !part.url)) {
    $("outcome").append(text("p", "This page plays its video in pieces, which cannot be read. The post is saved without it."));
    return;
  }
  const button = text("button", "Send them from this page", "primary");
  button.type = "button";
  button.addEventListener("click", () => send(id, needed, settings, button));
  $("outcome").append(text("p", "Your browser has loaded them for you. Press, and those that this page shows are sent to the service as well.", "small"), button);
  button.focus();
}

// send uploads the parts, then has the post imported again with those that came.
async function send(id, needed, settings, button) {
  button.disabled = true;
  const says = $("outcome").appendChild(text("p", "Sending …"));
  const refused = [];
  for (const part of needed) {
    const why = await sendMedia(to, tab, id, part).catch(() => "The page could not be read. Reload it and press again.");
    if (why) refused.push([part.index + 1, why]);
  }
  const sent = needed.length - refused.length;
  const answer = sent ? await ask(to, "POST", "/v1/captures/" + id + "/imports", settings) : { ok: true };
  says.textContent = answer.ok ? `${sent} of ${needed.length} sent.` + (sent ? " The import goes on with them." : "") : answer.words;
  for (const [number, why] of refused) says.after(text("p", `Part ${number}: ${why}`, "small"));
  button.disabled = sent === needed.length;
}

// saved says what was read and leads to the import.
function saved({ items: [item], comments, importId }) {
  const facts = [
    ["Text", item.title ?? item.text], ["By", item.author?.name ?? item.author?.handle],
    ["Published", item.publishedAt && new Date(item.publishedAt).toLocaleDateString()],
    ...["views", "likes", "comments"].map(name => [name[0].toUpperCase() + name.slice(1), item.stats?.[name]?.toLocaleString()]),
    ["Pictures and videos", item.media?.length > 1 && item.media.length],
    ["Comments kept", comments?.length],
  ].filter(([, value]) => value);
  const list = document.createElement("dl");
  for (const [name, value] of facts) list.append(text("dt", name), text("dd", value));
  const link = text("a", "See the import");
  link.href = to.address + "/w/" + to.workspaceId + "/imports/" + importId;
  link.target = "_blank";
  tell("Saved. This was read from the page:");
  $("outcome").append(list, link);
  $("save").hidden = true;
}

// tell replaces what is said of the outcome. code is for support.
function tell(words, code) {
  $("outcome").replaceChildren(text("p", words));
  if (code) $("outcome").append(text("p", code, "small"));
  $("outcome").focus();
}

function text(element, words, className = "") {
  const e = document.createElement(element);
  e.textContent = words;
  e.className = className;
  return e;
}
