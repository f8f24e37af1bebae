package simulator

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestMediaHostsAnswerRanges(t *testing.T) {
	s := New()
	ask := func(path string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	for path, contentType := range map[string]string{
		"/rr1---sn-simulated.googlevideo.com/videoplayback?id=any":              "video/mp4",
		"/v16-webapp.tiktokcdn-us.com/video/1.mp4":                              "video/mp4",
		"/scontent.cdninstagram.com/v/" + PhotoSigned + "-w1080.jpg":            "image/jpeg",
		"/scontent.cdninstagram.com/v/" + PhotoPNG + "-w1080.jpg":               "image/png",
		"/scontent.cdninstagram.com/v/any-video.mp4":                            "video/mp4",
		"/scontent.xx.fbcdn.net/v/t39.35426-6/1-hd.mp4":                         "video/mp4",
		"/scontent.xx.fbcdn.net/v/t39.35426-6/1-0.jpg":                          "image/jpeg",
		"/v16-webapp.tiktokcdn-us.com/video/" + ClipNoVideo + ".mp4":            "video/mp4", // which is a lie
		"/rr1---sn-simulated.googlevideo.com/videoplayback?id=" + VideoCutShort: "video/mp4",
	} {
		whole := ask(path)
		if whole.Code != http.StatusOK || whole.Header().Get("Content-Type") != contentType || whole.Header().Get("Content-Length") == "" {
			t.Errorf("%s: %d, %v", path, whole.Code, whole.Header())
			continue
		}
		part := ask(path, "Range", "bytes=10-19", "If-Range", whole.Header().Get("ETag"))
		if part.Code != http.StatusPartialContent || part.Body.String() != whole.Body.String()[10:20] {
			t.Errorf("%s: a range answers %d with %d bytes", path, part.Code, part.Body.Len())
		}
	}
	if w := ask("/v16-webapp.tiktokcdn-us.com/video/" + ClipForbidden + ".mp4"); w.Code != http.StatusForbidden {
		t.Errorf("the refused file answers %d, want 403", w.Code)
	}
}
