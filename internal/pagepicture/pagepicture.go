// Package pagepicture takes a picture and a PDF of a post's public page, as a visitor without login sees it, with a Chromium that the
// operator names. The browser is a bounded child process with an empty profile; it reaches only the hosts of the post's platform, through
// a proxy for this one run that refuses private addresses. The package may import internal/child, internal/tunnel, internal/sources,
// internal/content and internal/apierror only.
package pagepicture

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"time"

	"socialdata/internal/child"
	"socialdata/internal/tunnel"
)

// Options say where the browser is and how it reaches the platforms.
type Options struct {
	Program string        // a name on PATH, or a path
	Folder  string        // directory of the profiles, which are deleted after each run
	Dial    tunnel.Dial   // to port 443 of an allowed host
	Agent   func() string // returns the User-Agent of visitors; nil: the browser's own
	Trust   []string      // SHA-256 of keys in base64 whose certificates are trusted without an authority: those of simulated platforms
	Timeout time.Duration // of one picture; 0 means 20 s
	Log     *slog.Logger
}

// Browser is an installed Chromium. It is safe for concurrent use.
type Browser struct {
	o       Options
	program string
	prlimit string
	version string
	root    bool // runs as root, under which Chromium has no sandbox of its own
	settle  time.Duration
	slots   chan struct{}
}

// Bounds of one picture.
const (
	pictureTime = 20 * time.Second
	waitTime    = 2 * time.Minute // for the picture of another import
	versionTime = 10 * time.Second
	mostBytes   = 10 << 20 // of the picture, and again of the PDF
)

// runsAtOnce bounds the browsers of one process: each takes a processor and some hundred megabytes.
const runsAtOnce = 2

// Open finds the browser and returns an error if it does not run.
func Open(ctx context.Context, o Options) (*Browser, error) {
	o.Timeout = cmp.Or(o.Timeout, pictureTime)
	b := &Browser{o: o, root: os.Geteuid() == 0, settle: settleTime, slots: make(chan struct{}, runsAtOnce)}
	var err error
	if b.program, err = child.LookPath(o.Program); err != nil {
		return nil, fmt.Errorf("the browser %q is not on PATH and no file", o.Program)
	}
	if b.prlimit, err = child.LookPath("prlimit"); err != nil {
		return nil, errors.New("the browser needs prlimit (util-linux), which bounds its runs")
	}
	if err := os.MkdirAll(o.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("the browser's folder: %w", err)
	}
	b.sweep()
	return b, b.readVersion(ctx)
}

// versionWords is what Chromium and Chrome print, such as "Chromium 140.0.7339.80 built on Debian".
var versionWords = regexp.MustCompile(`\b(\d+\.\d+\.\d+\.\d+)\b`)

func (b *Browser) readVersion(ctx context.Context) error {
	folder, err := b.newFolder()
	if err != nil {
		return fmt.Errorf("the browser's folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	var out bytes.Buffer
	c := b.command([]string{"--version"}, folder)
	c.Timeout, c.Stdout, c.MaxStdout = versionTime, &out, 4<<10
	if err := child.Run(ctx, c); err != nil {
		return fmt.Errorf("the browser does not tell its version: %w", err)
	}
	found := versionWords.FindStringSubmatch(out.String())
	if found == nil {
		return errors.New("the browser tells no version of Chromium")
	}
	b.version = found[1]
	return nil
}

// Version returns the browser's version, such as "140.0.7339.80".
func (b *Browser) Version() string { return b.version }
