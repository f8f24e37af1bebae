// What a program does with a client that openapi-typescript and openapi-fetch make of /openapi.json: a lookup, a list to its
// end, an import until it is done, an edit that comes too late, a part of a download, and errors by their codes.
// A test compiles it strictly and runs it against a service: node flow.js ADDRESS KEY ITEM ACCOUNT CLIP
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

const [address, key, item, account, clip] = process.argv.slice(2) as [string, string, string, string, string];
const api = createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${key}` } });

function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

// code is what an error is decided by.
function code(error: components["schemas"]["Error"] | undefined): string {
  return error?.error.code ?? "";
}

async function lookUp() {
  const { data, error } = await api.GET("/v1/items/lookup", { params: { query: { url: item } } });
  check(data !== undefined, code(error));
  check(data.object === "item" && data.title !== null && data.stats.shares === null, "the lookup is no item");
  const dry = await api.GET("/v1/items/lookup", { params: { query: { url: item, dryRun: true } } });
  check(dry.data?.object === "estimate" && dry.data.credits.max === 0, "the dry run is no estimate");
}

async function walk() {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const { data, error } = await api.GET("/v1/items", { params: { query: { account, ...(cursor ? { cursor } : {}) } } });
    check(data !== undefined, code(error));
    check(data.object === "list", "a page is no list");
    for (const row of data.data) seen.add(row.id);
    cursor = data.page.nextCursor ?? undefined;
  } while (cursor);
  check(seen.size > 30, `only ${seen.size} items`);
}

async function importIt(): Promise<components["schemas"]["Reference"]> {
  const started = await api.POST("/v1/ingestions", {
    params: { header: { "Idempotency-Key": "typescript" } },
    body: { sourceUrl: clip, mediaProfile: "full" },
  });
  check(started.response.status === 202 && started.data !== undefined && "jobId" in started.data, code(started.error));
  for (let tries = 0; tries < 6; tries++) {
    const { data, error } = await api.GET("/v1/imports/{importId}", { params: { path: { importId: started.data.id }, query: { wait: 10 } } });
    check(data !== undefined, code(error));
    if (data.finishedAt === null) continue;
    check(data.state === "succeeded" && data.referenceId !== null, `the import is ${data.state}`);
    const kept = await api.GET("/v1/references/{referenceId}", { params: { path: { referenceId: data.referenceId } } });
    check(kept.data !== undefined, code(kept.error));
    return kept.data;
  }
  throw new Error("the import does not end");
}

async function editTooLate(reference: components["schemas"]["Reference"]) {
  const path = { referenceId: reference.id };
  const edit = { revision: reference.revision, notes: "For the spring campaign." };
  const first = await api.PATCH("/v1/references/{referenceId}", { params: { path }, body: edit });
  check(first.data?.humanAuthored.notes === edit.notes, code(first.error));
  const second = await api.PATCH("/v1/references/{referenceId}", { params: { path }, body: edit });
  check(second.response.status === 409 && code(second.error) === "revision_conflict", "the second edit is no conflict");
}

async function downloadAPart(mediaId: string) {
  const { data, error } = await api.POST("/v1/media/{mediaId}/download-url", { params: { path: { mediaId } }, body: {} });
  check(data !== undefined, code(error));
  const part = await fetch(data.url, { headers: { Range: "bytes=4-7" } });
  check(part.status === 206 && (await part.text()) === "ftyp", "bytes 4 to 7 are not those of an MP4");
}

async function isRefused() {
  const refusals: [string, string][] = [
    ["https://www.youtube.com/watch?v=SimPrivate1", "unavailable_private"],
    ["https://www.youtube.com/watch?v=SimRemoved1", "unavailable_removed"],
    ["https://example.com/", "unsupported_object"],
    ["no link", "invalid_input"],
  ];
  for (const [url, want] of refusals) {
    const { error } = await api.GET("/v1/items/lookup", { params: { query: { url } } });
    check(code(error) === want, `${url} is ${code(error)}`);
  }
}

await lookUp();
await walk();
const reference = await importIt();
await editTooLate(reference);
check(reference.primaryMediaId !== null, "nothing is kept");
await downloadAPart(reference.primaryMediaId);
await isRefused();
console.log("done");
