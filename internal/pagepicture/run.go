package pagepicture

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"socialdata/internal/child"
	"socialdata/internal/crash"
	"socialdata/internal/tunnel"
)

// Limits of a browser's processes. Chromium reserves far more address space than it uses, so what it can write to is limited.
const (
	maxData      = 2 << 30 // of each process
	maxHeap      = 512     // megabytes of a page's scripts
	maxOpenFiles = 4096
	maxFile      = 512 << 20 // shared memory counts as a file
	maxStderr    = 16 << 10
)

// The size of the window, in pixels of the page.
const (
	windowWidth  = 1280
	windowHeight = 1600
)

// arguments returns the arguments of a browser without a user: it has no profile of before, asks nobody, and reaches nothing but the
// proxy, not even a name server.
func (b *Browser) arguments(folder string, proxyPort int) []string {
	args := []string{
		"--headless=new", "--remote-debugging-pipe", "--user-data-dir=" + filepath.Join(folder, "profile"),
		"--proxy-server=http://127.0.0.1:" + strconv.Itoa(proxyPort), "--proxy-bypass-list=<-loopback>",
		"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--disable-quic", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--no-first-run", "--no-default-browser-check", "--disable-background-networking", "--disable-component-update", "--disable-component-extensions-with-background-pages",
		"--disable-default-apps", "--disable-extensions", "--disable-sync", "--disable-domain-reliability", "--disable-breakpad", "--disable-crash-reporter",
		"--disable-client-side-phishing-detection", "--no-pings", "--no-service-autorun", "--metrics-recording-only", "--password-store=basic", "--use-mock-keychain",
		"--disable-features=OptimizationHints,MediaRouter,DialMediaRouteProvider,Translate,AutofillServerCommunication,CertificateTransparencyComponentUpdater",
		"--disable-gpu", "--disable-dev-shm-usage", "--mute-audio", "--hide-scrollbars", "--lang=en-US", "--renderer-process-limit=2", "--disable-site-isolation-trials",
		"--js-flags=--max-old-space-size=" + strconv.Itoa(maxHeap), "--window-size=" + strconv.Itoa(windowWidth) + "," + strconv.Itoa(windowHeight),
	}
	if b.o.Agent != nil {
		args = append(args, "--user-agent="+b.o.Agent())
	}
	if len(b.o.Trust) > 0 {
		args = append(args, "--ignore-certificate-errors-spki-list="+strings.Join(b.o.Trust, ","))
	}
	if b.root {
		args = append(args, "--no-sandbox") // it refuses to start with one
	}
	return append(args, "about:blank")
}

// command returns a run of the browser in folder, which is also its home.
func (b *Browser) command(args []string, folder string) child.Command {
	c := child.Command{Prlimit: b.prlimit, Program: b.program, Args: args, Dir: folder,
		Env:     []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + folder, "TMPDIR=" + folder, "XDG_CONFIG_HOME=" + folder, "XDG_CACHE_HOME=" + folder, "LC_ALL=C.UTF-8"},
		Timeout: b.o.Timeout, Data: maxData, OpenFiles: maxOpenFiles, FileBytes: maxFile, MaxStderr: maxStderr, Sandbox: !b.root}
	c.Folders = []string{"/etc/chromium", "/etc/chromium.d"} // of distributions, whose launcher reads them
	if real, err := filepath.EvalSymlinks(b.program); err == nil {
		c.Folders = append(c.Folders, filepath.Dir(real)) // its libraries and resources are beside it
	}
	return c
}

// longestFolder is the length up to which a folder can hold the browser's socket, whose path the system limits to 107 characters.
const longestFolder = 107 - len("/org.chromium.Chromium.abcdef/SingletonSocket")

// newFolder makes an empty folder for one run: the browser's home, with its profile.
func (b *Browser) newFolder() (string, error) {
	folder, err := os.MkdirTemp(b.o.Folder, "")
	if err == nil && len(folder) > longestFolder {
		_ = os.Remove(folder)
		folder, err = os.MkdirTemp("", "browser-")
	}
	return folder, err
}

// leftAfter is the age of folders that a process left when it was killed.
const leftAfter = time.Hour

// sweep deletes the folders of processes that were killed.
func (b *Browser) sweep() {
	list, _ := os.ReadDir(b.o.Folder)
	for _, f := range list {
		if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > leftAfter {
			_ = os.RemoveAll(filepath.Join(b.o.Folder, f.Name()))
		}
	}
}

// running is a browser that was started, with the pipes by which it is told what to do.
type running struct {
	tools *devtools
	done  chan struct{}
	err   error // how it ended; valid after done
	stop  context.CancelFunc
}

// start starts the browser behind a proxy. What is returned must be closed.
func (b *Browser) start(ctx context.Context, folder string, way *tunnel.Proxy) (*running, error) {
	fromUs, toBrowser, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	fromBrowser, toUs, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, fromUs.Close(), toBrowser.Close())
	}
	c := b.command(b.arguments(folder, way.Port()), folder)
	c.Port, c.Files = way.Port(), []*os.File{fromUs, toUs}
	ctx, stop := context.WithCancel(ctx)
	r := &running{done: make(chan struct{}), stop: stop}
	go func() {
		defer close(r.done)
		defer func() { _, _ = fromUs.Close(), toUs.Close() }() // so that we read the end of what it says
		defer crash.Recover(&r.err)
		r.err = child.Run(ctx, c)
	}()
	r.tools = newDevtools(toBrowser, fromBrowser)
	return r, nil
}

// close ends the browser with all its processes.
func (r *running) close() {
	r.stop()
	<-r.done
	r.tools.close()
}
