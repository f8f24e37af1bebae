package main

import (
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"socialdata/internal/sources"
	"socialdata/models"
	"socialdata/models/content"
)

// config is every setting, read from the environment once. Secrets are of type secret and never printed.
type config struct {
	Listen           string          `env:"LISTEN" envDefault:"127.0.0.1:8080"`
	Origin           string          `env:"ORIGIN" envDefault:"http://localhost:8080"`
	DataDir          string          `env:"DATA_DIR" envDefault:"./data"`
	DatabaseURL      secret          `env:"DATABASE_URL"`
	RedisURL         secret          `env:"REDIS_URL"`
	BlobURL          secret          `env:"BLOB_URL"`
	SecretKeys       secret          `env:"SECRET_KEYS"`
	TrustedProxies   []string        `env:"TRUSTED_PROXIES"`
	MediaMaxBytes    int64           `env:"MEDIA_MAX_BYTES" envDefault:"2147483648"`
	MediaMaxHeight   int64           `env:"MEDIA_MAX_HEIGHT" envDefault:"720"`
	SetupToken       secret          `env:"SETUP_TOKEN"`
	InitialCredits   int64           `env:"INITIAL_CREDITS" envDefault:"1000"`
	Upstream         string          `env:"UPSTREAM"`
	RateLookup       int             `env:"RATE_LOOKUP" envDefault:"120"`
	RateRead         int             `env:"RATE_READ" envDefault:"600"`
	RateImport       int             `env:"RATE_IMPORT" envDefault:"30"`
	RateSignIn       int             `env:"RATE_SIGNIN" envDefault:"10"`
	Connections      int             `env:"CONNECTIONS_PER_ADDRESS" envDefault:"2048"`
	ImportBackoff    []time.Duration `env:"IMPORT_BACKOFF" envDefault:"5s,30s,2m,10m"`
	ImportWorkers    int             `env:"IMPORT_WORKERS"`
	SourceTimeout    time.Duration   `env:"SOURCE_TIMEOUT" envDefault:"10s"`
	RoutesDisabled   []string        `env:"ROUTES_DISABLED"`
	PolicyBlock      []string        `env:"POLICY_BLOCK"`
	Shapes           string          `env:"SHAPES"`
	VideoSiteProxy   secret          `env:"VIDEO_SITE_PROXY"`
	ClipSiteProxy    secret          `env:"CLIP_SITE_PROXY"`
	PhotoSiteProxy   secret          `env:"PHOTO_SITE_PROXY"`
	AdLibraryProxy   secret          `env:"AD_LIBRARY_PROXY"`
	VideoSiteCookies string          `env:"VIDEO_SITE_COOKIES"`
	ClipSiteCookies  string          `env:"CLIP_SITE_COOKIES"`
	PhotoSiteCookies string          `env:"PHOTO_SITE_COOKIES"`
	AdLibraryCookies string          `env:"AD_LIBRARY_COOKIES"`
	Engine           string          `env:"ENGINE"`
	VideoSiteAPIKey  secret          `env:"VIDEO_SITE_API_KEY"`
	AdLibraryToken   secret          `env:"AD_LIBRARY_TOKEN"`
	ModelURL         string          `env:"MODEL_URL"`
	ModelKey         secret          `env:"MODEL_KEY"`
	ModelName        string          `env:"MODEL_NAME"`
	LogLevel         slog.Level      `env:"LOG_LEVEL" envDefault:"info"`
	LogFormat        string          `env:"LOG_FORMAT" envDefault:"text"`
	MetricsListen    string          `env:"METRICS_LISTEN"`

	clock func() time.Time // nil is time.Now; the demo makes its history in the past
}

// secret is text that formats as stars.
type secret string

// String hides the value from every formatter.
func (s secret) String() string {
	if s == "" {
		return ""
	}
	return "***"
}

// LogValue hides the value from slog.
func (s secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// readConfig reads SOCIALDATA_… and reports every problem at once.
func readConfig() (*config, error) {
	c := &config{}
	err := env.ParseWithOptions(c, env.Options{Prefix: "SOCIALDATA_"})
	problems := []error{}
	if err != nil {
		problems = append(problems, withoutValues(err)...)
	}
	if c.DataDir, err = filepath.Abs(c.DataDir); err != nil { // decoders run in folders of their own
		problems = append(problems, errors.New("SOCIALDATA_DATA_DIR: the working folder cannot be found"))
	}
	for _, list := range []*[]string{&c.TrustedProxies, &c.RoutesDisabled, &c.PolicyBlock} {
		*list = withoutBlanks(*list)
	}
	problems = append(problems, c.check()...)
	if len(problems) > 0 {
		return nil, fmt.Errorf("the settings have problems:\n%w", errors.Join(problems...))
	}
	return c, nil
}

// withoutBlanks trims a list; what is blank, as after a trailing comma, is no entry.
func withoutBlanks(list []string) []string {
	out := []string{}
	for _, entry := range list {
		if entry = strings.TrimSpace(entry); entry != "" {
			out = append(out, entry)
		}
	}
	return out
}

// withoutValues names the settings that could not be read; the values may be secrets.
func withoutValues(err error) []error {
	var all env.AggregateError
	if !errors.As(err, &all) {
		return []error{errors.New("the environment cannot be read")}
	}
	out := make([]error, 0, len(all.Errors))
	for _, e := range all.Errors {
		var p env.ParseError
		if errors.As(e, &p) {
			out = append(out, fmt.Errorf("SOCIALDATA_%s: not a %s", fieldEnv(p.Name), p.Type))
			continue
		}
		out = append(out, errors.New("a setting cannot be read"))
	}
	return out
}

func fieldEnv(goName string) string {
	params, err := env.GetFieldParams(&config{})
	if err != nil {
		return goName
	}
	wanted := strings.ToLower(goName)
	for _, p := range params {
		if strings.ReplaceAll(strings.ToLower(p.Key), "_", "") == wanted {
			return p.Key
		}
	}
	return goName
}

// maxWaits bounds the waits between attempts: the contract shows ten attempts.
const maxWaits = 9

// maxWorkers bounds the imports at once of one process.
const maxWorkers = 256

// importWorkers is how many imports run at once: decoding takes a processor.
func (c *config) importWorkers() int { return cmp.Or(c.ImportWorkers, runtime.GOMAXPROCS(0)) }

func (c *config) check() []error {
	problems := []error{}
	add := func(bad bool, name, expected string) {
		if bad {
			problems = append(problems, fmt.Errorf("SOCIALDATA_%s: want %s", name, expected))
		}
	}
	_, _, listenErr := net.SplitHostPort(c.Listen)
	add(listenErr != nil, "LISTEN", "host:port")
	_, _, metricsErr := net.SplitHostPort(c.MetricsListen)
	add(c.MetricsListen != "" && metricsErr != nil, "METRICS_LISTEN", "host:port, or nothing")
	add(!bareOrigin(c.Origin), "ORIGIN", "http(s)://host[:port] without a path")
	add(c.Upstream != "" && !isHTTP(c.Upstream), "UPSTREAM", "an http or https address")
	add(c.InitialCredits < 0 || c.InitialCredits > models.MostCredits, "INITIAL_CREDITS", "0 to 9007199254740991")
	add(c.ModelURL != "" && (!isHTTP(c.ModelURL) || c.ModelName == ""), "MODEL_URL", "an http or https address, together with SOCIALDATA_MODEL_NAME")
	add(c.MediaMaxBytes < 1, "MEDIA_MAX_BYTES", "1 or more")
	add(c.MediaMaxHeight < 144 || c.MediaMaxHeight > 1080, "MEDIA_MAX_HEIGHT", "144 to 1080")
	add(len(c.ImportBackoff) > maxWaits, "IMPORT_BACKOFF", "at most 9 waits, so that there are at most 10 attempts")
	add(c.ImportWorkers < 0 || c.ImportWorkers > maxWorkers, "IMPORT_WORKERS", "1 to 256, or nothing: as many as processors")
	for _, d := range c.ImportBackoff {
		add(d <= 0, "IMPORT_BACKOFF", "durations of more than 0, comma-separated")
	}
	add(c.SourceTimeout <= 0 || c.SourceTimeout > 5*time.Minute, "SOURCE_TIMEOUT", "a duration of at most 5m")
	add(c.LogFormat != "text" && c.LogFormat != "json", "LOG_FORMAT", "text or json")
	for name, n := range map[string]int{"RATE_LOOKUP": c.RateLookup, "RATE_READ": c.RateRead, "RATE_IMPORT": c.RateImport, "RATE_SIGNIN": c.RateSignIn,
		"CONNECTIONS_PER_ADDRESS": c.Connections} {
		add(n < 0 || n > 1_000_000, name, "0 to 1000000")
	}
	for name, a := range c.access() {
		_, proxyErr := sources.ParseProxy(string(a.proxy))
		add(a.proxy != "" && proxyErr != nil, name+"_PROXY", "http://, https:// or socks5h://[user:password@]host[:port]")
	}
	for _, entry := range c.PolicyBlock {
		add(!isHostOrID(entry), "POLICY_BLOCK", "hosts, or natural ids such as video_site:<id>, comma-separated")
	}
	for _, n := range c.TrustedProxies {
		_, prefixErr := netip.ParsePrefix(n)
		_, addrErr := netip.ParseAddr(n)
		add(prefixErr != nil && addrErr != nil, "TRUSTED_PROXIES", "addresses or networks, comma-separated")
	}
	_, keyErr := decodeKeys(string(c.SecretKeys))
	add(keyErr != nil, "SECRET_KEYS", "base64 keys of 32 bytes, comma-separated")
	return problems
}

// accessSettings are an operator's own ways to one platform.
type accessSettings struct {
	platform content.Platform
	proxy    secret
	cookies  string // a file
}

// access lists them by the beginning of their settings' names.
func (c *config) access() map[string]accessSettings {
	return map[string]accessSettings{
		"VIDEO_SITE": {content.VideoSite, c.VideoSiteProxy, c.VideoSiteCookies},
		"CLIP_SITE":  {content.ClipSite, c.ClipSiteProxy, c.ClipSiteCookies},
		"PHOTO_SITE": {content.PhotoSite, c.PhotoSiteProxy, c.PhotoSiteCookies},
		"AD_LIBRARY": {content.AdLibrary, c.AdLibraryProxy, c.AdLibraryCookies},
	}
}

// isHostOrID reports whether an entry is a host name or a natural id of an item or account.
func isHostOrID(entry string) bool {
	name, local, isID := strings.Cut(entry, ":")
	if isID {
		p := content.Platform(name)
		return sources.IsItemID(p, local) || sources.IsAccountID(p, local)
	}
	u, err := url.Parse("https://" + entry + "/")
	return err == nil && u.Host == entry && u.Hostname() == entry
}

func bareOrigin(s string) bool {
	u, err := url.Parse(s)
	return err == nil && isHTTP(s) && u.Path == "" && u.RawQuery == "" && u.User == nil && u.Fragment == ""
}

func isHTTP(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// decodeKeys reads comma-separated base64 keys of 32 bytes; "" is none.
func decodeKeys(s string) ([][]byte, error) {
	if s == "" {
		return nil, nil
	}
	keys := [][]byte{}
	for _, part := range strings.Split(s, ",") {
		k, err := base64.StdEncoding.DecodeString(strings.TrimSpace(part))
		if err != nil || len(k) != 32 {
			return nil, errors.New("not base64 of 32 bytes")
		}
		keys = append(keys, k)
	}
	return keys, nil
}

// logger writes to standard error. With debug every line is written, else equal ones are sampled.
func (c *config) logger() *slog.Logger {
	o := &slog.HandlerOptions{Level: c.LogLevel}
	var h slog.Handler = slog.NewTextHandler(os.Stderr, o)
	if c.LogFormat == "json" {
		h = slog.NewJSONHandler(os.Stderr, o)
	}
	if c.LogLevel <= slog.LevelDebug {
		return slog.New(h)
	}
	return slog.New(newSampling(h))
}
