// readPage runs in the page, after a press of the button. It returns what the page itself received about its post, as a page that
// holds nothing else, or "" if the page does not hold the post. It asks nothing of any server and reads no cookies.
// It has to hold everything that it uses, because the browser passes its text on.
export function readPage({ platform, id, reader: about }) {
  const names = { // of the members that are read, everything else of the page is left behind
    clip_site: ["webapp.video-detail", "webapp.reflow.video.detail"],
    photo_site: ["xig_polaris_media", "xdt_api__v1__media__shortcode__web_info", "xdt_shortcode_media", "shortcode_media"],
    ad_library: ["deeplink_ad_archive_result", "deeplinkAdCard", "deeplinkAdID", "search_results_connection", "xfb_ad_library_is_captcha_required"],
  }[platform];
  const reader = new RegExp(about, "i"); // what a page says about its reader is left behind as well, even where it stands within the post
  const text = value => JSON.stringify(value, (name, member) => reader.test(name) ? undefined : member).replaceAll("</", "<\\/");
  const page = scripts => scripts.length ? "<!DOCTYPE html><html><body>" + scripts.join("") + "</body></html>" : "";
  const pick = (from, members) => Object.fromEntries(members.filter(name => name in from).map(name => [name, from[name]]));

  // video returns the player's data, which follows the reader from video to video, and the texts beside the video.
  const video = () => {
    const players = [document.querySelector("#movie_player")?.getPlayerResponse?.(), window.ytInitialPlayerResponse];
    const player = players.find(p => p?.videoDetails?.videoId === id);
    if (!player) return [];
    const scripts = ["<script>var ytInitialPlayerResponse = " + text(pick(player, ["playabilityStatus", "videoDetails", "microformat", "captions"])) + ";</script>"];
    const around = window.ytInitialData;
    if (around?.currentVideoEndpoint?.watchEndpoint?.videoId === id) {
      const shown = pick(around, ["currentVideoEndpoint", "engagementPanels"]);
      const results = around.contents?.twoColumnWatchNextResults?.results; // without what the site suggests to this reader
      if (results) shown.contents = { twoColumnWatchNextResults: { results } };
      scripts.push("<script>var ytInitialData = " + text(shown) + ";</script>");
    }
    return scripts;
  };

  // collect adds the members with these names, wherever they lie.
  const collect = (value, found) => {
    if (!value || typeof value !== "object") return;
    for (const [name, member] of Object.entries(value)) {
      if (names.includes(name)) found.push({ [name]: member });
      else collect(member, found);
    }
  };

  // isOfPost reports whether a member is about this page's post; after a click from post to post, pages keep those of earlier ones.
  const isOfPost = member => {
    const [name, value] = Object.entries(member)[0];
    if (platform === "clip_site") return !value?.itemInfo?.itemStruct || value.itemInfo.itemStruct.id === id;
    return platform === "ad_library" && name !== "search_results_connection" || JSON.stringify(value).includes('"' + id + '"');
  };

  const blocks = () => {
    const found = [];
    for (const s of document.querySelectorAll('script[type="application/json"]')) {
      if (!names.some(name => s.textContent.includes('"' + name + '"'))) continue;
      try {
        collect(JSON.parse(s.textContent), found);
      } catch {
        continue; // another script's own notation
      }
    }
    return found.filter(isOfPost);
  };

  if (platform === "video_site") return page(video());
  const found = blocks();
  if (platform !== "clip_site") return page(found.map(member => '<script type="application/json" data-sjs>' + text(member) + "</script>"));
  return page(found.slice(0, 1).map(member =>
    '<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">' + text({ __DEFAULT_SCOPE__: member }) + "</script>"));
}
