// Which pages show one post, and what of them is never sent. The service decides both again, by its own rules.

const word = /^[\w-]+$/, digits = /^\d+$/;

const platforms = [
  {
    name: "video_site", title: "YouTube", hosts: ["www.youtube.com", "m.youtube.com"],
    find: (at, [first, second]) => first === "watch" ? at.searchParams.get("v") : ["shorts", "live"].includes(first) ? second : "",
    is: word, address: (at, id) => at.pathname === "/watch" ? "/watch?v=" + id : at.pathname,
  },
  {
    name: "clip_site", title: "TikTok", hosts: ["www.tiktok.com"],
    find: (at, [first, second, third]) => first.startsWith("@") && ["video", "photo"].includes(second) ? third : "",
    is: digits, address: at => at.pathname,
  },
  {
    name: "photo_site", title: "Instagram", hosts: ["www.instagram.com"],
    find: (at, segments) => {
      const kind = segments.findIndex((s, n) => n < 2 && ["p", "reel", "reels", "tv"].includes(s));
      return kind < 0 ? "" : segments[kind + 1];
    },
    is: word, address: at => at.pathname,
  },
  {
    name: "ad_library", title: "the Meta Ad Library", hosts: ["www.facebook.com"],
    find: (at, [first, second]) => first === "ads" && second === "library" ? at.searchParams.get("id") : "",
    is: digits, address: (at, id) => "/ads/library/?id=" + id,
  },
];

// postOf returns the post of an address, or null if the page shows none. Its pageUrl has no parameters that name the reader.
export function postOf(address) {
  let at;
  try {
    at = new URL(address);
  } catch {
    return null; // the browser hides the addresses of pages on other sites
  }
  const platform = platforms.find(p => at.protocol === "https:" && p.hosts.includes(at.host));
  const id = platform?.find(at, at.pathname.split("/").filter(Boolean).concat("", "", ""));
  if (!id || !platform.is.test(id)) return null;
  return { platform: platform.name, title: platform.title, id, pageUrl: at.origin + platform.address(at, id) };
}

// reader matches the names of members in which pages and answers speak of whom they are shown to. They are never sent.
export const reader = "viewer|token|csrf|dtsg|cookie|email|phone_|friendship|facepile|social_context|has_liked|_saved|saved_|digged|^collected$|direct_|ds_user_id|isCurrentUser";
