package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"socialdata/internal/apierror"
)

// maxResumes is how often one download is resumed at most.
const maxResumes = 3

// transfer is the state of one download over its attempts.
type transfer struct {
	d         *Downloader
	request   Request
	file      *os.File
	sum       hash.Hash
	bytes     int64  // written and hashed so far
	total     int64  // as stated by the server; -1 if unknown
	seen      []Seen // answers of the first request that was accepted
	until     int64  // end of the current response; -1 if unknown
	limit     int64  // maximum size
	taken     int64  // bytes taken from the request's budget
	validator string // identifies the version being downloaded: a strong ETag or a date; if "", it cannot be resumed
}

func newTransfer(d *Downloader, r Request, f *os.File) *transfer {
	limit := d.options.MaxBytes
	if r.Most > 0 {
		limit = min(limit, r.Most)
	}
	return &transfer{d: d, request: r, file: f, sum: sha256.New(), total: -1, until: -1, limit: limit}
}

func (t *transfer) digest() string { return hex.EncodeToString(t.sum.Sum(nil)) }

// run makes attempts until the body is complete. If a body ends at the same byte every time, the connection is not the
// cause: the file is that short.
func (t *transfer) run(ctx context.Context) error {
	end, sameEnd := int64(-1), 0
	for tries := 0; ; tries++ {
		err := t.ranges(ctx)
		var cut cutError
		if err == nil || !errors.As(err, &cut) || ctx.Err() != nil {
			return err
		}
		if cut.short && t.bytes == end {
			sameEnd++
		}
		if tries == maxResumes {
			if sameEnd == maxResumes {
				return invalidBy(err, ReasonTruncated)
			}
			return err
		}
		if end = -1; cut.short {
			end = t.bytes
		}
		if t.validator == "" && t.request.MaxRange == 0 {
			if err := t.restart(); err != nil {
				return err
			}
		}
	}
}

// ranges makes attempts while they succeed and more is missing, because a server may be asked for one part at a time.
func (t *transfer) ranges(ctx context.Context) error {
	for {
		if err := t.attempt(ctx); err != nil || t.total <= t.bytes {
			return err
		}
	}
}

// attempt requests what is missing and appends it.
func (t *transfer) attempt(parent context.Context) error {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	late := func(limit time.Duration) *time.Timer {
		return time.AfterFunc(limit, func() { cancel(timeoutError{limit}) })
	}
	header := late(t.d.options.HeaderTimeout)
	defer header.Stop()
	req, err := t.ask(ctx)
	if err != nil {
		return err
	}
	resp, err := t.d.client.Do(req)
	if err != nil {
		return t.connectionError(ctx, err)
	}
	defer resp.Body.Close()
	header.Stop()
	if done, err := t.accept(resp); done || err != nil {
		return err
	}
	if t.seen == nil {
		t.seen = seenOf(resp, time.Now())
	}
	idle := late(t.d.options.IdleTimeout)
	defer idle.Stop()
	slow := startPace(t.d.options.PaceWindow, t.d.options.LeastRate, func(limit time.Duration) { cancel(timeoutError{limit}) })
	defer slow.stop()
	return t.append(ctx, resp, func(n int) {
		idle.Reset(t.d.options.IdleTimeout)
		slow.got.Add(int64(n))
	})
}

func (t *transfer) ask(ctx context.Context) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.request.URL, nil)
	if err != nil {
		return nil, errForbiddenAddress
	}
	for name, value := range t.request.Header {
		req.Header.Set(name, value)
	}
	req.Header.Set("Accept-Encoding", "identity") // lengths and ranges must refer to the unencoded bytes
	if t.bytes > 0 && t.validator != "" {
		req.Header.Set("If-Range", t.validator)
	}
	if wanted := t.rangeHeader(); wanted != "" {
		req.Header.Set("Range", wanted)
	}
	return req, nil
}

// rangeHeader returns the range to request; "" for the whole file.
func (t *transfer) rangeHeader() string {
	from := "bytes=" + strconv.FormatInt(t.bytes, 10) + "-"
	if n := t.request.MaxRange; n > 0 {
		return from + strconv.FormatInt(t.bytes+n-1, 10)
	}
	if t.bytes > 0 {
		return from
	}
	return ""
}

// connectionError returns err as a broken connection, unless one of our limits ended it or a redirect was refused. Only
// a transfer that has begun is resumed.
func (t *transfer) connectionError(ctx context.Context, err error) error {
	var late timeoutError
	if errors.As(context.Cause(ctx), &late) {
		return late
	}
	if t.bytes == 0 || errors.Is(err, errForbiddenAddress) || errors.Is(err, errTooManyRedirects) {
		return err
	}
	return cutError{error: err}
}

// append copies the body to the file and the hash.
func (t *transfer) append(ctx context.Context, resp *http.Response, alive func(n int)) error {
	body := io.LimitReader(&activityReader{resp.Body, alive}, t.limit-t.bytes+1)
	n, err := io.Copy(io.MultiWriter(budgetWriter{t}, diskWriter{t.file}, t.sum), body)
	t.bytes += n
	var disk diskError
	var spent *apierror.Error
	switch {
	case errors.As(err, &disk), errors.As(err, &spent):
		return err
	case t.bytes > t.limit:
		return invalid(ReasonTooLarge)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return cutError{error: err, short: true}
	case err != nil && t.bytes == 0:
		return t.connectionError(ctx, cutError{error: err})
	case err != nil:
		return t.connectionError(ctx, err)
	case t.until >= 0 && t.bytes < t.until:
		return cutError{error: io.ErrUnexpectedEOF, short: true}
	case t.until >= 0 && t.bytes > t.until:
		return invalid(ReasonLengthLies)
	case t.bytes == 0:
		return invalid(ReasonEmpty)
	}
	return nil
}

// activityReader calls alive at every read.
type activityReader struct {
	io.Reader
	alive func(n int)
}

func (w *activityReader) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	w.alive(n)
	return n, err
}

// diskWriter marks errors as those of the local disk.
type diskWriter struct{ *os.File }

func (d diskWriter) Write(p []byte) (int, error) {
	n, err := d.File.Write(p)
	if err != nil {
		err = diskError{err}
	}
	return n, err
}

// strongTag returns the ETag for If-Range; "" if it is weak, because a weak one does not guarantee equal bytes.
func strongTag(h http.Header) string {
	if tag := h.Get("ETag"); tag != "" && !strings.HasPrefix(tag, "W/") {
		return tag
	}
	return h.Get("Last-Modified")
}
