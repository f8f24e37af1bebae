package warc

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Page is what a WACZ opens with.
type Page struct {
	URL, Title string
	At         time.Time
}

// names of the files of a WACZ.
const (
	waczArchive = "archive/data.warc.gz"
	waczIndex   = "indexes/index.cdx"
	waczPages   = "pages/pages.jsonl"
	waczPackage = "datapackage.json"
	waczDigest  = "datapackage-digest.json"
)

// resource is a file of a data package.
type resource struct {
	Name  string `json:"name"`
	Path  string `json:"path"`
	Hash  string `json:"hash"`
	Bytes int64  `json:"bytes"`
}

// WriteWACZ writes an archive that Writer wrote as a WACZ, which replay software opens at a page.
func WriteWACZ(to io.Writer, archive []byte, page Page, software string) error {
	entries, err := Index(bytes.NewReader(archive))
	if err != nil {
		return err
	}
	pages := &bytes.Buffer{}
	for _, line := range []any{map[string]string{"format": "json-pages-1.0", "id": "pages", "title": "Pages"},
		map[string]string{"id": "1", "url": page.URL, "title": page.Title, "ts": page.At.UTC().Format(time.RFC3339)}} {
		if err := json.NewEncoder(pages).Encode(line); err != nil {
			return err
		}
	}
	z := zip.NewWriter(to)
	var list []resource
	for _, f := range []struct {
		path string
		body []byte
	}{{waczArchive, archive}, {waczIndex, cdx(entries)}, {waczPages, pages.Bytes()}} {
		if err := store(z, f.path, page.At, f.body); err != nil {
			return err
		}
		name := f.path[strings.LastIndex(f.path, "/")+1:]
		list = append(list, resource{name, f.path, Digest(f.body), int64(len(f.body))})
	}
	described, err := json.MarshalIndent(map[string]any{"profile": "data-package", "wacz_version": "1.1.1", "software": software, "title": page.Title,
		"created": page.At.UTC().Format(time.RFC3339), "mainPageUrl": page.URL, "mainPageDate": page.At.UTC().Format(time.RFC3339), "resources": list}, "", "  ")
	if err != nil {
		return err
	}
	digest, err := json.Marshal(map[string]string{"path": waczPackage, "hash": Digest(described)})
	if err != nil {
		return err
	}
	if err := store(z, waczPackage, page.At, described); err != nil {
		return err
	}
	if err := store(z, waczDigest, page.At, digest); err != nil {
		return err
	}
	return z.Close()
}

// store writes a file uncompressed, so that replay software can read parts of it.
func store(z *zip.Writer, path string, at time.Time, body []byte) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: path, Method: zip.Store, Modified: at.UTC()})
	if err == nil {
		_, err = w.Write(body)
	}
	return err
}

// cdx returns the index of an archive, sorted by address: a line of CDXJ for each response.
func cdx(entries []Entry) []byte {
	var rows []string
	for _, e := range entries {
		fields, _ := json.Marshal(map[string]string{"url": e.URL, "mime": e.MIME, "status": number(int64(e.Status)), "digest": e.Digest,
			"length": number(e.Length), "offset": number(e.Offset), "filename": "data.warc.gz"}) // texts always encode
		rows = append(rows, surt(e.URL)+" "+stamp(e.At)+" "+string(fields)+"\n")
	}
	slices.Sort(rows)
	return []byte(strings.Join(rows, ""))
}

// surt returns an address in the order in which an index sorts: the labels of the host from the right, then the path.
func surt(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	labels := strings.Split(strings.TrimPrefix(strings.ToLower(u.Hostname()), "www."), ".")
	slices.Reverse(labels)
	key := strings.Join(labels, ",") + ")" + strings.ToLower(u.EscapedPath())
	if u.EscapedPath() == "" {
		key += "/"
	}
	if u.RawQuery != "" {
		query := strings.Split(strings.ToLower(u.RawQuery), "&")
		slices.Sort(query)
		key += "?" + strings.Join(query, "&")
	}
	return key
}
