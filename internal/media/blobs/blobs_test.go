package blobs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
)

// each runs a test on every kind of storage.
func each(t *testing.T, test func(*testing.T, *Store)) {
	for name, address := range map[string]func(*testing.T) string{
		"folder": func(t *testing.T) string { return filepath.Join(t.TempDir(), "new", "media") },
		"s3":     func(t *testing.T) string { return testkit.S3(t) },
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Open(address(t))
			if err != nil {
				t.Fatal(err)
			}
			test(t, s)
		})
	}
}

func file(t *testing.T, text string) (path, sum string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "bytes")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	h := sha256.Sum256([]byte(text))
	return path, hex.EncodeToString(h[:])
}

func TestPutReadDelete(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		if err := s.Ready(ctx); err != nil {
			t.Fatal(err)
		}
		path, sum := file(t, strings.Repeat("0123456789", 5000))
		key := Key("workspace", sum, "medium")
		for range 2 { // a worker that was killed after its upload puts again
			if err := s.Put(ctx, key, path, sum); err != nil {
				t.Fatal(err)
			}
		}
		other, otherSum := file(t, "other bytes")
		if err := s.Put(ctx, key, other, otherSum); !errors.Is(err, ErrMismatch) {
			t.Errorf("other bytes under the same key: %v", err)
		}
		if err := s.Put(ctx, "a/b/c", other, sum); !errors.Is(err, ErrMismatch) {
			t.Errorf("a file that changed on disk: %v", err)
		}
		if _, err := s.Open(ctx, "a/b/c"); !errors.Is(err, ErrNotFound) {
			t.Errorf("a refused upload left something: %v", err)
		}
		for range 2 {
			if err := s.Delete(ctx, key); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Open(ctx, key); !errors.Is(err, ErrNotFound) {
			t.Errorf("after deletion: %v", err)
		}
	})
}

func TestCancelledPutLeavesNothing(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		path, sum := file(t, "bytes")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := s.Put(ctx, "a/b/c", path, sum); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		for o, err := range s.List(t.Context(), "", time.Now().Add(time.Hour)) {
			t.Errorf("left %v, %v", o, err)
		}
	})
}

func TestServesRanges(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		path, sum := file(t, "0123456789")
		if err := s.Put(t.Context(), "k", path, sum); err != nil {
			t.Fatal(err)
		}
		r, err := s.Open(t.Context(), "k")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		req := httptest.NewRequest(http.MethodGet, "/", nil)
		req.Header.Set("Range", "bytes=3-5")
		w := httptest.NewRecorder()
		http.ServeContent(w, req, "", r.ModTime(), r)
		body, _ := io.ReadAll(w.Result().Body)
		if w.Code != http.StatusPartialContent || string(body) != "345" {
			t.Errorf("status %d, body %q", w.Code, body)
		}
	})
}

func TestListByPrefixAndAge(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		path, sum := file(t, "bytes")
		for _, key := range []string{"w1/aa/1", "w1/bb/2", "w2/aa/3"} {
			if err := s.Put(t.Context(), key, path, sum); err != nil {
				t.Fatal(err)
			}
		}
		keys := func(prefix string, before time.Time) (got []string) {
			for o, err := range s.List(t.Context(), prefix, before) {
				if err != nil || o.Bytes != 5 {
					t.Fatal(o, err)
				}
				got = append(got, o.Key)
			}
			return got
		}
		if got := keys("w1/", time.Now().Add(time.Minute)); strings.Join(got, " ") != "w1/aa/1 w1/bb/2" {
			t.Errorf("of the first workspace: %v", got)
		}
		if got := keys("", time.Now().Add(-time.Hour)); len(got) != 0 {
			t.Errorf("nothing is old yet, but: %v", got)
		}
	})
}

// TestExportsAreApart: who lists everything, as sweeps do, does not see exports; who lists them does, and what is put once stays.
func TestExportsAreApart(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		key := ExportsOf("w1") + "a/manifest.json"
		for _, text := range []string{"first", "other"} {
			if err := s.PutOnce(t.Context(), key, []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.PutBytes(t.Context(), "w1/aa/1", []byte("media")); err != nil {
			t.Fatal(err)
		}
		r, err := s.Open(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if b, err := io.ReadAll(r); err != nil || string(b) != "first" {
			t.Errorf("%q, %v", b, err)
		}
		for prefix, want := range map[string]string{"": "w1/aa/1", ExportsOf("w1"): key, ExportsOf("w"): ""} {
			got := []string{}
			for o, err := range s.List(t.Context(), prefix, time.Now().Add(time.Minute)) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, o.Key)
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%q: %v, want %q", prefix, got, want)
			}
		}
	})
}

func TestFolderHoldsNothingButBytes(t *testing.T) {
	dir := t.TempDir()
	s, err := Open("file://" + dir)
	if err != nil {
		t.Fatal(err)
	}
	path, sum := file(t, "bytes")
	if err := s.Put(t.Context(), "w/aa/m", path, sum); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(dir, "w", "aa"))
	if err != nil || len(entries) != 1 || entries[0].Name() != "m" {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
}

func TestStorageAway(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "invented")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "invented")
	s, err := Open("s3://media?region=us-east-1&use_path_style=true&disable_https=true&endpoint=http%3A%2F%2F127.0.0.1%3A1")
	if err != nil {
		t.Fatal(err)
	}
	path, sum := file(t, "bytes")
	if err := s.Put(t.Context(), "k", path, sum); !apierror.Is(err, apierror.CodeStorageUnavailable) {
		t.Errorf("error %v", err)
	}
	if err := s.Ready(t.Context()); err == nil {
		t.Error("a storage that is away is ready")
	}
}

// TestWithinIsAPart: what is put within a prefix is the whole store's under it, and nothing else is within it.
func TestWithinIsAPart(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		path, sum := file(t, "bytes")
		part := s.Within("test/1/")
		for _, err := range []error{s.Put(t.Context(), "w/aa/1", path, sum), part.Put(t.Context(), "w/aa/2", path, sum)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		keys := func(s *Store) (got []string) {
			for o, err := range s.List(t.Context(), "", time.Now().Add(time.Minute)) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, o.Key)
			}
			return got
		}
		if all, within := strings.Join(keys(s), " "), strings.Join(keys(part), " "); all != "test/1/w/aa/2 w/aa/1" || within != "w/aa/2" {
			t.Errorf("all %q, within %q", all, within)
		}
		if _, err := part.Open(t.Context(), "w/aa/1"); !errors.Is(err, ErrNotFound) {
			t.Errorf("another's blob within: %v", err)
		}
		r, err := part.Open(t.Context(), "w/aa/2")
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Close()
		if err := part.Delete(t.Context(), "w/aa/2"); err != nil || strings.Join(keys(s), " ") != "w/aa/1" {
			t.Errorf("%v leaves %v", err, keys(s))
		}
	})
}
