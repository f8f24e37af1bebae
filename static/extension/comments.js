// These run in the page, after a press of a button, in the world of its own scripts. Each has to hold everything that it uses,
// because the browser passes its text on.

// hearComments keeps, from now on until the page is left, the answers with comments that the page fetches for its own use, and
// those that came with the page. It asks nothing of any server itself.
export function hearComments({ platform, id }) {
  if (globalThis.socialDataComments) return;
  const heard = globalThis.socialDataComments = [];
  const most = 4_000_000; // characters of all answers
  const { asks, holds } = {
    video_site: { asks: /^\/youtubei\/v1\/next$/, holds: /"comment(EntityPayload|Renderer)"/ },
    clip_site: { asks: /^\/api\/comment\/list\//, holds: /"comments"/ },
    photo_site: { asks: /^\/(api\/graphql|graphql\/query)\/?$/, holds: /comments_+connection"|"edge_media_to_(parent_)?comment"/ },
  }[platform];
  const keep = (address, body) => {
    if (heard.length < 19 && holds.test(body) && heard.reduce((sum, a) => sum + a.body.length, body.length) <= most)
      heard.push({ page: location.href, url: address.origin + address.pathname, body });
  };
  const asked = address => {
    const at = URL.canParse(address) && new URL(address);
    return at && at.origin === location.origin && asks.test(at.pathname) ? at : null;
  };

  const { fetch } = window;
  window.fetch = async function (...given) {
    const response = await fetch.apply(this, given);
    const at = asked(response.url);
    if (at) response.clone().text().then(body => keep(at, body), () => {}); // an answer that breaks off is the page's to handle
    return response;
  };
  const { open } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (...given) {
    this.addEventListener("load", () => {
      const at = asked(this.responseURL);
      if (at && ["", "text"].includes(this.responseType)) keep(at, this.responseText);
    });
    return open.apply(this, given);
  };

  // came keeps the lists of comments that came with the page, if it was loaded for this post.
  const came = value => {
    for (const [name, member] of Object.entries(value && typeof value === "object" ? value : {})) {
      if (holds.test('"' + name + '"')) keep(new URL(location.href), JSON.stringify({ [name]: member }));
      else came(member);
    }
  };
  if (platform !== "photo_site" || !performance.getEntriesByType("navigation")[0]?.name.includes(id)) return;
  for (const s of document.querySelectorAll('script[type="application/json"]')) {
    if (!holds.test(s.textContent)) continue;
    try {
      came(JSON.parse(s.textContent));
    } catch {
      continue; // another script's own notation
    }
  }
}

// takeComments returns the answers that were heard on the page of a post, as { url, body }, without what they say about the reader.
// Without hearComments before, there are none.
export function takeComments({ id, reader }) {
  const left = new RegExp(reader, "i");
  return (globalThis.socialDataComments ?? []).filter(a => a.page.includes(id)).flatMap(({ url, body }) => {
    try {
      const answer = JSON.parse(body.replace(/^(for \(;;\);|\)\]\}')\s*/, ""));
      return [{ url, body: JSON.stringify(answer, (name, member) => left.test(name) ? undefined : member) }];
    } catch {
      return []; // an answer in pieces
    }
  });
}
