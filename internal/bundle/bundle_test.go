package bundle

import (
	"archive/zip"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"socialdata/internal/bundle/tsatest"
	"socialdata/internal/testkit"
)

func signer(t testing.TB, fill byte) *Signer {
	t.Helper()
	s, err := NewSigner(bytes.Repeat([]byte{fill}, 32))
	testkit.Must(t, err)
	return s
}

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

var (
	provenance = []byte(`{"object":"provenance"}`)
	video      = bytes.Repeat([]byte("what a video looks like "), 50)
)

// whole is a bundle with a timestamp, and the authority that made it.
func whole(t testing.TB) ([]byte, *tsatest.Authority) {
	t.Helper()
	authority := tsatest.New(t)
	digest := sha256.Sum256(provenance)
	var b bytes.Buffer
	w := NewWriter(&b, signer(t, 1), Manifest{Program: "1.2.0", ReferenceID: "r", CreatedAt: time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC),
		Timestamp: &Timestamp{Covers: "provenance.json", Token: authority.Token(t, digest[:])}})
	testkit.Must(t, w.Add("provenance.json", provenance))
	testkit.Must(t, w.Copy("media.mp4", bytes.NewReader(video), int64(len(video)), sum(video)))
	testkit.Must(t, w.Add("empty.txt", nil))
	testkit.Must(t, w.Close())
	return b.Bytes(), authority
}

func verify(b []byte, o Options) (*Report, error) {
	return Verify(bytes.NewReader(b), int64(len(b)), o)
}

func TestAWholeBundleIsVerified(t *testing.T) {
	t.Parallel()
	b, authority := whole(t)
	ours := ed25519.PublicKey(signer(t, 1).PublicKeys()[0].Key)
	report, err := verify(b, Options{Keys: []ed25519.PublicKey{ours}, Roots: authority.Roots})
	testkit.Must(t, err)
	if s := report.Stamp; s == nil || s.Covers != "provenance.json" || !strings.Contains(s.Authority, "Test authority") || len(report.Manifest.Files) != 3 {
		t.Errorf("%+v", report)
	}
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	testkit.Must(t, err)
	if got, err := io.ReadAll(must(z.Open("media.mp4"))); err != nil || !bytes.Equal(got, video) {
		t.Errorf("another reader of zips: %v", err)
	}
	theirs := ed25519.PublicKey(signer(t, 2).PublicKeys()[0].Key)
	if _, err := verify(b, Options{Keys: []ed25519.PublicKey{theirs}}); err == nil || !strings.Contains(err.Error(), "not one that you trust") {
		t.Errorf("by another key: %v", err)
	}
	if _, err := verify(b, Options{Roots: x509.NewCertPool()}); err == nil || !strings.Contains(err.Error(), "timestamp") {
		t.Errorf("by an authority that nobody vouches for: %v", err)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestEveryFlippedByteIsFound flips every byte of a bundle, each in several ways: whatever it belongs to, the bundle is
// refused, and a byte of a file is told with the file's name.
func TestEveryFlippedByteIsFound(t *testing.T) {
	t.Parallel()
	b, _ := whole(t)
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	testkit.Must(t, err)
	owner := func(at int) string {
		for _, f := range z.File {
			begin, err := f.DataOffset()
			testkit.Must(t, err)
			if int64(at) >= begin && int64(at) < begin+int64(f.UncompressedSize64) {
				return f.Name
			}
		}
		return ""
	}
	for at := range b {
		for _, flip := range []byte{1, 0x20, 0x80} {
			b[at] ^= flip
			_, err := verify(b, Options{})
			b[at] ^= flip
			var p Problem
			if err == nil || !errors.As(err, &p) || !strings.Contains(err.Error(), strings.TrimSuffix(owner(at), ".sig")) {
				t.Fatalf("byte %d of %d (%q) flipped by %#x: %v", at, len(b), owner(at), flip, err)
			}
		}
	}
}

// TestShortenedAndLengthenedBundlesAreFound cuts a bundle at every length, and adds to it at either end.
func TestShortenedAndLengthenedBundlesAreFound(t *testing.T) {
	t.Parallel()
	b, _ := whole(t)
	for n := range b {
		if _, err := verify(b[:n], Options{}); err == nil {
			t.Fatalf("%d of %d bytes are a bundle", n, len(b))
		}
	}
	for name, other := range map[string][]byte{"before": append([]byte("x"), b...), "behind": append(bytes.Clone(b), 0), "twice": append(bytes.Clone(b), b...)} {
		if _, err := verify(other, Options{}); err == nil {
			t.Errorf("a bundle with something %s it is accepted", name)
		}
	}
}

// TestHostileBundlesAreRefused gives what no writer of ours makes, signed by a key of its maker's own.
func TestHostileBundlesAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files  []zip.FileHeader
		body   string
		reason string
	}{
		"leads out":      {[]zip.FileHeader{{Name: "../../etc/passwd"}}, "x", "no name of a file"},
		"absolute":       {[]zip.FileHeader{{Name: "/etc/passwd"}}, "x", "no name of a file"},
		"a folder":       {[]zip.FileHeader{{Name: "a/"}}, "", "no name of a file"},
		"backslash":      {[]zip.FileHeader{{Name: `a\b`}}, "x", "no name of a file"},
		"twice":          {[]zip.FileHeader{{Name: "a.txt"}, {Name: "a.txt"}}, "x", "there twice"},
		"compressed":     {[]zip.FileHeader{{Name: "a.txt", Method: zip.Deflate}}, strings.Repeat("0", 10<<20), "not stored"},
		"not named":      {[]zip.FileHeader{{Name: "a.txt"}}, "x", "not in the manifest"},
		"with a time":    {[]zip.FileHeader{{Name: "a.txt", Modified: time.Now()}}, "x", "a.txt"},
		"too many":       {make([]zip.FileHeader, maxFiles), "", "files and must end"},
		"manifest first": {[]zip.FileHeader{{Name: ManifestName}}, "{}", "there twice"},
	} {
		var b bytes.Buffer
		w := NewWriter(&b, signer(t, 1), Manifest{})
		for _, f := range c.files {
			to, err := w.out.zip.CreateHeader(&f)
			testkit.Must(t, err)
			_, err = io.WriteString(to, c.body)
			testkit.Must(t, err)
		}
		testkit.Must(t, w.Close())
		if _, err := verify(b.Bytes(), Options{}); err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: %v, want %q", name, err, c.reason)
		}
	}
	if _, err := verify(nil, Options{}); err == nil {
		t.Error("nothing is a bundle")
	}
}

// TestADamagedFileEndsTheBundle holds that no whole bundle is made of bytes that are not those that were kept.
func TestADamagedFileEndsTheBundle(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]io.Reader{"other bytes": bytes.NewReader(bytes.ToUpper(video)), "too short": bytes.NewReader(video[1:]), "too long": io.MultiReader(bytes.NewReader(video), strings.NewReader("x"))} {
		w := NewWriter(io.Discard, signer(t, 1), Manifest{})
		if err := w.Copy("media.mp4", r, int64(len(video)), sum(video)); err == nil {
			t.Errorf("%s: copied", name)
		}
	}
	w := NewWriter(io.Discard, signer(t, 1), Manifest{})
	for _, name := range []string{"", "..", "a/b", "A.txt", ".hidden", ManifestName, SignatureName, strings.Repeat("a", 60)} {
		if err := w.Add(name, nil); err == nil {
			t.Errorf("%q is added", name)
		}
	}
}

// TestContainersStayAsTheyAre holds the bytes of a bundle to those of every version before: Verify writes them again.
func TestContainersStayAsTheyAre(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w := NewWriter(&b, signer(t, 1), Manifest{Program: "1", ReferenceID: "r"})
	testkit.Must(t, w.Add("a.txt", []byte("a")))
	testkit.Must(t, w.Close())
	const want = "c892ed26aa804945178927983d51e99440c2697365ae9a2cb1f76b8b6d27601b"
	if got := sum(b.Bytes()); got != want {
		t.Errorf("a bundle's bytes are %s, and were %s: those that were made before could no longer be verified", got, want)
	}
	var undated bytes.Buffer // as bundles were until their files had a time
	w = NewWriter(&undated, signer(t, 1), Manifest{Program: "1", ReferenceID: "r"})
	w.out = newContainer(&undated, time.Time{})
	testkit.Must(t, w.Add("a.txt", []byte("a")))
	testkit.Must(t, w.Close())
	const was = "74fff90e56db18adcf3c60e50a1110267d6e9cae02e1af6c2c5f2d90fd3bad49"
	if got := sum(undated.Bytes()); got != was {
		t.Errorf("an undated bundle's bytes are %s, and were %s", got, was)
	}
	for name, b := range map[string][]byte{"dated": b.Bytes(), "undated": undated.Bytes()} {
		if _, err := verify(b, Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	testkit.Must(t, err)
	for _, f := range z.File {
		if !f.Modified.Equal(noTime) {
			t.Errorf("%s is of %s", f.Name, f.Modified)
		}
	}
}
