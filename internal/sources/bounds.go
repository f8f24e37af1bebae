package sources

import (
	"bytes"
	"io"
	"net/http"
)

// MaxAnswer bounds one platform answer, in bytes after decompression. The largest seen are below 2 MB.
const MaxAnswer = 12 << 20

// maxContainers bounds the objects and arrays of an answer. That also bounds its nesting: a recursive JSON reader would
// otherwise overflow its stack, which ends the process. The most seen are 14,000.
const maxContainers = 100_000

func readBounded(resp *http.Response) ([]byte, error) {
	if resp.ContentLength > MaxAnswer {
		return nil, Missing("answer within the size bound")
	}
	var b bytes.Buffer
	if resp.ContentLength > 0 {
		b.Grow(int(resp.ContentLength) + bytes.MinRead)
	}
	n, err := b.ReadFrom(io.LimitReader(resp.Body, MaxAnswer+1))
	if err != nil {
		return nil, err
	}
	if n > MaxAnswer || containers(b.Bytes()) > maxContainers {
		return nil, Missing("answer within the size bound")
	}
	return b.Bytes(), nil
}

// containers returns an upper bound for the number of objects and arrays in an answer, and so for its nesting depth.
func containers(body []byte) int {
	return bytes.Count(body, []byte("{")) + bytes.Count(body, []byte("["))
}
