import { api, ask, connection } from "./service.js";
import { postOf } from "./posts.js";
import { readPage } from "./read.js";

const most = 6 * 1024 * 1024; // characters of an answer that the service takes
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
  $("save").hidden = false;
  $("profile").focus();
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
  const [{ result: body }] = await api.scripting.executeScript({ target: { tabId: tab.id }, func: readPage, args: [post], world });
  if (!body) return tell("The page does not hold this post. Reload it and press again. Nothing was sent.");
  if (body.length > most) return tell("This page is larger than the service takes. Nothing was sent.");
  const answer = await ask(to, "POST", "/v1/captures", {
    pageUrl: post.pageUrl, capturedAt: new Date().toISOString(),
    answers: [{ url: post.pageUrl, status: 200, contentType: "text/html", body }],
    import: { mediaProfile: profile, tags },
  });
  if (!answer.ok) return tell(answer.words, [answer.code, answer.requestId && "request " + answer.requestId].filter(Boolean).join(", "));
  saved(answer.body);
}

// saved says what was read and leads to the import.
function saved({ items: [item], importId }) {
  const facts = [
    ["Text", item.title ?? item.text], ["By", item.author?.name ?? item.author?.handle],
    ["Published", item.publishedAt && new Date(item.publishedAt).toLocaleDateString()],
    ...["views", "likes", "comments"].map(name => [name[0].toUpperCase() + name.slice(1), item.stats?.[name]?.toLocaleString()]),
    ["Pictures and videos", item.media?.length > 1 && item.media.length],
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
