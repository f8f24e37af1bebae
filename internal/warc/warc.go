// Package warc writes web archives: WARC 1.1 (ISO 28500:2017), each record a gzip member of its own, and WACZ 1.1.1 around one.
// It imports none of our packages.
package warc

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Field is a header field of an archived message. Their order is kept.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Exchange is a request and its answer, as they are archived.
type Exchange struct {
	At       time.Time `json:"at"`
	Method   string    `json:"method"`
	URL      string    `json:"url"`
	Asked    []Field   `json:"asked"`              // header of the request
	Question []byte    `json:"question,omitempty"` // body of the request
	Status   int       `json:"status"`
	Header   []Field   `json:"header"` // of the answer
	Body     []byte    `json:"body,omitempty"`

	// Elsewhere is the SHA-256, in hex, of a body that is kept as a file of its own, so that it is not stored twice; "" for a body
	// that is in Body.
	Elsewhere string `json:"elsewhere,omitempty"`
}

// Entry is where a response is in an archive, for its index.
type Entry struct {
	URL, MIME, Digest string
	At                time.Time
	Status            int
	Offset, Length    int64
}

// Writer writes a WARC file.
type Writer struct {
	to      io.Writer
	written int64
	info    string // id of the warcinfo record
	Entries []Entry
}

// identicalPayload is the profile of a revisit whose payload is known by its digest.
const identicalPayload = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"

// NewWriter begins an archive with a warcinfo record of these fields.
func NewWriter(to io.Writer, at time.Time, info []Field) (*Writer, error) {
	w := &Writer{to: to}
	id, _, _, err := w.record("warcinfo", at, []Field{{"Content-Type", "application/warc-fields"}}, lines(info))
	w.info = id
	return w, err
}

// Add writes an exchange: the response, or a revisit of a payload that is kept elsewhere, and the request.
func (w *Writer) Add(x Exchange) error {
	kind := "response"
	fields := []Field{{"WARC-Target-URI", x.URL}, {"WARC-Warcinfo-ID", w.info}, {"Content-Type", "application/http; msgtype=response"}}
	digest := Digest(x.Body)
	if x.Elsewhere != "" {
		kind, digest = "revisit", "sha256:"+x.Elsewhere
		fields = append(fields, Field{"WARC-Profile", identicalPayload})
	}
	fields = append(fields, Field{"WARC-Payload-Digest", digest})
	head := fmt.Sprintf("HTTP/1.1 %d %s\r\n", x.Status, http.StatusText(x.Status)) + httpFields(x.Header, x.Body, x.Elsewhere != "")
	id, offset, length, err := w.record(kind, x.At, fields, append([]byte(head), x.Body...))
	if err != nil {
		return err
	}
	w.Entries = append(w.Entries, Entry{URL: x.URL, MIME: mimeOf(x.Header), Digest: digest, At: x.At, Status: x.Status, Offset: offset, Length: length})
	u, err := url.Parse(x.URL)
	if err != nil {
		return err
	}
	question := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\n", x.Method, u.RequestURI(), u.Host) + httpFields(x.Asked, x.Question, len(x.Question) == 0)
	_, _, _, err = w.record("request", x.At, []Field{{"WARC-Target-URI", x.URL}, {"WARC-Warcinfo-ID", w.info}, {"WARC-Concurrent-To", id},
		{"Content-Type", "application/http; msgtype=request"}, {"WARC-Payload-Digest", Digest(x.Question)}}, append([]byte(question), x.Question...))
	return err
}

// Metadata writes a metadata record about an address.
func (w *Writer) Metadata(at time.Time, about string, fields []Field) error {
	_, _, _, err := w.record("metadata", at, []Field{{"WARC-Target-URI", about}, {"WARC-Warcinfo-ID", w.info}, {"Content-Type", "application/warc-fields"}}, lines(fields))
	return err
}

// Digest returns the labelled digest of a payload.
func Digest(payload []byte) string {
	sum := sha256.Sum256(payload)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// record writes a record as a gzip member, and returns its id and place.
func (w *Writer) record(kind string, at time.Time, fields []Field, block []byte) (id string, offset, length int64, err error) {
	id = newID()
	var head bytes.Buffer
	fmt.Fprintf(&head, "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: %s\r\nWARC-Date: %s\r\nWARC-Block-Digest: %s\r\n", kind, id, at.UTC().Format("2006-01-02T15:04:05.000000Z"), Digest(block))
	head.Write(lines(fields))
	fmt.Fprintf(&head, "Content-Length: %d\r\n\r\n", len(block))
	var member bytes.Buffer
	z := gzip.NewWriter(&member)
	for _, part := range [][]byte{head.Bytes(), block, []byte("\r\n\r\n")} {
		if _, err := z.Write(part); err != nil {
			return "", 0, 0, err
		}
	}
	if err := z.Close(); err != nil {
		return "", 0, 0, err
	}
	offset = w.written
	n, err := w.to.Write(member.Bytes())
	w.written += int64(n)
	return id, offset, int64(n), err
}

// httpFields writes the header of a message whose body is as it was decoded: what described its transfer is kept under another
// name, and the length is that of the body. without is set for a message whose body is not here.
func httpFields(list []Field, body []byte, without bool) string {
	var b strings.Builder
	for _, f := range list {
		name := http.CanonicalHeaderKey(f.Name)
		if moved := []string{"Content-Encoding", "Transfer-Encoding", "Content-Length"}; slices.Contains(moved, name) && !without {
			name = "X-Archive-Orig-" + name
		}
		fmt.Fprintf(&b, "%s: %s\r\n", name, oneLine(f.Value))
	}
	if !without {
		b.WriteString("Content-Length: " + strconv.Itoa(len(body)) + "\r\n")
	}
	return b.String() + "\r\n"
}

func mimeOf(header []Field) string {
	for _, f := range header {
		if strings.EqualFold(f.Name, "Content-Type") {
			if kind, _, _ := strings.Cut(f.Value, ";"); strings.TrimSpace(kind) != "" {
				return strings.TrimSpace(kind)
			}
		}
	}
	return "unk"
}

func lines(fields []Field) []byte {
	var b bytes.Buffer
	for _, f := range fields {
		fmt.Fprintf(&b, "%s: %s\r\n", f.Name, oneLine(f.Value))
	}
	return b.Bytes()
}

// oneLine removes what would begin another line.
func oneLine(v string) string { return strings.NewReplacer("\r", " ", "\n", " ").Replace(v) }

func newID() string { return "<urn:uuid:" + uuid.NewString() + ">" }
