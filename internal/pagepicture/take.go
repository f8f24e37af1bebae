package pagepicture

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/tunnel"
)

// Request is a page to take a picture of.
type Request struct {
	Address string   // of the post, https
	Hosts   []string // of its platform, with their sub-domains
	Post    Post
	Folder  string // where the files are written
}

// Picture is what became of a request. The paths are "" for files that there are not.
type Picture struct {
	Status  content.PageStatus
	Reason  content.PageReason // "" if it shows the post
	TakenAt time.Time
	Address string // where the page led, without tokens; "" if it did not come
	PNG     string
	PDF     string
}

// failure is why there is no picture.
type failure struct {
	reason content.PageReason
	cause  error
}

func (f *failure) Error() string { return string(f.reason) + ": " + f.cause.Error() }

func (f *failure) Unwrap() error { return f.cause }

func failed(reason content.PageReason, cause error) error { return &failure{reason, cause} }

// Take takes a picture and a PDF of a page. What goes wrong is said in the picture; the only errors are those of ctx.
func (b *Browser) Take(ctx context.Context, r Request) (*Picture, error) {
	p := &Picture{TakenAt: time.Now()}
	err := b.take(ctx, r, p)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err == nil {
		return p, nil
	}
	why := &failure{reason: content.PageBrowser}
	errors.As(err, &why)
	b.o.Log.Info("a page has no picture", "reason", why.reason, "cause", err)
	return &Picture{Status: content.PageFailed, Reason: why.reason, TakenAt: p.TakenAt, Address: p.Address}, nil
}

func (b *Browser) take(ctx context.Context, r Request, p *Picture) error {
	select {
	case b.slots <- struct{}{}:
		defer func() { <-b.slots }()
	case <-time.After(waitTime):
		return failed(content.PageBusy, errors.New("no slot"))
	case <-ctx.Done():
		return ctx.Err()
	}
	folder, err := b.newFolder()
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	way, err := tunnel.Open(r.Hosts, b.o.Dial)
	if err != nil {
		return err
	}
	defer way.Close()
	ctx, cancel := context.WithTimeout(ctx, b.o.Timeout)
	defer cancel()
	run, err := b.start(ctx, folder, way)
	if err != nil {
		return err
	}
	defer run.close()
	v := &visit{tools: run.tools, way: way, request: r, loaded: make(chan struct{}), settle: b.settle, until: time.Now().Add(b.o.Timeout)}
	p.TakenAt = time.Now()
	if err := v.open(ctx); err != nil {
		return v.explain(ctx, err)
	}
	found, err := v.look(ctx)
	if err != nil {
		return v.explain(ctx, err)
	}
	p.TakenAt, p.Address = time.Now(), sources.ScrubAddress(found.Address)
	p.Status, p.Reason = found.judge(r.Post)
	return v.explain(ctx, v.keep(ctx, p))
}

// explain adds to an error why there is no picture.
func (v *visit) explain(ctx context.Context, err error) error {
	var why *failure
	switch {
	case err == nil, errors.As(err, &why):
		return err
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return failed(content.PageTimeout, fmt.Errorf("%w at %s", err, sources.ScrubAddress(v.address())))
	}
	return failed(content.PageBrowser, err)
}

// leavesPlatform reports whether an address is not one of the platform's.
func (r Request) leavesPlatform(address string) bool {
	u, err := url.Parse(address)
	return err != nil || u.Scheme != "https" || u.Port() != "" && u.Port() != "443" || !sources.HostAllowed(u.Hostname(), r.Hosts)
}

// keep writes the picture and the PDF.
func (v *visit) keep(ctx context.Context, p *Picture) error {
	png, err := v.screenshot(ctx)
	if err != nil {
		return err
	}
	path := filepath.Join(v.request.Folder, "page.png")
	if err := os.WriteFile(path, png, 0o600); err != nil {
		return err
	}
	p.PNG = path
	pdf, err := v.pdf(ctx)
	if err != nil || len(pdf) > mostBytes {
		return nil //nolint:nilerr // the picture alone is worth keeping
	}
	path = filepath.Join(v.request.Folder, "page.pdf")
	if err := os.WriteFile(path, pdf, 0o600); err != nil {
		return err
	}
	p.PDF = path
	return nil
}

// raw is a parameter or a result in JSON.
type raw = json.RawMessage
