package media

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"os"
	"slices"
	"time"
)

// DownloadOptions are the limits and guards of a Downloader. All but the last two are required.
type DownloadOptions struct {
	Transport     http.RoundTripper   // may rewrite an address after it was checked
	Allowed       func(*url.URL) bool // reports whether an address may be fetched; also called for every redirect
	MaxBytes      int64
	HeaderTimeout time.Duration // until the response begins, redirects included
	IdleTimeout   time.Duration // between two reads of the body
	TotalTimeout  time.Duration // for one download including resumptions
	LeastRate     int64         // minimum bytes per second over each PaceWindow; 0: no minimum
	PaceWindow    time.Duration // 0 means 30 s
}

// Downloader downloads files from the platforms' media hosts: https and allowed hosts only, limited in size and time,
// resumed after a broken connection. It only buffers small parts in memory and is safe for concurrent use.
type Downloader struct {
	options DownloadOptions
	client  *http.Client
}

// Request names what to download and where to put it.
type Request struct {
	URL    string
	Header map[string]string // headers that the media host requires, such as Referer
	Dest   string            // path of the file, which is created or truncated, and removed if the download fails

	MaxRange int64 // bytes per request; 0 means the whole file
	Most     int64 // maximum size, if less than the Downloader's own; 0 means the latter

	Within *Budget // budget shared with other downloads; may be nil
}

// Got is a complete download. SHA256 is in hex.
type Got struct {
	Path   string
	Bytes  int64
	SHA256 string

	Answers []Seen // of the first request: redirects, then what the file came with
}

// Seen is an answer of a media host without its body.
type Seen struct {
	At     time.Time   `json:"at"`
	URL    string      `json:"url"`
	Status int         `json:"status"`
	Header http.Header `json:"header"`
}

// asAsked is a RoundTripper whose responses name the request as it was made, also if the transport rewrites its address.
type asAsked struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t asAsked) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(r)
	if resp != nil {
		resp.Request = r
	}
	return resp, err
}

// seenOf returns the answers that led to a response, the first one first.
func seenOf(resp *http.Response, now time.Time) (list []Seen) {
	for r := resp; r != nil; r = r.Request.Response {
		list = append(list, Seen{now.UTC(), r.Request.URL.String(), r.StatusCode, r.Header})
	}
	slices.Reverse(list)
	return list
}

// maxRedirects is the maximum number of redirects.
const maxRedirects = 5

// NewDownloader makes a Downloader.
func NewDownloader(o DownloadOptions) *Downloader {
	o.PaceWindow = cmp.Or(o.PaceWindow, paceWindow)
	d := &Downloader{options: o}
	d.client = &http.Client{
		Transport: asAsked{o.Transport},
		CheckRedirect: func(next *http.Request, before []*http.Request) error {
			if len(before) > maxRedirects {
				return errTooManyRedirects
			}
			return d.permit(next.URL)
		},
	}
	return d
}

// Download downloads one file. Its errors are the context's own; network_timeout (timeoutMs is the limit that was
// reached); network_transport (a broken connection, a 5xx); route_degraded (429, or a refusal such as 403 or 410, which
// also is ErrAddressRefused); source_changed (the address is not allowed: missing ["media"]); media_invalid (empty,
// too_large, truncated, length_lies); and storage_unavailable (the local disk).
func (d *Downloader) Download(ctx context.Context, r Request) (Got, error) {
	bounded, cancel := context.WithTimeoutCause(ctx, d.options.TotalTimeout, timeoutError{d.options.TotalTimeout})
	defer cancel()
	got, err := d.download(bounded, r)
	if err == nil {
		return got, nil
	}
	_ = os.Remove(r.Dest)
	if ctx.Err() != nil {
		return Got{}, ctx.Err()
	}
	return Got{}, downloadError(bounded, err)
}

func (d *Downloader) download(ctx context.Context, r Request) (Got, error) {
	address, err := url.Parse(r.URL)
	if err != nil || d.permit(address) != nil {
		return Got{}, errForbiddenAddress
	}
	file, err := os.OpenFile(r.Dest, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return Got{}, diskError{err}
	}
	t := newTransfer(d, r, file)
	if err = t.run(ctx); err != nil {
		t.giveBack()
	}
	if closed := file.Close(); err == nil && closed != nil {
		err = diskError{closed}
	}
	return Got{Path: r.Dest, Bytes: t.bytes, SHA256: t.digest(), Answers: t.seen}, err
}

// permit returns an error unless an address may be fetched.
func (d *Downloader) permit(u *url.URL) error {
	if u.Scheme != "https" || u.User != nil || u.Port() != "" && u.Port() != "443" || !d.options.Allowed(u) {
		return errForbiddenAddress
	}
	return nil
}
