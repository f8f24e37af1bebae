package instagram

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"socialdata/internal/apierror"
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
	want := map[content.Kind]struct {
		kind content.MediaKind
		n    int
	}{
		content.KindShort: {content.MediaVideo, 1}, content.KindVideo: {content.MediaVideo, 1},
		content.KindImage: {content.MediaImage, 1}, content.KindCarousel: {content.MediaImage, 3},
	}
	for _, address := range sim.Samples()[2].Items[:4] {
		link, problem := sources.NewPlatforms(Platform()).Recognize(address)
		if problem != nil {
			t.Fatal(problem)
		}
		m, err := r.Media(context.Background(), sources.ItemRequest{Link: link})
		if err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		sourcestest.CheckMedia(t, content.PhotoSite, f, m)
		w := want[m.Item.Kind]
		for n, part := range m.Files {
			if album := m.Item.Kind == content.KindCarousel; album != strings.HasSuffix(part.Name, strconv.Itoa(n)) || album != (part.AltText != nil) {
				t.Errorf("%s, part %d: %q, %v", address, n, part.Name, part.AltText)
			}
		}
		if len(m.Files) != w.n || m.Files[0].Kind != w.kind || m.Files[0].Width == 0 || m.Files[0].ExpiresAt == nil {
			t.Errorf("%s, a %s: files %+v, want %d of kind %s", address, m.Item.Kind, m.Files, w.n, w.kind)
		}
	}
	_, err := r.Media(context.Background(), sources.ItemRequest{Link: sources.Link{Platform: content.PhotoSite, LocalID: simulator.PhotoInWords}})
	if !apierror.Is(err, apierror.CodeRouteDegraded) {
		t.Errorf("words for previews name no files, because the rest is refused: %v", err)
	}
}

func TestFilesInEveryShape(t *testing.T) {
	for name, c := range map[string]struct{ post, want string }{
		"carousel": {`{"code":"AAA","media_type":8,"image_versions2":{"candidates":[{"url":"https://a.cdninstagram.com/cover"}]},"carousel_media":[
			{"media_type":2,"image_versions2":{"candidates":[{"url":"https://a.cdninstagram.com/poster","width":9,"height":9}]},"video_versions":[{"url":"https://a.cdninstagram.com/v1"},{"url":"https://a.cdninstagram.com/v2"}]},
			{"media_type":1,"image_versions2":{"candidates":[{"url":"https://a.cdninstagram.com/s","width":320},{"url":"https://a.cdninstagram.com/l","width":1080}]}}]}`, "v1 l"},
		"edges": {`{"shortcode":"AAA","__typename":"GraphSidecar","display_url":"https://a.cdninstagram.com/cover","edge_sidecar_to_children":{"edges":[
			{"node":{"__typename":"GraphImage","display_url":"https://x.fbcdn.net/one"}},{"node":{"__typename":"GraphVideo","display_url":"https://x.fbcdn.net/poster","video_url":"https://x.fbcdn.net/two"}}]}}`, "one two"},
		"edge video":         {`{"shortcode":"AAA","__typename":"GraphVideo","display_url":"https://x.fbcdn.net/poster","video_url":"https://x.fbcdn.net/v"}`, "v"},
		"video without file": {`{"code":"AAA","media_type":2,"image_versions2":{"candidates":[{"url":"https://a.cdninstagram.com/poster","width":9}]}}`, ""},
		"foreign host":       {`{"code":"AAA","media_type":2,"video_versions":[{"url":"https://elsewhere.example/v"}]}`, ""},
		"junk":               {`{"code":"AAA","media_type":8,"carousel_media":[1,null,[],{"video_versions":7}],"edge_sidecar_to_children":[]}`, ""},
	} {
		p, ok := readMedia(scan.Read([]byte(c.post)))
		var got []string
		for _, file := range p.files.list() {
			got = append(got, file.URL[strings.LastIndex(file.URL, "/")+1:])
		}
		if !ok || strings.Join(got, " ") != c.want {
			t.Errorf("%s: files %v, want %q", name, got, c.want)
		}
	}
}
