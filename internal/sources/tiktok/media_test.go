package tiktok

import (
	"context"
	"net/http"
	"net/url"
	"path"
	"strings"
	"testing"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

func TestMedia(t *testing.T) {
	sim := simulator.New()
	f := sourcestest.Fetcher(t, sim, Hosts()...)
	r := Routes(f, Options{})[0]
	seen := map[content.Kind]bool{}
	for _, item := range sim.Samples()[1].Items[:12] {
		link, problem := sources.NewPlatforms(Platform()).Recognize(item)
		if problem != nil {
			t.Fatal(problem)
		}
		m, err := r.Media(context.Background(), sources.ItemRequest{Link: link})
		if err != nil {
			t.Fatalf("%s: %v", item, err)
		}
		sourcestest.CheckMedia(t, content.ClipSite, f, m)
		seen[m.Item.Kind] = true
		want, n := content.MediaVideo, 5
		switch m.Item.Kind { //nolint:exhaustive // every other kind is a video
		case content.KindImage:
			want, n = content.MediaImage, 1
		case content.KindCarousel:
			want, n = content.MediaImage, 4
		}
		if len(m.Files) != n || m.Files[0].Kind != want || m.Files[0].Header["Referer"] == "" {
			t.Errorf("%s, a %s: %d files, the first %+v", item, m.Item.Kind, len(m.Files), m.Files[0])
		}
	}
	if len(seen) != 3 {
		t.Errorf("kinds %v, want all three", seen)
	}
}

// TestPicturesKeepTheirPlaces: the later ones do not move up where one has no address that may be fetched, or shows the same
// again.
func TestPicturesKeepTheirPlaces(t *testing.T) {
	t.Parallel()
	of := func(images string) []string {
		c, ok := readClip(scan.ReadString(`{"id":"7000000000000000010","imagePost":{"images":[` + images + `]}}`))
		if !ok {
			t.Fatal("no item")
		}
		var got []string
		for n, f := range c.files(nil) {
			got = append(got, path.Base(f.URL))
			if m := c.media()[n]; f.Kind != content.MediaImage || f.URL != "" && *m.URL != f.URL {
				t.Errorf("file %d is %+v, the item's media %+v", n, f, m)
			}
		}
		return got
	}
	picture := func(address string) string { return `{"imageURL":{"urlList":["` + address + `"]}}` }
	const one, two = "https://p16.tiktokcdn.com/1.jpeg", "https://p16.tiktokcdn.com/2.jpeg"
	for images, want := range map[string]string{
		picture(one) + `,{"imageURL":{"urlList":[]}},` + picture(two):                  "1.jpeg . 2.jpeg",
		picture("https://elsewhere.example/0.jpeg") + "," + picture(two):               ". 2.jpeg",
		picture(one) + "," + picture(one) + "," + picture(two):                         "1.jpeg 1.jpeg 2.jpeg",
		`{"display_image":{"width":9}},{"display_image":{"url_list":["` + one + `"]}}`: ". 1.jpeg",
		picture("") + "," + picture(""):                                                "",
	} {
		if got := strings.Join(of(images), " "); got != want {
			t.Errorf("%s: %q, want %q", images, got, want)
		}
	}
}

func TestFilesOfTheApp(t *testing.T) {
	c, ok := readClip(scan.Read([]byte(`{"aweme_id":"7300","video":{"duration":9000,"play_addr":{"url_list":["https://v21-us.tiktokcdn.com/a/","https://v39-us.tiktokcdn.com/a/"],"width":576,"height":1024},
		"bit_rate":[{"play_addr":{"url_list":["https://v21-us.tiktokcdn.com/b/?expire=1893456000"]}},{"play_addr":{"url_list":["https://v21-us.tiktokcdn.com/a/"]}},{"play_addr":{"url_list":["https://elsewhere.example/c/"]}}]}}`)))
	files := c.files(nil)
	if !ok || len(files) != 2 || files[0].Width != 576 || !strings.HasSuffix(files[0].URL, "/a/") || len(files[0].Others) != 1 || files[1].ExpiresAt == nil {
		t.Errorf("files %+v, want the played one with its fallback, and one other of the platform's", files)
	}
}

// TestFilesInOrder: H.264 first, hosts in turn, and nothing that cannot be played.
func TestFilesInOrder(t *testing.T) {
	c, _ := readClip(scan.Read([]byte(`{"id":"7300","video":{"codecType":"h265_hvc1","playAddr":"https://v16-a.tiktokcdn.com/h265/","bitrateInfo":[
		{"CodecType":"bytevc2","PlayAddr":{"UrlList":["https://v16-a.tiktokcdn.com/vc2/"]}},
		{"CodecType":"h264","PlayAddr":{"UrlList":["https://v16-a.tiktokcdn.com/one/","https://v16-a.tiktokcdn.com/aweme/","https://v19-a.tiktokcdn.com/one/"]}},
		{"CodecType":"h264","PlayAddr":{"UrlList":["https://v16-a.tiktokcdn.com/0123456789abcdef0123456789abcdef/70dbd880/video/two/"]}},
		{"CodecType":"h264","PlayAddr":{"UrlList":["https://v16-a.tiktokcdn.com/media-video-hvc1/three/"]}}]}}`)))
	var got []string
	for _, f := range c.files(nil) {
		for _, address := range append([]string{f.URL}, f.Others...) {
			u, _ := url.Parse(address)
			got = append(got, u.Host[:3]+" "+path.Base(u.Path))
		}
		if strings.HasSuffix(f.URL, "/two/") && (f.ExpiresAt == nil || f.ExpiresAt.Unix() != 0x70dbd880) {
			t.Errorf("expires at %v, want what the path says", f.ExpiresAt)
		}
	}
	if want := "v16 one, v19 one, v16 aweme, v16 two, v16 h265"; strings.Join(got, ", ") != want {
		t.Errorf("%v\nwant %s", got, want)
	}
}

func TestCookie(t *testing.T) {
	a := &sources.Answer{Header: http.Header{"Set-Cookie": {"tt_chain_token=abc==; Path=/; HttpOnly", "other=1; Secure"}}}
	if got := a.CookieHeader(); got != "tt_chain_token=abc==; other=1" {
		t.Errorf("cookie %q", got)
	}
}
