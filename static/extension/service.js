// The service: where it is, with which key, and what its errors mean.

export const api = globalThis.browser ?? globalThis.chrome;

// connection returns the stored { address, key, workspace, name }, or null before set-up.
export async function connection() {
  const { connection } = await api.storage.local.get("connection");
  return connection ?? null;
}

export const saveConnection = connection => api.storage.local.set({ connection });

export const forgetConnection = () => api.storage.local.remove("connection");

const patience = 60_000; // as long as the service waits for a large body

// ask sends a request with the key and without the reader's cookies; body is bytes, or becomes JSON. It returns { ok, body } or { ok: false, words, code, requestId }.
export async function ask({ address, key }, method, path, body, headers = {}) {
  const bytes = body instanceof Uint8Array;
  let response, answer;
  try {
    response = await fetch(address + path, {
      method, credentials: "omit", redirect: "error", cache: "no-store", signal: AbortSignal.timeout(patience),
      headers: { Authorization: "Bearer " + key, ...(body && { "Content-Type": bytes ? "application/octet-stream" : "application/json" }), ...headers },
      body: bytes ? body : body && JSON.stringify(body),
    });
    answer = await response.json();
  } catch {
    return { ok: false, code: "", words: "The service does not answer at " + address + ". Check your connection, or the address in the settings." };
  }
  if (response.ok) return { ok: true, body: answer };
  const { code = "", message = "", requestId = "" } = answer.error ?? {};
  return { ok: false, code, requestId, words: says[code] ?? (message || "The service answered " + response.status + ".") };
}

// says has the words for errors that mean something of their own here. The others are told in the service's words.
const says = {
  unauthenticated: "The key is no longer valid. Connect again in the settings.",
  invalid_credential: "The key is no longer valid. Connect again in the settings.",
  forbidden: "The key may not save posts. Connect again in the settings.",
  insufficient_credits: "The workspace has not enough credits for this. Choose to keep less, or ask an owner. Nothing was saved.",
  rate_limited: "Too many at once. Wait a minute, then press again.",
  limit_exceeded: "This page is larger than the service takes. Nothing was saved.",
  unavailable_private: "Not everybody can see this post, so it is not saved. Nothing of it was kept.",
  unavailable_restricted: "The platform shows this post to some people only, so it is not saved.",
  unavailable_removed: "The platform says that this post was removed.",
  unsupported_object: "The service cannot save what this page shows.",
  source_changed: "The service cannot read this page. Reload it and press again; if it says so again, the platform has changed its pages. Nothing was kept.",
  route_disabled: "The operator has switched captures from this platform off.",
};
