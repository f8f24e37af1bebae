package media_test

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/google/go-cmp/cmp"

	served "socialdata/handlers/media"
	"socialdata/internal/apierror"
	"socialdata/internal/media"
	"socialdata/internal/media/blobs"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// bytes are what the kept file of a site holds.
const bytes = "0123456789"

// site serves one kept file.
type site struct {
	app   *fiber.App
	clock *modelstest.Clock
	blobs *blobs.Store
	links *media.Signer
	kept  references.Media
}

// newSite keeps a file of a name and a content type for a day.
func newSite(t *testing.T, filename, contentType string) *site {
	t.Helper()
	s := &site{clock: &modelstest.Clock{}}
	store := modelstest.SQLite(t, s.clock)
	var err error
	s.blobs, err = blobs.Open(t.TempDir())
	modelstest.Must(t, err)
	s.links, err = media.NewSigner(modelstest.Secrets()...)
	modelstest.Must(t, err)
	path := filepath.Join(t.TempDir(), "file")
	modelstest.Must(t, os.WriteFile(path, []byte(bytes), 0o600))
	sum := sha256.Sum256([]byte(bytes))
	files := []references.Media{{Role: references.PrimaryMedia, ContentType: contentType, Bytes: int64(len(bytes)),
		SHA256: hex.EncodeToString(sum[:]), Filename: filename, BlobKey: "file"}}
	modelstest.Must(t, s.blobs.Put(t.Context(), "file", path, files[0].SHA256))
	in := modelstest.Install(t, store, 100)
	modelstest.Save(t, store, in.Workspace, modelstest.Saved{HoldDays: 1, Media: files})
	s.kept = files[0]
	s.app = fiber.New(fiber.Config{DisableStartupMessage: true, ErrorHandler: func(c *fiber.Ctx, err error) error {
		e := apierror.From(err)
		reason, _ := e.Details["reason"].(string)
		return c.Status(e.HTTPStatus()).SendString(string(e.Code) + " " + reason)
	}})
	h := &served.Handlers{Store: store, Blobs: s.blobs, Links: s.links}
	s.app.Get(served.Path, h.Serve)
	return s
}

// link signs a link to the kept file that lives for a while.
func (s *site) link(life time.Duration, disposition media.Disposition) string {
	link := media.Link{MediaID: s.kept.ID, ExpiresAt: s.clock.Now().Add(life), Disposition: disposition}
	return media.LinkPath + s.links.Sign(link)
}

// reply is an answer without its body.
type reply struct {
	StatusCode    int
	Header        http.Header
	ContentLength int64
}

// do asks for an address with headers in pairs.
func (s *site) do(t *testing.T, method, address string, headers ...string) (reply, string) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, address, nil)
	for n := 0; n < len(headers); n += 2 {
		r.Header.Set(headers[n], headers[n+1])
	}
	answer, err := s.app.Test(r, -1)
	modelstest.Must(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	modelstest.Must(t, err)
	return reply{answer.StatusCode, answer.Header, answer.ContentLength}, string(body)
}

func TestServeAnswersRanges(t *testing.T) {
	t.Parallel()
	s := newSite(t, "clip.mp4", "video/mp4")
	tag := `"` + s.kept.SHA256 + `"`
	tests := []struct {
		name    string
		headers []string
		status  int
		body    string
		held    string // Content-Range
	}{
		{"the whole file", nil, 200, bytes, ""},
		{"a range", []string{"Range", "bytes=2-4"}, 206, "234", "bytes 2-4/10"},
		{"one byte", []string{"Range", "bytes=0-0"}, 206, "0", "bytes 0-0/10"},
		{"to the end", []string{"Range", "bytes=7-"}, 206, "789", "bytes 7-9/10"},
		{"the last bytes", []string{"Range", "bytes=-3"}, 206, "789", "bytes 7-9/10"},
		{"past the end", []string{"Range", "bytes=8-99"}, 206, "89", "bytes 8-9/10"},
		{"nothing of the file", []string{"Range", "bytes=10-"}, 416, "", "bytes */10"},
		{"the last no bytes", []string{"Range", "bytes=-0"}, 416, "", "bytes */10"},
		{"several ranges", []string{"Range", "bytes=0-1,3-4"}, 200, bytes, ""},
		{"another unit", []string{"Range", "lines=0-1"}, 200, bytes, ""},
		{"a range that is none", []string{"Range", "bytes=4-2"}, 200, bytes, ""},
		{"a range of this version", []string{"Range", "bytes=0-1", "If-Range", tag}, 206, "01", "bytes 0-1/10"},
		{"a range of another version", []string{"Range", "bytes=0-1", "If-Range", `"other"`}, 200, bytes, ""},
		{"a range by a weak tag", []string{"Range", "bytes=0-1", "If-Range", "W/" + tag}, 200, bytes, ""},
		{"a range by a date", []string{"Range", "bytes=0-1", "If-Range", "Wed, 21 Oct 2015 07:28:00 GMT"}, 200, bytes, ""},
		{"a known version", []string{"If-None-Match", tag}, 304, "", ""},
		{"one of known versions", []string{"If-None-Match", `"other" , W/` + tag}, 304, "", ""},
		{"any version", []string{"If-None-Match", "*"}, 304, "", ""},
		{"a known version in place of a range", []string{"If-None-Match", tag, "Range", "bytes=0-1"}, 304, "", ""},
		{"another version", []string{"If-None-Match", `"other"`}, 200, bytes, ""},
		{"a tag without its marks", []string{"If-None-Match", s.kept.SHA256}, 200, bytes, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			answer, body := s.do(t, http.MethodGet, s.link(time.Minute, media.Inline), tt.headers...)
			held, got := answer.Header.Get("Content-Range"), answer.Header.Get("ETag")
			if answer.StatusCode != tt.status || body != tt.body || held != tt.held || got != tag {
				t.Errorf("%d %q, Content-Range %q, ETag %s; want %d %q %q", answer.StatusCode, body, held, got, tt.status, tt.body,
					tt.held)
			}
		})
	}
}

func TestServeAnswersHeadWithoutTheBytes(t *testing.T) {
	t.Parallel()
	s := newSite(t, "clip.mp4", "video/mp4")
	answer, body := s.do(t, http.MethodHead, s.link(time.Minute, media.Inline))
	if answer.StatusCode != 200 || body != "" || answer.ContentLength != int64(len(bytes)) ||
		answer.Header.Get("Accept-Ranges") != "bytes" {
		t.Errorf("HEAD: %d, %q, %d bytes, %v", answer.StatusCode, body, answer.ContentLength, answer.Header)
	}
	answer, body = s.do(t, http.MethodHead, s.link(time.Minute, media.Inline), "Range", "bytes=1-2")
	if answer.StatusCode != 206 || body != "" || answer.ContentLength != 2 {
		t.Errorf("HEAD of a range: %d, %q, %d bytes", answer.StatusCode, body, answer.ContentLength)
	}
}

func TestServeLetsNoBrowserRunAFile(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, filename, contentType string
		asked                       media.Disposition
		wantType, wantDisposition   string
	}{
		{"a video", "clip.mp4", "video/mp4", media.Inline, "video/mp4", "inline; filename=clip.mp4"},
		{"a download", "clip.mp4", "video/mp4", media.Attachment, "video/mp4", "attachment; filename=clip.mp4"},
		{"a parameter", "a.vtt", "text/vtt; charset=utf-8", media.Inline, "text/vtt; charset=utf-8",
			"inline; filename=a.vtt"},
		{"a page", "a.html", "text/html", media.Inline, "application/octet-stream", "attachment; filename=a.html"},
		{"a drawing", "a.svg", "image/svg+xml", media.Inline, "application/octet-stream", "attachment; filename=a.svg"},
		{"no type", "a", "", media.Inline, "application/octet-stream", "attachment; filename=a"},
		{"a name with a space", "a b.mp4", "video/mp4", media.Inline, "video/mp4", `inline; filename="a b.mp4"`},
		{"a name with marks", `a";x=".mp4`, "video/mp4", media.Inline, "video/mp4", `inline; filename="a\";x=\".mp4"`},
		{"a name in letters of the world", "é.mp4", "video/mp4", media.Inline, "video/mp4",
			"inline; filename*=utf-8''%C3%A9.mp4"},
		{"a name of two lines", "a\r\nSet-Cookie: x=y", "video/mp4", media.Inline, "video/mp4",
			"inline; filename*=utf-8''a%0D%0ASet-Cookie%3A%20x%3Dy"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, tt.filename, tt.contentType)
			answer, _ := s.do(t, http.MethodGet, s.link(2*time.Hour, tt.asked)) // longer than a browser keeps it
			want := map[string]string{"Content-Type": tt.wantType, "Content-Disposition": tt.wantDisposition, "Set-Cookie": "",
				"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox; default-src 'none'",
				"Referrer-Policy": "no-referrer", "Cache-Control": "private, max-age=1800"}
			if tt.asked == media.Attachment {
				want["Cache-Control"] = "private, no-store"
			}
			got := map[string]string{}
			for name := range want {
				got[name] = answer.Header.Get(name)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the headers differ (-want +got):\n%s", diff)
			}
		})
	}
}
