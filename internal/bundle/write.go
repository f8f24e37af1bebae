package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Writer writes a bundle as a stream. Without Close it has no directory, so it cannot be mistaken for a complete one.
type Writer struct {
	out      container
	signer   *Signer
	manifest Manifest
}

// NewWriter begins a bundle. m has what is known before the files are written.
func NewWriter(w io.Writer, s *Signer, m Manifest) *Writer {
	m.Object, m.Format, m.KeyID, m.Files = "bundle", format, s.PublicKeys()[0].ID, []File{}
	return &Writer{newContainer(w, noTime), s, m}
}

// Add adds a file that is in memory.
func (w *Writer) Add(name string, content []byte) error {
	if err := w.named(name); err != nil {
		return err
	}
	return w.add(name, content)
}

// Copy adds a file from a reader, which must yield exactly so many bytes with that SHA-256.
func (w *Writer) Copy(name string, r io.Reader, bytes int64, sum string) error {
	if err := w.named(name); err != nil {
		return err
	}
	to, err := w.out.begin(name)
	if err != nil {
		return err
	}
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(to, h), io.LimitReader(r, bytes+1))
	if err != nil {
		return err
	}
	if got := hex.EncodeToString(h.Sum(nil)); n != bytes || got != sum {
		return fmt.Errorf("%s is damaged: %d bytes with SHA-256 %s, want %d with %s", name, n, got, bytes, sum)
	}
	w.manifest.Files = append(w.manifest.Files, File{Name: name, Bytes: n, SHA256: sum})
	return nil
}

// SetOrigin says in the manifest who claims that the last file is the post's; nil if the service fetched it.
func (w *Writer) SetOrigin(origin *string) { w.manifest.Files[len(w.manifest.Files)-1].Origin = origin }

// Close adds the manifest and its signature, and ends the bundle.
func (w *Writer) Close() error {
	manifest, err := json.MarshalIndent(w.manifest, "", "  ")
	if err != nil {
		return err
	}
	if err := w.add(ManifestName, manifest); err != nil {
		return err
	}
	if err := w.add(SignatureName, w.signer.sign(manifest)); err != nil {
		return err
	}
	return w.out.zip.Close()
}

func (w *Writer) add(name string, content []byte) error {
	to, err := w.out.begin(name)
	if err != nil {
		return err
	}
	if _, err := to.Write(content); err != nil {
		return err
	}
	sum := sha256.Sum256(content)
	w.manifest.Files = append(w.manifest.Files, File{Name: name, Bytes: int64(len(content)), SHA256: hex.EncodeToString(sum[:])})
	return nil
}

// named returns an error for a name that Verify would refuse.
func (w *Writer) named(name string) error {
	if !fileName.MatchString(name) || name == ManifestName || name == SignatureName || len(w.manifest.Files) >= maxFiles-2 {
		return errors.New("no such file may be in a bundle: " + name)
	}
	if slices.ContainsFunc(w.manifest.Files, func(f File) bool { return f.Name == name }) {
		return errors.New("a bundle has each file once: " + name)
	}
	return nil
}
