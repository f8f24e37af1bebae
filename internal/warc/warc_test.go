package warc_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/nlnwa/gowarc/v2"

	"socialdata/internal/warc"
)

var at = time.Date(2026, 11, 1, 12, 0, 0, 123456000, time.UTC)

func exchanges() []warc.Exchange {
	return []warc.Exchange{
		{At: at, Method: "GET", URL: "https://short.test/x", Status: 302, Header: []warc.Field{{Name: "Location", Value: "https://www.one.test/watch?v=1&a=Ü"}}},
		{At: at.Add(time.Second), Method: "GET", URL: "https://www.one.test/watch?v=1", Status: 200, Asked: []warc.Field{{Name: "User-Agent", Value: "a\r\nCookie: b"}},
			Header: []warc.Field{{Name: "Content-Type", Value: "text/html; charset=utf-8"}, {Name: "content-encoding", Value: "gzip"}, {Name: "Content-Length", Value: "17"}}, Body: []byte("<h1>Größe</h1>\r\n\r\nWARC/1.1\r\n")},
		{At: at.Add(2 * time.Second), Method: "POST", URL: "https://www.one.test/api", Status: 200, Question: []byte(`{"id":"1"}`), Body: []byte(`{"a":"` + strings.Repeat("b", 100_000) + `"}`),
			Header: []warc.Field{{Name: "Content-Type", Value: "application/json"}}},
		{At: at.Add(3 * time.Second), Method: "GET", URL: "https://media.test/a.mp4", Status: 206, Elsewhere: strings.Repeat("ab", 32), Header: []warc.Field{{Name: "Content-Length", Value: "5000"}, {Name: "Content-Type", Value: "video/mp4"}}},
	}
}

func written(t *testing.T) (*warc.Writer, []byte) {
	t.Helper()
	var b bytes.Buffer
	w, err := warc.NewWriter(&b, at, []warc.Field{{Name: "software", Value: "x"}, {Name: "description", Value: "two\nlines"}})
	for _, x := range exchanges() {
		err = errors.Join(err, w.Add(x))
	}
	if err = errors.Join(err, w.Metadata(at, "https://www.one.test/watch?v=1", []warc.Field{{Name: "importId", Value: "i"}})); err != nil {
		t.Fatal(err)
	}
	return w, b.Bytes()
}

// TestAnotherReaderReadsWhatIsWritten reads an archive by another library, which fails at any violation of WARC 1.1 and
// checks every digest.
func TestAnotherReaderReadsWhatIsWritten(t *testing.T) {
	w, file := written(t)
	r, err := gowarc.NewWarcFileReaderFromStream(bytes.NewReader(file), 0, gowarc.WithStrictValidation())
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	at := map[string]int64{}
	for {
		record, offset, _, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		kind, about := record.Type().String(), record.WarcHeader().Get("WARC-Target-URI")
		kinds = append(kinds, kind)
		if kind == "response" || kind == "revisit" {
			at[about] = offset
		}
		if kind == "response" {
			block := record.Block().(gowarc.HttpResponseBlock)
			body, err := block.PayloadBytes()
			raw, _ := io.ReadAll(body)
			for _, x := range exchanges() {
				if x.URL == about && (err != nil || string(raw) != string(x.Body) || block.HttpStatusCode() != x.Status) {
					t.Errorf("%s: %d %d bytes, %v", about, block.HttpStatusCode(), len(raw), err)
				}
			}
			if head := block.HttpHeader(); head != nil && (head.Get("Content-Encoding") != "" || head.Get("Cookie") != "") {
				t.Errorf("%s has %v", about, head)
			}
		}
		if kind == "request" {
			for _, x := range exchanges() {
				head := record.Block().(gowarc.HttpRequestBlock).HttpHeader()
				if length, sent := head.Get("Content-Length"), len(x.Question); x.URL == about && (length != "") != (sent > 0) {
					t.Errorf("%s has a body of %d bytes and a Content-Length of %q", about, sent, length)
				}
			}
		}
		if kind == "revisit" && record.WarcHeader().Get("WARC-Payload-Digest") != "sha256:"+strings.Repeat("ab", 32) {
			t.Errorf("the revisit is of %s", record.WarcHeader().Get("WARC-Payload-Digest"))
		}
		_ = record.Close()
	}
	if got := strings.Join(kinds, " "); got != "warcinfo response request response request response request revisit request metadata" {
		t.Errorf("the records are %s", got)
	}
	for _, e := range w.Entries {
		if at[e.URL] != e.Offset {
			t.Errorf("%s is at %d, not %d", e.URL, at[e.URL], e.Offset)
		}
	}
}

// TestIndexFindsTheResponses reads an archive again: the places are those that the writer knew, without what is kept elsewhere.
func TestIndexFindsTheResponses(t *testing.T) {
	w, file := written(t)
	list, err := warc.Index(bytes.NewReader(file))
	if err != nil || len(list) != 3 {
		t.Fatalf("%v %v", list, err)
	}
	for n, e := range list {
		if want := w.Entries[n]; e.URL != want.URL || e.Offset != want.Offset || e.Length != want.Length || e.Status != want.Status || e.MIME != want.MIME || e.Digest != want.Digest {
			t.Errorf("%+v, want %+v", e, want)
		}
	}
	for name, broken := range map[string][]byte{"cut": file[:len(file)-20], "of another kind": []byte("PK\x03\x04 is no archive")} {
		if _, err := warc.Index(bytes.NewReader(broken)); err == nil {
			t.Errorf("an archive that is %s is read", name)
		}
	}
}

// TestWACZ looks into a WACZ: its files have the digests that it says, and each line of the index leads to its response.
func TestWACZ(t *testing.T) {
	_, file := written(t)
	var b bytes.Buffer
	if err := warc.WriteWACZ(&b, file, warc.Page{URL: "https://www.one.test/watch?v=1", Title: "One", At: at}, "x"); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil || f.Method != zip.Store {
			t.Fatalf("%s: %v", f.Name, err)
		}
		files[f.Name], _ = io.ReadAll(in)
	}
	var described struct{ Resources []struct{ Path, Hash string } }
	if err := json.Unmarshal(files["datapackage.json"], &described); err != nil || len(described.Resources) != 3 {
		t.Fatalf("%v %s", err, files["datapackage.json"])
	}
	for _, r := range described.Resources {
		if warc.Digest(files[r.Path]) != r.Hash {
			t.Errorf("%s has another digest", r.Path)
		}
	}
	if !strings.Contains(string(files["datapackage-digest.json"]), warc.Digest(files["datapackage.json"])) {
		t.Errorf("%s", files["datapackage-digest.json"])
	}
	lines := strings.Split(strings.TrimSpace(string(files["indexes/index.cdx"])), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "test,one)/api 20261101120002 {") || !strings.HasPrefix(lines[2], "test,short)/x ") {
		t.Fatalf("%s", lines)
	}
	for _, line := range lines {
		var e struct{ URL, Offset, Length, Status string }
		if err := json.Unmarshal([]byte(line[strings.Index(line, "{"):]), &e); err != nil {
			t.Fatal(err)
		}
		var offset, length int64
		_, _ = fmt.Sscan(e.Offset+" "+e.Length, &offset, &length)
		list, err := warc.Index(bytes.NewReader(file[offset : offset+length]))
		if err != nil || len(list) != 1 || list[0].URL != e.URL || http.StatusText(list[0].Status) == "" {
			t.Errorf("%s leads to %v, %v", line, list, err)
		}
	}
}
