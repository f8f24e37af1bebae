package bundle

import (
	"archive/zip"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// Options are what a bundle is verified against.
type Options struct {
	Keys  []ed25519.PublicKey  // one of them must have signed it; empty: any key is accepted and reported
	Until map[string]time.Time // when keys signed last, by their ids: a bundle that says it was made later is refused
	Roots *x509.CertPool       // trusted roots of the timestamp's certificate; nil: the chain is not verified
}

// Report describes a valid bundle.
type Report struct {
	Manifest Manifest
	Key      ed25519.PublicKey // that signed it
	Stamp    *Stamp            // nil if there is none
}

// Stamp is when something existed, according to a timestamp authority.
type Stamp struct {
	Covers    string
	Time      time.Time
	Authority string // name in its certificate; verified only if Options has roots
}

// Problem is an error in one file of a bundle, or in the zip around them.
type Problem struct {
	File string // "" means the zip itself
	Why  string
}

func (p Problem) Error() string {
	if p.File == "" {
		return "the zip itself " + p.Why
	}
	return p.File + " " + p.Why
}

// Verify verifies a bundle of a given size: the container byte by byte, every file against the manifest, the manifest
// against its signature, and the timestamp. The error has a Problem for everything that is wrong.
func Verify(r io.ReaderAt, size int64, o Options) (*Report, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, Problem{Why: "cannot be read: " + err.Error()}
	}
	if err := checkEntries(z.File, size); err != nil {
		return nil, err
	}
	manifest, err := small(r, z.File[len(z.File)-2], maxManifest)
	if err != nil {
		return nil, err
	}
	signed, err := small(r, z.File[len(z.File)-1], maxSignature)
	if err != nil {
		return nil, err
	}
	report := &Report{}
	if report.Key, err = checkSignature(manifest, signed); err != nil {
		return nil, errors.Join(Problem{ManifestName, "or " + SignatureName + " was changed: the second is no signature of the first"}, packAgain(r, size, z.File, nil))
	}
	if err := json.Unmarshal(manifest, &report.Manifest); err != nil {
		return nil, Problem{ManifestName, "cannot be read: " + err.Error()}
	}
	errs := []error{checkManifest(&report.Manifest, report.Key, o), packAgain(r, size, z.File, &report.Manifest)}
	if t := report.Manifest.Timestamp; t != nil {
		report.Stamp, err = checkTimestamp(t, report.Manifest.Files, o.Roots)
		errs = append(errs, err)
	}
	return report, errors.Join(errs...)
}

// checkEntries checks the directory of the zip before any file is read: few flat names without duplicates, stored
// uncompressed, and none larger than the whole, so that unpacking cannot produce more data than was given.
func checkEntries(files []*zip.File, size int64) error {
	if len(files) < 2 || len(files) > maxFiles || files[len(files)-2].Name != ManifestName || files[len(files)-1].Name != SignatureName {
		return Problem{Why: fmt.Sprintf("has %d files and must end in %s and %s: it is no bundle of ours, or was changed. A WACZ is not signed; the bundle is, and has its records", len(files), ManifestName, SignatureName)}
	}
	seen := map[string]bool{}
	for _, f := range files {
		switch {
		case !fileName.MatchString(f.Name):
			return Problem{fmt.Sprintf("%q", f.Name), "is no name of a file in a bundle"}
		case seen[f.Name]:
			return Problem{f.Name, "is there twice"}
		case f.Method != zip.Store || f.CompressedSize64 != f.UncompressedSize64 || f.UncompressedSize64 > uint64(size):
			return Problem{f.Name, "is not stored as it is"}
		}
		seen[f.Name] = true
	}
	return nil
}

// small reads a file of at most so many bytes.
func small(r io.ReaderAt, f *zip.File, most int64) ([]byte, error) {
	at, err := f.DataOffset()
	if err != nil {
		return nil, Problem{f.Name, "cannot be found: " + err.Error()}
	}
	if f.UncompressedSize64 > uint64(most) {
		return nil, Problem{f.Name, "is too large"}
	}
	b := make([]byte, f.UncompressedSize64)
	if _, err := r.ReadAt(b, at); err != nil {
		return nil, Problem{f.Name, "cannot be read: " + err.Error()}
	}
	return b, nil
}

func checkManifest(m *Manifest, key ed25519.PublicKey, o Options) error {
	switch {
	case m.Object != "bundle" || m.Format != format:
		return Problem{ManifestName, "is of another version of bundles"}
	case m.KeyID != KeyID(key):
		return Problem{SignatureName, "is by another key than the manifest names"}
	case len(o.Keys) > 0 && !slices.ContainsFunc(o.Keys, func(k ed25519.PublicKey) bool { return bytes.Equal(k, key) }):
		return Problem{SignatureName, "is by the key " + KeyID(key) + ", which is not one that you trust"}
	}
	if until, ended := o.Until[m.KeyID]; ended && m.CreatedAt.After(until) {
		return Problem{SignatureName, "is by the key " + m.KeyID + ", which signed until " + until.UTC().Format(time.RFC3339) + ", before the bundle was made"}
	}
	return nil
}

// packAgain writes the container again from its files, compares it with the original, and the files with the manifest.
func packAgain(r io.ReaderAt, size int64, files []*zip.File, m *Manifest) error {
	same := &comparer{r: r, left: size}
	at := noTime
	if len(files) > 0 && files[0].Modified.Before(noTime) { // Bundles had no time at all, which is no valid one in a zip.
		at = time.Time{}
	}
	out := newContainer(same, at)
	var errs []error
	for i, f := range files {
		sum, err := packFile(r, out, f)
		if err != nil {
			return errors.Join(append(errs, nameDifference(err, same, files))...)
		}
		if m != nil && i < len(files)-2 {
			errs = append(errs, checkFile(m, i, f, sum))
		}
	}
	if m != nil && len(m.Files) != len(files)-2 {
		errs = append(errs, Problem{ManifestName, fmt.Sprintf("names %d files, and %d are there", len(m.Files), len(files)-2)})
	}
	if err := out.zip.Close(); err != nil {
		return errors.Join(append(errs, nameDifference(err, same, files))...)
	}
	if same.left != 0 {
		errs = append(errs, Problem{Why: fmt.Sprintf("has %d bytes after its end", same.left)})
	}
	return errors.Join(errs...)
}

// packFile writes a file into the container and returns its SHA-256.
func packFile(r io.ReaderAt, out container, f *zip.File) (string, error) {
	at, err := f.DataOffset()
	if err != nil {
		return "", Problem{f.Name, "cannot be found: " + err.Error()}
	}
	to, err := out.begin(f.Name)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	if _, err := io.Copy(io.MultiWriter(to, h), io.NewSectionReader(r, at, int64(f.UncompressedSize64))); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func checkFile(m *Manifest, i int, f *zip.File, sum string) error {
	if i >= len(m.Files) || m.Files[i].Name != f.Name {
		return Problem{f.Name, "is not in the manifest at its place"}
	}
	if want := m.Files[i]; want.Bytes != int64(f.UncompressedSize64) || want.SHA256 != sum {
		return Problem{f.Name, "was changed: its SHA-256 is " + sum + ", the manifest says " + want.SHA256}
	}
	return nil
}
