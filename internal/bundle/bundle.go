// Package bundle writes and verifies bundles: a zip of files with a signed manifest, which can be verified without the
// service that created it. It may not import any other package of ours; it knows no references and no storage.
//
// A bundle contains its files uncompressed, then manifest.json, which lists each with its length and SHA-256, then
// manifest.sig, an Ed25519 signature of the manifest. The same files always give the same bytes, so Verify can write the
// container again and detect any different byte, even between the files.
package bundle

import (
	"archive/zip"
	"io"
	"regexp"
	"time"
)

// The last files of every bundle.
const (
	ManifestName  = "manifest.json"
	SignatureName = "manifest.sig"
)

// format is the format version that this package writes and reads.
const format = 1

// The limits for reading a bundle.
const (
	maxFiles     = 64
	maxManifest  = 1 << 20
	maxSignature = 1 << 10
)

// fileName matches valid names: flat, lower-case, and not ambiguous on any file system.
var fileName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}(\.[a-z0-9]{1,8}){0,2}$`)

// Manifest describes the contents of a bundle.
type Manifest struct {
	Object      string     `json:"object"` // always "bundle"
	Format      int        `json:"format"`
	Program     string     `json:"program"` // version of the program that created the bundle
	ReferenceID string     `json:"referenceId"`
	CreatedAt   time.Time  `json:"createdAt"`
	KeyID       string     `json:"keyId"` // of the key that signed the manifest
	Files       []File     `json:"files"`
	Timestamp   *Timestamp `json:"timestamp"`        // nil if no timestamp was requested
	Origin      *string    `json:"origin,omitempty"` // who claims what was observed, if it was not fetched by the service; nil if it was
}

// File is one file of a bundle.
type File struct {
	Name   string  `json:"name"`
	Bytes  int64   `json:"bytes"`
	SHA256 string  `json:"sha256"`
	Origin *string `json:"origin,omitempty"` // who claims that it is the post's, if it was not fetched by the service; nil if it was
}

// Timestamp is an RFC 3161 token over one of the files.
type Timestamp struct {
	Covers string `json:"covers"` // the name of the file
	Token  []byte `json:"token"`  // DER
}

// container writes a zip whose bytes depend only on the names and contents of its files.
type container struct {
	zip *zip.Writer
	at  time.Time // of every file
}

// noTime is the time of every file: the first that a zip can say. Bundles say in their manifest when they were made.
var noTime = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

func newContainer(w io.Writer, at time.Time) container { return container{zip.NewWriter(w), at} }

// begin begins a file. The previous file has been written completely by then.
func (c container) begin(name string) (io.Writer, error) {
	w, err := c.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: c.at})
	if err != nil {
		return nil, err
	}
	return w, c.zip.Flush()
}
