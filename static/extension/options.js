import { api, ask, connection, forgetConnection, saveConnection } from "./service.js";

const $ = id => document.getElementById(id);
const longest = 10 * 60_000; // to sign in and confirm

const preset = (await (await fetch(api.runtime.getURL("service.json"))).json()).address;
const known = await connection();
$("address").value = known?.address ?? preset;
await show(known);

$("disconnect").addEventListener("click", async () => {
  await forgetConnection();
  await show(null);
  $("address").focus();
});

$("connect").addEventListener("submit", async event => {
  event.preventDefault();
  const origin = await permitted();
  if (!origin) return;
  say("Confirm on the page of the service. Waiting for it …");
  const key = await confirmed(origin);
  if (key) await use(origin, key);
  else say("The page was closed before a key was made. Nothing has changed.");
});

$("paste").addEventListener("submit", async event => {
  event.preventDefault();
  const origin = await permitted();
  if (origin) await use(origin, $("key").value.trim());
});

// permitted returns the origin of the typed address once the extension may ask it, or "". The browser asks the reader, unless
// the extension was made for that service.
async function permitted() {
  let at;
  try {
    at = new URL($("address").value);
  } catch {
    return say("This is not an address. It begins with https://.");
  }
  if (at.protocol !== "https:" && !["localhost", "127.0.0.1"].includes(at.hostname)) return say("The address has to begin with https://.");
  const pattern = { origins: [at.protocol + "//" + at.hostname + "/*"] };
  try {
    if (await api.permissions.contains(pattern) || await api.permissions.request(pattern)) return at.origin;
  } catch {
    return say("The browser did not let the extension ask for this address. Press again.");
  }
  return say("Without this permission the extension cannot reach the service.");
}

// confirmed opens the page of the service that makes the key, and returns the key when the page shows one; "" if the reader
// closes it. Only that tab is read, and only on the service's own pages.
async function confirmed(origin) {
  const here = await api.tabs.getCurrent();
  const tab = await api.tabs.create({ url: origin + "/extension/connect" });
  for (const end = Date.now() + longest; Date.now() < end;) {
    await new Promise(done => setTimeout(done, 500));
    try {
      await api.tabs.get(tab.id);
    } catch {
      return "";
    }
    const found = await api.scripting.executeScript({ target: { tabId: tab.id }, args: [origin], func: origin =>
      location.origin === origin && document.querySelector("[data-extension-key]")?.dataset.extensionKey }).catch(() => []); // a page that is loading
    if (found[0]?.result) {
      await api.tabs.update(here.id, { active: true });
      await api.tabs.remove(tab.id); // the key is shown no longer than needed
      return found[0].result;
    }
  }
  return "";
}

// use stores a key that the service accepts.
async function use(address, key) {
  const me = await ask({ address, key }, "GET", "/v1/me");
  if (!me.ok) return say(me.words);
  if (!me.body.scopes.includes("ingestions:write")) return say("This key may not save posts. It needs the scope ingestions:write.");
  const made = { address, key, workspaceId: me.body.workspace.id, workspace: me.body.workspace.name, name: me.body.key.name };
  await saveConnection(made);
  $("key").value = "";
  await show(made);
}

// show says what the service answers to the stored key.
async function show(to) {
  $("disconnect").hidden = !to;
  if (!to) return say("Not connected.");
  const me = await ask(to, "GET", "/v1/me");
  say(me.ok ? `Connected to ${to.workspace} at ${to.address}, with the key “${to.name}”. To end the key itself, revoke it on the workspace's page “Keys”.` : me.words);
}

function say(words) {
  $("state").textContent = words;
  return "";
}
