package engine

import (
	"bytes"
	"context"
	"io"
	"os"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/child"
	"socialdata/internal/tunnel"
)

// The limits of a run.
const (
	versionTime   = 10 * time.Second
	itemTime      = 30 * time.Second
	waitTime      = 10 * time.Second // for one of our own slots
	maxMemory     = 2 << 30
	maxOpenFiles  = 128
	maxFile       = 1 << 20
	maxStdout     = 16 << 20
	maxStderr     = 64 << 10
	socketSeconds = "10"
)

// childPath is the PATH of a run.
const childPath = "/usr/local/bin:/usr/bin:/bin"

// command returns a run of the program in folder, which is also its home. Without a proxy it has no network access. The
// proxy's password is passed in the environment, because every user of the machine can see arguments.
func (e *Engine) command(args []string, folder string, out io.Writer, timeout time.Duration, proxy *tunnel.Proxy) child.Command {
	port, way := 0, []string(nil)
	if proxy != nil {
		port, way = proxy.Port(), proxy.Environment()
	}
	return child.Command{Prlimit: e.prlimit, Program: e.program, Args: args, Dir: folder, Port: port,
		Env:     append([]string{"PATH=" + childPath, "HOME=" + folder, "TMPDIR=" + folder, "LC_ALL=C.UTF-8", "YTDLP_NO_PLUGINS=1"}, way...),
		Timeout: timeout, Memory: maxMemory, OpenFiles: maxOpenFiles, FileBytes: maxFile, Stdout: out, MaxStdout: maxStdout, MaxStderr: maxStderr}
}

// arguments returns the arguments for one link: the program reads no configuration, loads no code, uses none of its
// generic extractors, and writes no file.
func arguments(link string) []string {
	return []string{
		"--ignore-config", "--no-config-locations", "--no-plugin-dirs", "--no-remote-components", "--no-js-runtimes", "--no-exec", "--no-cache-dir",
		"--no-update", "--no-cookies-from-browser", "--no-mtime", "--no-playlist",
		"--use-extractors", `youtube.*,tiktok.*,instagram.*`,
		"--socket-timeout", socketSeconds, "--retries", "1", "--extractor-retries", "1",
		"--abort-on-error", "--ignore-no-formats-error", "--color", "no_color", "--no-warnings", "--no-progress",
		"-J", "--skip-download", "--", link,
	}
}

// dump runs the program for a link and returns its JSON. The run can reach only the hosts that its proxy allows.
func (r reader) dump(ctx context.Context, link string) ([]byte, error) {
	e := r.engine
	select {
	case e.slots <- struct{}{}:
		defer func() { <-e.slots }()
	case <-time.After(waitTime):
		return nil, apierror.New(apierror.CodeRateLimited, "policy", "engine", "limit", int64(runsAtOnce), "windowSeconds", int64(1)).After(time.Second)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	folder, err := os.MkdirTemp(e.o.Folder, "run-")
	if err != nil {
		return nil, apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	proxy, err := tunnel.Open(e.platform(r.platform).Hosts, e.o.Dial)
	if err != nil {
		return nil, apierror.Wrap(err, apierror.CodeInternalError)
	}
	defer proxy.Close()
	var out bytes.Buffer
	if err := child.Run(ctx, e.command(arguments(link), folder, &out, e.o.Timeout, proxy)); err != nil {
		return nil, r.failure(err, proxy)
	}
	return out.Bytes(), nil
}
