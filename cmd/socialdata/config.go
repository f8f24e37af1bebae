package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"socialdata/views"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
)

// config is every setting, read from the environment once. Secrets are of type secret and never printed.
type config struct {
	Listen           string          `env:"LISTEN" envDefault:"127.0.0.1:8080"`
	WorkListen       string          `env:"WORK_LISTEN"`
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
	DeliveryWorkers  int             `env:"DELIVERY_WORKERS"`
	WatchWorkers     int             `env:"WATCH_WORKERS"`
	UpkeepWorkers    int             `env:"HOUSEKEEPING_WORKERS"`
	WatchesMost      int             `env:"WATCHES_MOST" envDefault:"1000"`
	WebhooksLocal    bool            `env:"WEBHOOKS_LOCAL"`
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
	VideoSiteOrder   string          `env:"VIDEO_SITE_ORDER" envDefault:"web"`
	ClipSiteOrder    string          `env:"CLIP_SITE_ORDER" envDefault:"web"`
	PhotoSiteOrder   string          `env:"PHOTO_SITE_ORDER" envDefault:"web"`
	AdLibraryOrder   string          `env:"AD_LIBRARY_ORDER" envDefault:"web"`
	Engine           string          `env:"ENGINE"`
	VideoSiteAPIKey  secret          `env:"VIDEO_SITE_API_KEY"`
	PhotoSiteToken   secret          `env:"PHOTO_SITE_TOKEN"`
	PhotoSiteAccount string          `env:"PHOTO_SITE_ACCOUNT"`
	AdLibraryToken   secret          `env:"AD_LIBRARY_TOKEN"`
	ModelURL         string          `env:"MODEL_URL"`
	ModelKey         secret          `env:"MODEL_KEY"`
	ModelName        string          `env:"MODEL_NAME"`
	TSAURL           secret          `env:"TSA_URL"`
	SMTPURL          secret          `env:"SMTP_URL"`
	LogLevel         slog.Level      `env:"LOG_LEVEL" envDefault:"info"`
	LogFormat        string          `env:"LOG_FORMAT" envDefault:"text"`
	MetricsListen    string          `env:"METRICS_LISTEN"`

	clock      func() time.Time   // nil is time.Now; the demo makes its history in the past
	demoPeople []views.DemoPerson // of the demo alone
	adopt      bool               // the secret keys and the blob store become the installation's, whatever they were
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

// readConfig reads SOCIALDATA_…, and the files that SOCIALDATA_…_FILE name, and reports every problem at once.
func readConfig() (*config, error) {
	c := &config{}
	settings, problems := environment(os.Environ())
	err := env.ParseWithOptions(c, env.Options{Prefix: settingPrefix, Environment: settings})
	if err != nil {
		problems = append(problems, unreadable(err)...)
	}
	if c.DataDir, err = filepath.Abs(c.DataDir); err != nil { // decoders run in folders of their own
		problems = append(problems, errors.New("SOCIALDATA_DATA_DIR: the working folder cannot be found"))
	}
	for _, list := range []*[]string{&c.TrustedProxies, &c.RoutesDisabled, &c.PolicyBlock} {
		*list = trimList(*list)
	}
	problems = append(problems, c.check()...)
	if len(problems) > 0 {
		return nil, fmt.Errorf("the settings have problems:\n%w", errors.Join(problems...))
	}
	return c, nil
}

// trimList trims a list; what is blank, as after a trailing comma, is no entry.
func trimList(list []string) []string {
	out := []string{}
	for _, entry := range list {
		if entry = strings.TrimSpace(entry); entry != "" {
			out = append(out, entry)
		}
	}
	return out
}

// logger writes to standard error; flush writes what waits to be written. With debug every line is written at once; else equal
// warnings are sampled, and lines below a warning are written together.
func (c *config) logger() (log *slog.Logger, flush func() error) {
	if c.LogLevel <= slog.LevelDebug {
		return slog.New(c.logHandler(os.Stderr)), func() error { return nil }
	}
	lines := newLogLines(os.Stderr)
	return slog.New(newSampling(flushing{Handler: c.logHandler(lines), lines: lines})), lines.flush
}

func (c *config) logHandler(w io.Writer) slog.Handler {
	o := &slog.HandlerOptions{Level: c.LogLevel}
	if c.LogFormat == "json" {
		return slog.NewJSONHandler(w, o)
	}
	return slog.NewTextHandler(w, o)
}
