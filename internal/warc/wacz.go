package warc

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Page is an address that the list of a WACZ names.
type Page struct {
	URL, Title string
	At         time.Time
}

// PagesOf returns what replay software can show of an archive: every answer that was a success, pages for people first, titled by its
// address.
func PagesOf(entries []Entry) (list []Page) {
	for _, html := range []bool{true, false} {
		for _, e := range entries {
			if e.Status == http.StatusOK && (e.MIME == "text/html") == html {
				list = append(list, Page{URL: e.URL, Title: e.URL, At: e.At})
			}
		}
	}
	return list
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

// WriteWACZ writes an archive that Writer wrote as a WACZ, which replay software opens at its first page. about is what the archive is
// about; it is the only page if no answer can be shown.
func WriteWACZ(to io.Writer, archive []byte, about Page, software string) error {
	entries, err := Index(bytes.NewReader(archive))
	if err != nil {
		return err
	}
	pages := PagesOf(entries)
	if len(pages) == 0 {
		pages = []Page{about}
	}
	list, err := pageLines(pages)
	if err != nil {
		return err
	}
	return pack(to, archive, entries, list, pages[0], about.Title, software)
}

// pageLines writes the list of pages as JSON lines.
func pageLines(pages []Page) ([]byte, error) {
	var b bytes.Buffer
	lines := []map[string]string{{"format": "json-pages-1.0", "id": "pages", "title": "Pages"}}
	for n, p := range pages {
		lines = append(lines, map[string]string{"id": number(int64(n + 1)), "url": p.URL, "title": p.Title, "ts": p.At.UTC().Format(time.RFC3339)})
	}
	for _, line := range lines {
		if err := json.NewEncoder(&b).Encode(line); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// pack writes the zip of a WACZ.
func pack(to io.Writer, archive []byte, entries []Entry, pages []byte, page Page, title, software string) error {
	z := zip.NewWriter(to)
	var list []resource
	for _, f := range []struct {
		path string
		body []byte
	}{{waczArchive, archive}, {waczIndex, cdx(entries)}, {waczPages, pages}} {
		if err := store(z, f.path, page.At, f.body); err != nil {
			return err
		}
		name := f.path[strings.LastIndex(f.path, "/")+1:]
		list = append(list, resource{name, f.path, Digest(f.body), int64(len(f.body))})
	}
	described, err := json.MarshalIndent(map[string]any{"profile": "data-package", "wacz_version": "1.1.1", "software": software, "title": title,
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
