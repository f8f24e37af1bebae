package media

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"socialdata/internal/apierror"
)

// accept decides how a response continues the bytes on disk. done reports that the transfer was already complete.
func (t *transfer) accept(resp *http.Response) (done bool, err error) {
	switch resp.StatusCode {
	case http.StatusOK: // the whole file, even if a range was requested: it replaces the bytes on disk
		return false, t.acceptWhole(resp)
	case http.StatusPartialContent:
		return false, t.acceptPartial(resp)
	case http.StatusRequestedRangeNotSatisfiable:
		var total int64
		_, err := fmt.Sscanf(resp.Header.Get("Content-Range"), "bytes */%d", &total)
		if err == nil && t.bytes > 0 && total == t.bytes {
			return true, nil
		}
		return false, t.discard("the range is not satisfiable")
	}
	return false, statusError(resp)
}

func (t *transfer) acceptWhole(resp *http.Response) error {
	if resp.ContentLength > t.limit {
		return invalid(ReasonTooLarge)
	}
	if err := t.restart(); err != nil {
		return err
	}
	t.total, t.until, t.validator = resp.ContentLength, resp.ContentLength, strongTag(resp.Header)
	return nil
}

// acceptPartial accepts a range that begins where the file ends and has the same total size.
func (t *transfer) acceptPartial(resp *http.Response) error {
	var first, last, total int64
	_, err := fmt.Sscanf(resp.Header.Get("Content-Range"), "bytes %d-%d/%d", &first, &last, &total)
	if err != nil || first != t.bytes || last < first || last >= total || t.total >= 0 && total != t.total {
		return t.discard("the range is another one than was asked for")
	}
	if total > t.limit {
		return invalid(ReasonTooLarge)
	}
	t.total, t.until = total, last+1
	if t.bytes == 0 {
		t.validator = strongTag(resp.Header)
	}
	return nil
}

// discard drops the bytes on disk, so that the next attempt requests the whole file.
func (t *transfer) discard(why string) error {
	if t.bytes == 0 {
		return apierror.Wrap(errors.New(why), apierror.CodeNetworkTransport)
	}
	if err := t.restart(); err != nil {
		return err
	}
	return cutError{error: errors.New(why)}
}

func (t *transfer) restart() error {
	t.bytes, t.total, t.until, t.validator = 0, -1, -1, ""
	t.sum.Reset()
	t.giveBack()
	if _, err := t.file.Seek(0, io.SeekStart); err != nil {
		return diskError{err}
	}
	if err := t.file.Truncate(0); err != nil {
		return diskError{err}
	}
	return nil
}
