package media

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// firstBytes is how many bytes Begins asks for.
const firstBytes = 1024

// Begins asks for the first bytes of a file and keeps none. Its errors are those of Download.
func (d *Downloader) Begins(ctx context.Context, r Request) error {
	within, cancel := context.WithTimeoutCause(ctx, d.options.HeaderTimeout, timeoutError{d.options.HeaderTimeout})
	defer cancel()
	if err := d.begins(within, r); err != nil {
		return downloadError(within, err)
	}
	return nil
}

func (d *Downloader) begins(ctx context.Context, r Request) error {
	address, err := url.Parse(r.URL)
	if err != nil || d.permit(address) != nil {
		return errForbiddenAddress
	}
	t := newTransfer(d, r, nil)
	req, err := t.ask(ctx)
	if err != nil {
		return err
	}
	req.Header.Set("Range", fmt.Sprintf("bytes=0-%d", firstBytes-1))
	resp, err := d.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusPartialContent {
		return statusError(resp)
	}
	n, err := io.CopyN(io.Discard, resp.Body, firstBytes)
	if n == 0 {
		return invalidBy(err, ReasonEmpty)
	}
	return nil
}
