package web_test

import (
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"socialdata/web/webtest"
)

// TestPagesAreCompressed: a browser gets pages and assets in a fraction of their size, an API client answers of some length, where it takes that.
func TestPagesAreCompressed(t *testing.T) {
	s := embedded(t, webtest.Options{})
	for path, most := range map[string]int{"/docs": 50_000, "/w/" + s.Workspace: 50_000, "/status": 50_000} {
		t.Run(path, func(t *testing.T) {
			header := s.AsOwner()
			header["Accept-Encoding"] = "gzip"
			r := s.Do("GET", path, nil, header)
			if r.Status != 200 || r.Header.Get("Content-Encoding") != "gzip" || len(r.Body) > most {
				t.Fatalf("%d, %q, %d bytes", r.Status, r.Header.Get("Content-Encoding"), len(r.Body))
			}
			z, err := gzip.NewReader(strings.NewReader(string(r.Body)))
			if err != nil {
				t.Fatal(err)
			}
			if body, err := io.ReadAll(z); err != nil || !strings.Contains(string(body), "</html>") {
				t.Errorf("%v, %d bytes", err, len(body))
			}
		})
	}
	for _, encoding := range []string{"gzip", ""} {
		header := s.AsKey()
		header["Accept-Encoding"] = encoding
		for _, path := range []string{"/v1/source-routes", "/openapi.json"} {
			if r := s.Do("GET", path, nil, header); r.Status != 200 || r.Header.Get("Content-Encoding") != encoding || r.Header.Get("Vary") != "Accept-Encoding" {
				t.Errorf("%s for %q: %d, %q, %q", path, encoding, r.Status, r.Header.Get("Content-Encoding"), r.Header.Get("Vary"))
			}
		}
	}
}

// TestFilesOfEverySite: what browsers and search engines ask of every site is there.
func TestFilesOfEverySite(t *testing.T) {
	s := embedded(t, webtest.Options{})
	for path, want := range map[string]string{"/robots.txt": "Disallow: /", "/favicon.ico": "<svg"} {
		if r := s.Do("GET", path, nil, nil); r.Status != 200 || !strings.Contains(string(r.Body), want) {
			t.Errorf("%s: %d %s", path, r.Status, r.Body)
		}
	}
}

// TestLoopbackOriginsAreOne: a service on this machine is reached by any of its names; another port or host is another site.
func TestLoopbackOriginsAreOne(t *testing.T) {
	s := embedded(t, webtest.Options{Origin: "http://localhost:8080"})
	for _, c := range []struct {
		origin string
		want   int
	}{
		{"http://localhost:8080", 201},
		{"http://127.0.0.1:8080", 201},
		{"http://[::1]:8080", 201},
		{"http://127.0.0.1:8081", 403},
		{"https://localhost:8080", 403},
		{"http://localhost.example:8080", 403},
		{"http://127.0.0.1.example:8080", 403},
		{"http://localhost:8080/path", 403},
		{"null", 403},
		{"", 403},
	} {
		t.Run(c.origin, func(t *testing.T) {
			body := map[string]any{"email": webtest.OwnerEmail, "password": webtest.Password}
			if r := s.Do("POST", "/v1/auth/sessions", body, map[string]string{"Origin": c.origin}); r.Status != c.want {
				t.Errorf("%d %s, want %d", r.Status, r.Body, c.want)
			}
		})
	}
	public := embedded(t, webtest.Options{Origin: "https://social.example"})
	body := map[string]any{"email": webtest.OwnerEmail, "password": webtest.Password}
	if r := public.Do("POST", "/v1/auth/sessions", body, map[string]string{"Origin": "https://localhost"}); r.Status != 403 {
		t.Errorf("loopback on a public service: %d", r.Status)
	}
}
