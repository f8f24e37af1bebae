// Package bundle writes and verifies bundles: a zip of files with a signed manifest, which can be checked without the
// service that made it. It may not import any other package of ours; it knows no reference and no storage.
//
// A bundle holds its files uncompressed, then manifest.json, which names each with its length and SHA-256, then
// manifest.sig, an Ed25519 signature of the manifest. The same files always make the same bytes, so that Verify can write
// the container again and find any byte that differs, also between the files.
package bundle

import (
	"archive/zip"
	"io"
	"regexp"
	"time"
)

// The files that every bundle ends in.
const (
	ManifestName  = "manifest.json"
	SignatureName = "manifest.sig"
)

// format is the version of what this package writes and reads.
const format = 1

// The bounds of a bundle that is read.
const (
	maxFiles     = 64
	maxManifest  = 1 << 20
	maxSignature = 1 << 10
)

// fileName is the shape of a name: flat, in small letters, nothing that a file system reads in two ways.
var fileName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}(\.[a-z0-9]{1,8})?$`)

// Manifest says what is in a bundle.
type Manifest struct {
	Object      string     `json:"object"` // always "bundle"
	Format      int        `json:"format"`
	Program     string     `json:"program"` // version of the program that made the bundle
	ReferenceID string     `json:"referenceId"`
	CreatedAt   time.Time  `json:"createdAt"`
	KeyID       string     `json:"keyId"` // of the key that signed the manifest
	Files       []File     `json:"files"`
	Timestamp   *Timestamp `json:"timestamp"` // nil where no timestamp was asked for
}

// File is one file of a bundle.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Timestamp is a token of RFC 3161 over one of the files.
type Timestamp struct {
	Covers string `json:"covers"` // the name of the file
	Token  []byte `json:"token"`  // DER
}

// container writes a zip whose bytes depend on the names and contents of its files alone.
type container struct{ zip *zip.Writer }

func newContainer(w io.Writer) container { return container{zip.NewWriter(w)} }

// begin begins a file; what came before has been written by then.
func (c container) begin(name string) (io.Writer, error) {
	w, err := c.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err != nil {
		return nil, err
	}
	return w, c.zip.Flush()
}
