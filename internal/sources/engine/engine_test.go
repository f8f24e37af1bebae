package engine

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/child"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/platforms"
)

// standIn writes a program that plays the engine: it tells a version, and does what body says when it is asked about a
// link, which is $LINK.
func standIn(t *testing.T, version, body string) string {
	t.Helper()
	if _, err := exec.LookPath("prlimit"); err != nil {
		t.Skip("there is no prlimit")
	}
	path := filepath.Join(t.TempDir(), "yt-dlp")
	script := "#!/bin/sh\nfor a in \"$@\"; do LINK=\"$a\"; [ \"$a\" = --version ] && { echo " + version + "; exit 0; }; done\n" + body + "\n"
	if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func refuseToDial(context.Context, string) (net.Conn, error) {
	return nil, errors.New("no network here")
}

func open(t *testing.T, program string) (*Engine, error) {
	t.Helper()
	return Open(t.Context(), Options{Program: program, Folder: filepath.Join(t.TempDir(), "engine"), Platforms: platforms.All().Set(), Dial: refuseToDial,
		Timeout: 3 * time.Second, Log: slog.New(slog.DiscardHandler)})
}

// routeOf is the engine's route for a platform, whose program does what body says.
func routeOf(t *testing.T, p content.Platform, body string) sources.Route {
	t.Helper()
	e, err := open(t, standIn(t, "2026.10.05", body))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range e.Routes(func(content.Platform) func() sources.Known { return nil }) {
		if r.Platform == p {
			return r
		}
	}
	t.Fatalf("no route for %s", p)
	return sources.Route{}
}

func linkTo(t *testing.T, raw string) sources.ItemRequest {
	t.Helper()
	link, problem := platforms.All().Set().Recognize(raw)
	if problem != nil {
		t.Fatal(problem)
	}
	return sources.ItemRequest{Link: link}
}

// says makes a body that prints a text.
func says(text string) string { return "cat <<'END'\n" + text + "\nEND" }

func TestVersions(t *testing.T) {
	for version, ok := range map[string]bool{"2026.10.05": true, "2026.07.04": true, "2026.07.03": false, "2023.03.04": false, "nightly": false, "2026.10.05.123456": true} {
		_, err := open(t, standIn(t, version, ""))
		if (err == nil) != ok {
			t.Errorf("%s: %v", version, err)
		}
	}
	if _, err := open(t, "/nowhere/yt-dlp"); err == nil {
		t.Error("a program that is not there was found")
	}
	if _, err := open(t, standIn(t, "", "sleep 30")); err == nil {
		t.Error("a program without a version was taken")
	}
	e, err := open(t, standIn(t, "2026.10.05", ""))
	if err != nil {
		t.Fatal(err)
	}
	if age := e.Age(time.Date(2026, 10, 15, 0, 0, 0, 0, time.UTC)); age != 10*24*time.Hour {
		t.Errorf("age %v", age)
	}
}

func TestVideo(t *testing.T) {
	const video = `{"_type":"video","id":"aaaaaaaaaaa","title":"A kettle","description":"It sings.","uploader":"Copper","uploader_id":"@copper",
		"channel":"Copper Kettles","channel_id":"UCaaaaaaaaaaaaaaaaaaaaaa","duration":61.5,"timestamp":1700000000,"upload_date":"20231114","view_count":1234567,
		"like_count":12000,"comment_count":12,"media_type":"video","live_status":"not_live","availability":"public","age_limit":0,
		"thumbnail":"https://i.ytimg.com/vi/aaaaaaaaaaa/hq.jpg","thumbnails":[{"url":"https://i.ytimg.com/guess.jpg"}],
		"formats":[{"url":"https://r1.googlevideo.com/a","protocol":"https","ext":"mp4","vcodec":"avc1","acodec":"mp4a","width":640,"height":360,"http_headers":{"User-Agent":"x","Cookie":"secret"}},
			{"url":"https://r1.googlevideo.com/s0","protocol":"https","ext":"m4a","vcodec":"none","acodec":"mp4a.40.5"},
			{"url":"https://r1.googlevideo.com/s1","protocol":"https","ext":"m4a","vcodec":"none","acodec":"mp4a.40.2"},
			{"url":"https://r1.googlevideo.com/b","protocol":"https","ext":"mp4","vcodec":"avc1.4d401f","acodec":"none","width":1280,"height":720},
			{"url":"https://r1.googlevideo.com/v","protocol":"https","ext":"webm","vcodec":"vp9","acodec":"none","width":1280,"height":720},
			{"url":"https://r1.googlevideo.com/c","protocol":"m3u8_native","ext":"mp4","vcodec":"avc1","acodec":"mp4a","height":720},
			{"url":"https://evil.example/d","protocol":"https","ext":"mp4","vcodec":"avc1","acodec":"mp4a","height":480}]}`
	r := routeOf(t, content.VideoSite, says(video))
	m, err := r.Media(t.Context(), linkTo(t, "https://youtu.be/aaaaaaaaaaa"))
	if err != nil {
		t.Fatal(err)
	}
	i := m.Item
	i.Finish(false)
	if *i.Title != "A kettle" || *i.Text != "It sings." || i.Author.ID != "video_site:UCaaaaaaaaaaaaaaaaaaaaaa" || *i.Author.Handle != "copper" || *i.Author.Name != "Copper Kettles" ||
		*i.DurationMs != 61500 || i.PublishedAt.Unix() != 1700000000 || *i.Stats.Views != 1234567 || i.Stats.Likes != nil || *i.Stats.Comments != 12 || len(i.Thumbnails) != 1 {
		t.Errorf("%+v, stats %+v", i, i.Stats)
	}
	if len(m.Files) != 2 || m.Files[0].URL != "https://r1.googlevideo.com/b" || m.Files[0].Sound == nil || m.Files[0].Sound.URL != "https://r1.googlevideo.com/s1" ||
		m.Files[0].MaxRange == 0 || m.Files[0].Sound.MaxRange == 0 || m.Files[1].URL != "https://r1.googlevideo.com/a" || m.Files[1].Header["Cookie"] != "" || m.Files[1].Header["User-Agent"] != "x" {
		t.Errorf("files %+v", m.Files)
	}
}

func TestOtherItems(t *testing.T) {
	for name, c := range map[string]struct {
		p    content.Platform
		link string
		json string
		is   func(*content.Item) bool
	}{
		"live": {content.VideoSite, "https://youtu.be/aaaaaaaaaaa", `{"id":"aaaaaaaaaaa","title":"t","channel_id":"UCaaaaaaaaaaaaaaaaaaaaaa","live_status":"is_live","view_count":12,"duration":5}`,
			func(i *content.Item) bool { return i.Stats.Views == nil && i.DurationMs == nil && i.PublishedAt == nil }},
		"members": {content.VideoSite, "https://youtu.be/aaaaaaaaaaa", `{"id":"aaaaaaaaaaa","title":"t","channel_id":"UCaaaaaaaaaaaaaaaaaaaaaa","availability":"subscriber_only"}`,
			func(i *content.Item) bool {
				return i.Restriction != nil && i.Restriction.Kind == content.RestrictedMembers
			}},
		"clip": {content.ClipSite, "https://www.tiktok.com/@me/video/7253412088251534594", `{"id":"7253412088251534594","title":"cut…","description":"whole","uploader":"me","uploader_id":"6582536342634676230",
			"channel":"Me","duration":9,"view_count":51200,"like_count":99,"repost_count":3,"formats":[{"vcodec":"h264","acodec":"aac"}]}`,
			func(i *content.Item) bool {
				return i.Kind == content.KindShort && i.Title == nil && *i.Text == "whole" && i.Author.ID == "clip_site:6582536342634676230" && *i.Author.Handle == "me" &&
					i.Stats.Views == nil && *i.Stats.Likes == 99 && *i.Stats.Shares == 3 && i.Stats.Saves == nil
			}},
		"carousel": {content.PhotoSite, "https://www.instagram.com/p/BQ0eAlwhDrw/", `{"_type":"playlist","id":"BQ0eAlwhDrw","title":"Post by me","description":"whole","uploader_id":"25025320","channel":"me",
			"uploader":"Me","like_count":123456,"entries":[{"id":"x"}]}`,
			func(i *content.Item) bool {
				return i.Kind == content.KindCarousel && i.Title == nil && *i.Author.Handle == "me" && *i.Stats.Likes == 123456 && i.Stats.Views == nil
			}},
		"image": {content.PhotoSite, "https://www.instagram.com/p/BQ0eAlwhDrw/", `{"id":"BQ0eAlwhDrw","description":"d","uploader_id":"1","formats":[]}`,
			func(i *content.Item) bool { return i.Kind == content.KindImage && len(i.Media) == 1 && i.Tags != nil }},
	} {
		t.Run(name, func(t *testing.T) {
			item, err := routeOf(t, c.p, says(c.json)).Item(t.Context(), linkTo(t, c.link))
			if err != nil {
				t.Fatal(err)
			}
			if item.Finish(false); !c.is(item) {
				t.Errorf("%+v, stats %+v", item, item.Stats)
			}
		})
	}
}

// TestFailures: the program's words, and what it does when it hangs, floods, dies or lies.
func TestFailures(t *testing.T) {
	fails := func(text string) string { return "echo \"ERROR: " + text + "\" >&2; exit 1" }
	for body, code := range map[string]apierror.Code{
		fails("[youtube] a: Sign in to confirm you’re not a bot. Use --cookies"):                                   apierror.CodeRouteDegraded,
		fails("[youtube] a: Private video. Sign in if you've been granted access to this video"):                   apierror.CodeUnavailablePrivate,
		fails("[youtube] a: Video unavailable. This video is private"):                                             apierror.CodeUnavailablePrivate,
		fails("[youtube] a: Video unavailable"):                                                                    apierror.CodeRouteDegraded,
		fails("[youtube] a: Video unavailable. This video has been removed by the uploader"):                       apierror.CodeUnavailableRemoved,
		fails("[youtube] a: Sign in to confirm your age. This video may be inappropriate for some users."):         apierror.CodeUnavailableRestricted,
		fails("[youtube] a: The uploader has not made this video available in your country"):                       apierror.CodeUnavailableRestricted,
		fails("[TikTok] a: Your IP address is blocked from accessing this post"):                                   apierror.CodeRouteDegraded,
		fails("[TikTok] a: Video not available, status code 10204"):                                                apierror.CodeRouteDegraded,
		fails("[TikTok] a: You do not have permission to view this post. Log into an account that has access."):    apierror.CodeUnavailablePrivate,
		fails("[Instagram] a: Requested content is not available, rate-limit reached or login required"):           apierror.CodeRouteDegraded,
		fails("[Instagram] a: Unable to extract something; please report this issue on https://github.com/yt-dlp"): apierror.CodeSourceChanged,
		fails("unable to download video data: HTTP Error 429: Too Many Requests"):                                  apierror.CodeRouteDegraded,
		fails("[youtube] a: Unable to download API page: HTTP Error 503: Service Unavailable"):                     apierror.CodeNetworkTransport,
		fails("('Unable to connect to proxy', OSError('Tunnel connection failed: 502 Bad Gateway'))"):              apierror.CodeNetworkTransport,
		"echo 'no such option: --no-js-runtimes' >&2; exit 2":                                                      apierror.CodeInternalError,
		"sleep 60": apierror.CodeNetworkTimeout,
		"while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done": apierror.CodeNetworkTimeout,
		"kill -SEGV $$":                          apierror.CodeRouteDegraded,
		says("null"):                             apierror.CodeSourceChanged,
		says("<html>"):                           apierror.CodeSourceChanged,
		says(`{"id":"another","title":"t"}`):     apierror.CodeSourceChanged,
		says(`{"id":"aaaaaaaaaaa","title":"t"}`): apierror.CodeSourceChanged,
	} {
		t.Run(body[:min(len(body), 60)], func(t *testing.T) {
			_, err := routeOf(t, content.VideoSite, body).Item(t.Context(), linkTo(t, "https://youtu.be/aaaaaaaaaaa"))
			if !apierror.Is(err, code) {
				t.Errorf("got %v, want %s", err, code)
			}
		})
	}
}

// TestRunsAreConfined: the arguments and environment of the program, and which of our files it can access.
func TestRunsAreConfined(t *testing.T) {
	t.Setenv("SOCIALDATA_SECRET_KEYS", "secret")
	r := routeOf(t, content.VideoSite, `{ echo "$@"; env; pwd; ls -A; } >&2; exit 1`)
	_, err := r.Item(t.Context(), linkTo(t, "http://m.youtube.com/watch?v=aaaaaaaaaaa&list=PL123&t=5;rm"))
	var seen *child.Failure
	if !errors.As(err, &seen) {
		t.Fatal(err)
	}
	text := seen.Messages
	if told, _, _ := strings.Cut(text, "\n"); strings.Contains(told, "127.0.0.1") {
		t.Errorf("the proxy and its password are in the arguments: %s", told)
	}
	for _, part := range []string{"--ignore-config", "--no-plugin-dirs", "--no-remote-components", "--no-exec", "-- https://www.youtube.com/watch?v=aaaaaaaaaaa\n", "YTDLP_NO_PLUGINS=1", "@127.0.0.1:"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing in %s", part, text)
		}
	}
	for _, part := range []string{"secret", "list=", ";rm"} {
		if strings.Contains(text, part) {
			t.Errorf("%q is in %s", part, text)
		}
	}
}
