package warc

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/textproto"
	"strconv"
	"time"
)

// maxRecord bounds a record that is read: what Writer wrote is smaller.
const maxRecord = 64 << 20

// Index reads an archive that Writer wrote, and returns where its responses are.
func Index(r io.Reader) (list []Entry, err error) {
	in := &counter{r: bufio.NewReader(r)}
	var z *gzip.Reader
	for {
		begin := in.n
		if _, err := in.r.Peek(1); errors.Is(err, io.EOF) {
			return list, nil
		}
		if z == nil {
			z, err = gzip.NewReader(in)
		} else {
			err = z.Reset(in)
		}
		if err != nil {
			return nil, err
		}
		z.Multistream(false)
		record, err := io.ReadAll(io.LimitReader(z, maxRecord))
		if err != nil {
			return nil, err
		}
		e, is, err := entryOf(record)
		if err != nil {
			return nil, err
		}
		if is {
			e.Offset, e.Length = begin, in.n-begin
			list = append(list, e)
		}
	}
}

// counter counts the bytes that were read. It reads byte by byte for gzip, which then does not read ahead.
type counter struct {
	r *bufio.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// ReadByte implements io.ByteReader.
func (c *counter) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

// entryOf reads a record; is reports whether it is a response whose body is in it.
func entryOf(record []byte) (e Entry, is bool, err error) {
	in := bufio.NewReader(bytes.NewReader(record))
	first, err := in.ReadString('\n')
	if err != nil || first != "WARC/1.1\r\n" {
		return e, false, fmt.Errorf("%q begins no record", first)
	}
	head, err := textproto.NewReader(in).ReadMIMEHeader()
	if err != nil || head.Get("WARC-Type") != "response" {
		return e, false, err
	}
	resp, err := http.ReadResponse(in, nil)
	if err != nil {
		return e, false, err
	}
	defer resp.Body.Close()
	e.At, err = time.Parse(time.RFC3339Nano, head.Get("WARC-Date"))
	e.URL, e.Digest, e.Status = head.Get("WARC-Target-URI"), head.Get("WARC-Payload-Digest"), resp.StatusCode
	e.MIME = mimeOf([]Field{{"Content-Type", resp.Header.Get("Content-Type")}})
	return e, true, err
}

// stamp is a time as an index has it.
func stamp(at time.Time) string { return at.UTC().Format("20060102150405") }

func number(n int64) string { return strconv.FormatInt(n, 10) }
