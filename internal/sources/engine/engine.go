// Package engine reads the platforms with yt-dlp, a program that an operator may install beside the service: a last
// resort for an address that the platforms refuse. It is off by default. The program runs as a bounded child process
// without configuration, plugins or our environment, gets only links that we built ourselves, and reaches only the
// platforms' hosts, through a local proxy with a password for each run. Values that it rounds or makes up are left out.
// The package may import internal/sources, internal/child, internal/content and internal/apierror only.
package engine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"socialdata/internal/child"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// Versions are dates. A version before the first is refused: it runs commands that a page names (CVE-2026-55404). Older
// versions fail more and more often as the platforms change.
const (
	oldestVersion = "2026.07.04"
	agingAfter    = 45 * 24 * time.Hour
)

// Options say where the program is and how it reaches the platforms.
type Options struct {
	Program   string // a name on PATH, or a path
	Folder    string // directory in which its runs may write
	Platforms sources.Platforms
	Dial      func(ctx context.Context, host string) (net.Conn, error) // to port 443 of an allowed host
	Timeout   time.Duration                                            // of one run; 0 means 30 s
	Log       *slog.Logger
}

// Engine is an installed program.
type Engine struct {
	o       Options
	program string
	prlimit string
	version atomic.Value // string
	slots   chan struct{}
}

// runsAtOnce bounds the children of one process: each costs a second of a processor to start.
const runsAtOnce = 2

// Open finds the program and returns an error if its version is not safe.
func Open(ctx context.Context, o Options) (*Engine, error) {
	o.Timeout = cmp.Or(o.Timeout, itemTime)
	e := &Engine{o: o, slots: make(chan struct{}, runsAtOnce)}
	var err error
	if e.program, err = child.LookPath(o.Program); err != nil {
		return nil, fmt.Errorf("the engine %q is not on PATH and no file", o.Program)
	}
	if e.prlimit, err = child.LookPath("prlimit"); err != nil {
		return nil, errors.New("the engine needs prlimit (util-linux), which bounds its runs")
	}
	if err := os.MkdirAll(o.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("the engine's folder: %w", err)
	}
	if err := e.readVersion(ctx); err != nil {
		return nil, err
	}
	e.logAge(time.Now())
	return e, nil
}

var isVersion = regexp.MustCompile(`^20\d\d\.\d\d\.\d\d(\.\d+)?$`).MatchString

// readVersion runs the program to read its version. A version that is not a date, or is too old, is an error.
func (e *Engine) readVersion(ctx context.Context) error {
	var out bytes.Buffer
	err := child.Run(ctx, e.command([]string{"--ignore-config", "--no-plugin-dirs", "--version"}, e.o.Folder, &out, versionTime, nil))
	if err != nil {
		return fmt.Errorf("the engine does not tell its version: %w", err)
	}
	version := strings.TrimSpace(out.String())
	switch {
	case !isVersion(version):
		return errors.New("the engine tells no version that is a date")
	case version < oldestVersion:
		return fmt.Errorf("the engine is of %s: at least %s is needed", version, oldestVersion)
	}
	e.version.Store(version)
	return nil
}

// lookAgain is how often the version is read: operators update the program while the service runs.
const lookAgain = 24 * time.Hour

// Watch checks the program once a day and logs what is wrong with it, until ctx ends.
func (e *Engine) Watch(ctx context.Context) {
	tick := time.NewTicker(lookAgain)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := e.readVersion(ctx); err != nil && ctx.Err() == nil {
			e.o.Log.Error("the engine cannot be used", "cause", err)
		}
		e.logAge(time.Now())
	}
}

// Version returns the program's version, a date.
func (e *Engine) Version() string { return e.version.Load().(string) }

// Age returns how old the program's version is.
func (e *Engine) Age(now time.Time) time.Duration {
	made, err := time.Parse("2006.01.02", e.Version()[:len("2006.01.02")])
	if err != nil {
		return 0 // unreachable: the version was validated before
	}
	return now.Sub(made)
}

func (e *Engine) logAge(now time.Time) {
	if age := e.Age(now); age > agingAfter {
		e.o.Log.Warn("the engine is aging: the platforms change every few weeks", "version", e.Version(), "days", int(age.Hours()/24))
	}
}

// Routes returns a route for each platform that the engine reads, with the known objects that known returns for it.
func (e *Engine) Routes(known func(content.Platform) func() sources.Known) []sources.Route {
	var routes []sources.Route
	for _, p := range []content.Platform{content.VideoSite, content.ClipSite, content.PhotoSite} {
		r := reader{e, p}
		routes = append(routes, sources.Route{ID: string(p) + ".engine", Platform: p, ContractVersion: "1", Item: r.item, Media: r.media, Known: known(p)})
	}
	return routes
}

// platform returns the descriptor of a platform; the zero one if the engine does not read it.
func (e *Engine) platform(name content.Platform) sources.Platform {
	p, _ := e.o.Platforms.Find(name)
	return p
}
