package instagram

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// TestKindsOfPosts reads the kind from a number or a type's name, and a reel from its product.
func TestKindsOfPosts(t *testing.T) {
	t.Parallel()
	for members, expect := range map[string]content.Kind{
		`"media_type":1`: content.KindImage, `"media_type":2`: content.KindVideo, `"media_type":8`: content.KindCarousel, `"media_type":2,"product_type":"clips"`: content.KindShort,
		`"media_type":2,"product_type":"ad","clips_metadata":{"x":1}`: content.KindShort, `"media_type":2,"product_type":"ad","clips_metadata":null`: content.KindVideo,
		`"media_type":2,"product_type":"feed","clips_metadata":{"x":1}`: content.KindVideo, `"media_type":2,"product_type":"ad"`: content.KindVideo,
		`"product_type":"clips"`: content.KindShort, `"media_type":1,"product_type":"clips"`: content.KindImage, `"media_type":3,"product_type":"clips"`: "",
		`"__typename":"XIGPolarisVideoMedia","product_type":"clips"`: content.KindShort, `"__typename":"Other","product_type":"clips"`: "", `"product_type":"feed"`: "",
	} {
		if p, _ := readMedia(scan.ReadString(`{"code":"` + someCode + `",` + members + `}`)); p.kind != expect {
			t.Errorf("%s: %q, want %q", members, p.kind, expect)
		}
	}
}

// TestPicturesOfPosts: a carousel without sizes of its own shows its first part's, the widest file is kept, and parts are what
// they say.
func TestPicturesOfPosts(t *testing.T) {
	t.Parallel()
	const a, b = "https://a.cdninstagram.com/", `"image_versions2":{"candidates":[`
	for name, tt := range map[string]struct{ post, thumbnail, files string }{
		"sizes of its own":          {`"media_type":8,` + b + `{"url":"` + a + `own","width":9,"height":9}]},"carousel_media":[{"media_type":1,` + b + `{"url":"` + a + `part","width":9}]}}]`, "own", "image part"},
		"an address alone":          {`"media_type":8,"display_uri":"` + a + `own","carousel_media":[{"media_type":1,` + b + `{"url":"` + a + `part","width":9}]}}]`, "part", "image part"},
		"none of its own":           {`"media_type":8,"carousel_media":[{"media_type":1},{"media_type":1,` + b + `{"url":"` + a + `part","width":9}]}}]`, "part", "image , image part"},
		"none at all":               {`"media_type":8,"display_uri":"` + a + `own","carousel_media":[{"media_type":2,"video_versions":[{"url":"` + a + `v"}]}]`, "own", "video v"},
		"the first of equal widths": {`"media_type":1,` + b + `{"url":"` + a + `one","width":9},{"url":"` + a + `two","width":9},{"url":"` + a + `small","width":8}]}`, "one", "image one"},
	} {
		p, ok := readMedia(scan.ReadString(`{"code":"` + someCode + `",` + tt.post + `}`))
		if !ok || len(p.thumbnails) == 0 {
			t.Errorf("%s: %+v", name, p)
			continue
		}
		var list []string
		for _, f := range p.files.list() {
			list = append(list, string(f.Kind)+" "+strings.TrimPrefix(f.URL, a))
		}
		if got := strings.TrimPrefix(p.thumbnails[0].URL, a); got != tt.thumbnail || strings.Join(list, ", ") != tt.files {
			t.Errorf("%s: thumbnail %s, files %q", name, got, list)
		}
	}
	for body, expect := range map[string]content.MediaKind{`{"media_type":1}`: content.MediaImage, `{"media_type":2}`: content.MediaVideo, `{"__typename":"GraphVideo"}`: content.MediaVideo} {
		if got := part(scan.ReadString(body)).Kind; got != expect {
			t.Errorf("a part without a file, %s: %q", body, got)
		}
	}
}

// TestLengthsOfVideos: fractional seconds, else those in the address; a length of nothing is unknown.
func TestLengthsOfVideos(t *testing.T) {
	t.Parallel()
	for said, expect := range map[string]string{`12.3456`: "12346", `0`: "-", `-1`: "-", `"12"`: "-", `1e12`: "-", `null`: "-", `0.25`: "250"} {
		if got := number(duration(gjson.Parse(said), "")); got != expect {
			t.Errorf("%s: %s, want %s", said, got, expect)
		}
	}
}

// TestTimesInNumbers: a post's number holds the time of its upload; one of the future, or too large for a time, says nothing.
func TestTimesInNumbers(t *testing.T) {
	t.Parallel()
	of := func(at time.Time) string { return shortcode(strconv.FormatInt((at.UnixMilli()-pkEpoch)<<23|7, 10)) }
	upload := time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC)
	if got, ok := madeAt(of(upload)); !ok || !got.Equal(upload) {
		t.Errorf("%v, %v", got, ok)
	}
	for name, code := range map[string]string{"the future": of(time.Now().Add(48 * time.Hour)), "too large": "___________", "none": "", "no number": "a b"} {
		if at, ok := madeAt(code); ok {
			t.Errorf("%s: %v", name, at)
		}
	}
	for _, bad := range []string{"", "x", "0", "-1", "73786976294838206464"} {
		if got := shortcode(bad); got != "" {
			t.Errorf("the code of %q: %q", bad, got)
		}
	}
}
