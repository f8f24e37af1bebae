package sources

import (
	"cmp"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"
)

// Bounds of a cookie file.
const (
	maxCookieFile  = 1 << 20
	maxCookies     = 500
	maxCookieValue = 4096
)

// cookieWriteDelay is how long renewed cookies are collected before the file is written.
const cookieWriteDelay = 2 * time.Second

// CookieFile holds the operator's cookies for one platform, in Netscape format. They are sent to the platform's own
// hosts only, and cookies that the platform renews are written back. Their values never appear in a log, error or
// answer. A nil CookieFile holds no cookies.
type CookieFile struct {
	path  string
	hosts []string
	log   *slog.Logger

	mu      sync.Mutex
	cookies []cookie
	read    time.Time // modification time of the file when it was last read
	writing *time.Timer
}

// cookie is one line of the file.
type cookie struct {
	domain     string // without a leading dot
	subdomains bool
	path       string
	secure     bool
	httpOnly   bool
	expires    int64 // seconds since the epoch; 0 ends with the session
	name       string
	value      string
}

// OpenCookieFile reads a cookie file whose lines must all be for the platform's hosts. The file must be readable by its
// owner only. Errors name the line, never its contents.
func OpenCookieFile(path string, hosts []string, log *slog.Logger) (*CookieFile, error) {
	f := &CookieFile{path: path, hosts: hosts, log: log}
	return f, f.load()
}

// load reads the file.
func (f *CookieFile) load() error {
	file, err := os.Open(f.path)
	if err != nil {
		return errors.New("the cookie file cannot be opened")
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil, !info.Mode().IsRegular():
		return errors.New("the cookie file is no regular file")
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0: // Windows has no such permission bits
		return errors.New("the cookie file may be read by others: its mode must be 0600")
	}
	raw, err := io.ReadAll(io.LimitReader(file, maxCookieFile+1))
	if err != nil || len(raw) > maxCookieFile {
		return errors.New("the cookie file cannot be read, or is larger than 1 MiB")
	}
	cookies, err := parseCookies(string(raw), f.hosts)
	if err != nil {
		return err
	}
	f.cookies, f.read = cookies, info.ModTime()
	return nil
}

// reload reads the file again if another process changed it; if the new contents are invalid, the cookies stay as they were.
func (f *CookieFile) reload() {
	info, err := os.Stat(f.path)
	if err != nil || info.ModTime().Equal(f.read) || f.writing != nil {
		return
	}
	if err := f.load(); err != nil {
		f.read = info.ModTime()
		f.log.Warn("a changed cookie file is not used", "cause", err)
	}
}

// addTo adds the cookies for address to req. They replace cookies of the same name that the adapter set.
func (f *CookieFile) addTo(req *http.Request, address *url.URL) {
	if f == nil || !HostAllowed(address.Hostname(), f.hosts) {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reload()
	ours := map[string]bool{}
	var pairs []string
	for _, c := range f.cookies {
		if c.matches(address, time.Now()) {
			ours[c.name] = true
			pairs = append(pairs, c.name+"="+c.value)
		}
	}
	for _, c := range req.Cookies() {
		if !ours[c.Name] {
			pairs = append(pairs, c.Name+"="+c.Value)
		}
	}
	if len(pairs) > 0 {
		req.Header.Set("Cookie", strings.Join(pairs, "; "))
	}
}

func (c cookie) matches(u *url.URL, now time.Time) bool {
	host, at := strings.ToLower(u.Hostname()), cmp.Or(u.EscapedPath(), "/")
	onHost := host == c.domain || c.subdomains && strings.HasSuffix(host, "."+c.domain)
	onPath := at == c.path || strings.HasPrefix(at, strings.TrimSuffix(c.path, "/")+"/")
	return onHost && onPath && (c.expires == 0 || c.expires > now.Unix())
}

// values returns the values of all cookies, so that they can be removed from recorded answers.
func (f *CookieFile) values() []string {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	values := make([]string, len(f.cookies))
	for n, c := range f.cookies {
		values[n] = c.value
	}
	return values
}

// learn stores the cookies that the platform sets and schedules a write of the file.
func (f *CookieFile) learn(address *url.URL, h http.Header) {
	if f == nil || !HostAllowed(address.Hostname(), f.hosts) || len(h["Set-Cookie"]) == 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	changed := false
	for _, set := range (&http.Response{Header: h}).Cookies() {
		changed = f.set(cookieOf(set, address)) || changed
	}
	if changed && f.writing == nil {
		f.writing = time.AfterFunc(cookieWriteDelay, f.write)
	}
}

// cookieOf converts a Set-Cookie received from address.
func cookieOf(set *http.Cookie, address *url.URL) cookie {
	c := cookie{domain: strings.ToLower(address.Hostname()), path: "/", secure: set.Secure, httpOnly: set.HttpOnly, name: set.Name, value: set.Value}
	if set.Domain != "" {
		c.domain, c.subdomains = strings.ToLower(strings.TrimPrefix(set.Domain, ".")), true
	}
	if strings.HasPrefix(set.Path, "/") {
		c.path = set.Path
	}
	switch {
	case set.MaxAge > 0:
		c.expires = time.Now().Unix() + int64(set.MaxAge)
	case set.MaxAge < 0:
		c.expires = 1
	case !set.Expires.IsZero():
		c.expires = max(1, set.Expires.Unix())
	}
	return c
}

// set stores c and reports whether that changed anything. It ignores a cookie of a foreign domain, an overlong one, and
// one beyond the limit.
func (f *CookieFile) set(c cookie) bool {
	if !HostAllowed(c.domain, f.hosts) || len(c.name)+len(c.value) > maxCookieValue || strings.ContainsAny(c.name+c.value+c.path, "\t\r\n") {
		return false
	}
	for n, have := range f.cookies {
		if have.name == c.name && have.domain == c.domain && have.path == c.path {
			f.cookies[n] = c
			return have != c
		}
	}
	if len(f.cookies) >= maxCookies {
		return false
	}
	f.cookies = append(f.cookies, c)
	return true
}

// write replaces the file atomically.
func (f *CookieFile) write() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.writing = nil
	temporary := f.path + ".new"
	err := os.WriteFile(temporary, []byte(formatCookies(f.cookies, time.Now())), 0o600)
	if err == nil {
		err = os.Rename(temporary, f.path)
	}
	if err != nil {
		f.log.Warn("renewed cookies were not written", "cause", err)
		return
	}
	if info, err := os.Stat(f.path); err == nil {
		f.read = info.ModTime()
	}
}

// Close writes changes that are still pending.
func (f *CookieFile) Close() error {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	waits := f.writing != nil && f.writing.Stop()
	f.mu.Unlock()
	if waits {
		f.write()
	}
	return nil
}
