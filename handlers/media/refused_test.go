package media_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"socialdata/internal/media"
	"socialdata/models/modelstest"
)

func TestServeRefusesLinks(t *testing.T) {
	t.Parallel()
	s := newSite(t, "clip.mp4", "video/mp4")
	good := s.link(time.Hour, media.Inline)
	foreign, err := media.NewSigner([]byte(strings.Repeat("x", 32)))
	modelstest.Must(t, err)
	end := s.clock.Now().Add(time.Hour)
	sign := func(signer *media.Signer, id string) string {
		return media.LinkPath + signer.Sign(media.Link{MediaID: id, ExpiresAt: end, Disposition: media.Inline})
	}
	tests := []struct{ name, address, want string }{
		{"over", s.link(-time.Second, media.Inline), "not_found link_expired"},
		{"forged", good[:len(good)-2], "not_found "},
		{"with another disposition", strings.Replace(good, "inline", "attachment", 1), "not_found "},
		{"of another installation", sign(foreign, s.kept.ID), "not_found "},
		{"to no media", sign(s.links, "0190f2d4-0000-7000-8000-000000000001"), "not_found "},
		{"without a signature", media.LinkPath + s.kept.ID, "not_found "},
		{"of signs that need escapes", media.LinkPath + "%00%2e%2e%ff", "not_found "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			answer, body := s.do(t, http.MethodGet, tt.address)
			if answer.StatusCode != 404 || body != tt.want || answer.Header.Get("ETag") != "" {
				t.Errorf("a link %s: %d %q, want 404 %q", tt.name, answer.StatusCode, body, tt.want)
			}
		})
	}
}

func TestServeRefusesMediaThatIsGone(t *testing.T) {
	t.Parallel()
	s := newSite(t, "clip.mp4", "video/mp4")
	modelstest.Must(t, s.blobs.Delete(context.Background(), "file"))
	if answer, body := s.do(t, http.MethodGet, s.link(time.Hour, media.Inline)); answer.StatusCode != 404 ||
		body != "not_found media_expired" {
		t.Errorf("bytes that went: %d %q", answer.StatusCode, body)
	}
	s = newSite(t, "clip.mp4", "video/mp4")
	link := s.link(48*time.Hour, media.Inline)
	s.clock.Add(25 * time.Hour)
	if answer, body := s.do(t, http.MethodGet, link); answer.StatusCode != 404 || body != "not_found media_expired" {
		t.Errorf("a hold that is over: %d %q", answer.StatusCode, body)
	}
}
