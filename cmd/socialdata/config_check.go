package main

import (
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"runtime"
	"strings"
	"time"

	"golang.org/x/text/language"

	"socialdata/internal/bundle"
	"socialdata/internal/content"
	"socialdata/internal/issuer"
	"socialdata/internal/mail"
	"socialdata/internal/media"
	"socialdata/internal/media/c2pa"
	"socialdata/internal/sources"
	"socialdata/internal/sources/platforms"
	"socialdata/jobs"
	"socialdata/models"
	"socialdata/models/billing"
)

// maxWaits is the maximum number of waits between attempts: the contract shows ten attempts.
const maxWaits = 9

// noText is the setting of an operator who wants no text on screen.
const noText = "none"

// maxWorkers is the maximum number of concurrent tasks of a kind in one process.
const maxWorkers = 256

// maxKeepDays is the longest configurable retention except for ever; minKeepImports is the shortest for imports.
const (
	maxKeepDays    = 36_500
	minKeepImports = 100
)

// keepDays returns the configured retention.
func (c *config) keepDays() *models.KeepDays {
	return &models.KeepDays{Observations: c.KeepObservations, Served: c.KeepServed, History: c.KeepHistory, Events: c.KeepEvents, Requests: c.KeepRequests,
		WatchRuns: c.KeepWatchRuns, Attempts: c.KeepAttempts, Imports: c.KeepImports}
}

// maxWatches is the maximum number of watches of a workspace: workers search these rows by time.
const maxWatches = 100_000

// maxExports is the most scheduled exports that a workspace may be allowed.
const maxExports = 1000

// retiredKeys returns the public keys that no longer sign.
func (c *config) retiredKeys() (list []bundle.Retired, err error) {
	for _, text := range c.RetiredKeys {
		r, err := bundle.ParseRetired(text)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// concurrency returns how many tasks run concurrently: as configured, or suitable for this machine.
func (c *config) concurrency() jobs.Concurrency {
	d := jobs.DefaultConcurrency(min(runtime.NumCPU(), runtime.GOMAXPROCS(0)))
	return jobs.Concurrency{Imports: cmp.Or(c.ImportWorkers, d.Imports), Deliveries: cmp.Or(c.DeliveryWorkers, d.Deliveries),
		Watches: cmp.Or(c.WatchWorkers, d.Watches), Housekeeping: cmp.Or(c.UpkeepWorkers, d.Housekeeping)}
}

// prices returns the prices of this installation.
func (c *config) prices() *billing.Prices {
	prices := billing.StandardPrices()
	if c.SpeechURL != "" {
		prices = prices.WithSpeech()
	}
	return &prices
}

// mailer returns a sender for the operator's mail server; nil if none is configured.
func (c *config) mailer() (*mail.Sender, error) {
	if c.SMTPURL == "" {
		return nil, nil
	}
	return mail.New(string(c.SMTPURL), nil)
}

// trustList returns the certificates that may vouch for C2PA manifests; nil if none are named.
func (c *config) trustList() (*c2pa.Trust, error) {
	if c.C2PATrust == "" {
		return nil, nil
	}
	b, err := os.ReadFile(c.C2PATrust)
	if err != nil {
		return nil, err
	}
	return c2pa.ReadTrust(b)
}

func (c *config) check() []error {
	problems := []error{}
	add := func(bad bool, name, expected string) {
		if bad {
			problems = append(problems, fmt.Errorf("SOCIALDATA_%s: want %s", name, expected))
		}
	}
	_, _, listenErr := net.SplitHostPort(c.Listen)
	add(listenErr != nil, "LISTEN", "host:port")
	add(c.TextLanguages != noText && !media.IsTextLanguages(c.TextLanguages), "TEXT_LANGUAGES", "languages such as eng+deu, or none")
	_, _, workErr := net.SplitHostPort(c.WorkListen)
	add(c.WorkListen != "" && workErr != nil, "WORK_LISTEN", "host:port, or nothing")
	_, _, metricsErr := net.SplitHostPort(c.MetricsListen)
	add(c.MetricsListen != "" && metricsErr != nil, "METRICS_LISTEN", "host:port, or nothing")
	add(!bareOrigin(c.Origin), "ORIGIN", "http(s)://host[:port] without a path")
	_, retiredErr := c.retiredKeys()
	add(retiredErr != nil, "RETIRED_SIGNING_KEYS", "public keys in base64, each with @ and the RFC 3339 time until which it signed, comma-separated")
	add(c.Upstream != "" && !isHTTP(c.Upstream), "UPSTREAM", "an http or https address")
	add(c.TSAURL != "" && !isHTTP(string(c.TSAURL)), "TSA_URL", "an http or https address")
	_, trustErr := c.trustList()
	add(trustErr != nil, "C2PA_TRUST", "a file of certificates in PEM, and nothing else")
	_, mailErr := c.mailer()
	add(mailErr != nil, "SMTP_URL", "smtp://[user:password@]host[:port]?from=address[&operator=address], or smtps://…; special characters as %XX")
	add(c.OIDCIssuer != "" && (!issuer.Allowed(c.OIDCIssuer) || c.OIDCClientID == ""), "OIDC_ISSUER", "an https address (http only on this machine), together with SOCIALDATA_OIDC_CLIENT_ID")
	_, joinErr := c.autoJoin()
	add(joinErr != nil, "OIDC_AUTO_JOIN", "WORKSPACE:ROLE, with the id of a workspace and member, editor or owner")
	add(!c.Passwords && c.OIDCIssuer == "", "PASSWORDS", "true, or false together with SOCIALDATA_OIDC_ISSUER: else nobody could sign in")
	add(c.InitialCredits < 0 || c.InitialCredits > billing.MostCredits, "INITIAL_CREDITS", "0 to 9007199254740991")
	add(c.SpeechURL != "" && (!isHTTP(c.SpeechURL) || c.SpeechModel == ""), "SPEECH_URL", "an http or https address, together with SOCIALDATA_SPEECH_MODEL")
	add(c.SpeechLanguage != "" && !isLanguage(c.SpeechLanguage), "SPEECH_LANGUAGE", "a code of two letters (ISO 639-1), such as de")
	add(c.EmbeddingsURL != "" && (!isHTTP(c.EmbeddingsURL) || c.EmbeddingsModel == ""), "EMBEDDINGS_URL", "an http or https address, together with SOCIALDATA_EMBEDDINGS_MODEL")
	add(c.ModelURL != "" && (!isHTTP(c.ModelURL) || c.ModelName == ""), "MODEL_URL", "an http or https address, together with SOCIALDATA_MODEL_NAME")
	add(c.MediaMaxBytes < 1, "MEDIA_MAX_BYTES", "1 or more")
	add(c.MediaMaxHeight < 144 || c.MediaMaxHeight > 1080, "MEDIA_MAX_HEIGHT", "144 to 1080")
	add(len(c.ImportBackoff) > maxWaits, "IMPORT_BACKOFF", "at most 9 waits, so that there are at most 10 attempts")
	for name, workers := range map[string]int{"IMPORT_WORKERS": c.ImportWorkers, "DELIVERY_WORKERS": c.DeliveryWorkers, "WATCH_WORKERS": c.WatchWorkers,
		"HOUSEKEEPING_WORKERS": c.UpkeepWorkers} {
		add(workers < 0 || workers > maxWorkers, name, "1 to 256, or nothing for what suits this machine")
	}
	add(c.ExportsMost < 0 || c.ExportsMost > maxExports, "EXPORTS_MOST", "0 to 1000")
	add(c.WatchesMost < 1 || c.WatchesMost > maxWatches, "WATCHES_MOST", "1 to 100000")
	for name, days := range map[string]int{"KEEP_REQUESTS": c.KeepRequests, "KEEP_EVENTS": c.KeepEvents, "KEEP_WATCH_RUNS": c.KeepWatchRuns, "KEEP_ATTEMPTS": c.KeepAttempts,
		"KEEP_IMPORTS": c.KeepImports, "KEEP_HISTORY": c.KeepHistory, "KEEP_OBSERVATIONS": c.KeepObservations, "KEEP_SERVED": c.KeepServed} {
		add(days < 0 || days > maxKeepDays, name, "days, 0 (for ever) to 36500")
	}
	add(c.KeepImports > 0 && c.KeepImports < minKeepImports, "KEEP_IMPORTS", "100 days or more, because reports of 90 days count them, or 0")
	for _, d := range c.ImportBackoff {
		add(d <= 0, "IMPORT_BACKOFF", "durations of more than 0, comma-separated")
	}
	add(c.SourceTimeout <= 0 || c.SourceTimeout > 5*time.Minute, "SOURCE_TIMEOUT", "a duration of at most 5m")
	add(c.LogFormat != "text" && c.LogFormat != "json", "LOG_FORMAT", "text or json")
	for _, limit := range []struct {
		name  string
		value int
	}{{"RATE_LOOKUP", c.RateLookup}, {"RATE_READ", c.RateRead}, {"RATE_IMPORT", c.RateImport}, {"RATE_SIGNIN", c.RateSignIn},
		{"CONNECTIONS_PER_ADDRESS", c.Connections}} {
		add(limit.value < 0 || limit.value > 1_000_000, limit.name, "0 to 1000000")
	}
	for name, a := range c.access() {
		_, proxyErr := sources.ParseProxy(string(a.proxy))
		add(a.proxy != "" && proxyErr != nil, name+"_PROXY", "http://, https:// or socks5h://[user:password@]host[:port]")
		add(a.order != "" && a.order != webFirst && a.order != officialFirst, name+"_ORDER", "web or official")
	}
	add((c.PhotoSiteToken == "") != (c.PhotoSiteAccount == ""), "PHOTO_SITE_TOKEN", "a token together with SOCIALDATA_PHOTO_SITE_ACCOUNT")
	add(c.PhotoSiteAccount != "" && !sources.IsDigits(c.PhotoSiteAccount, 1, 25), "PHOTO_SITE_ACCOUNT", "the number of your professional account in the official API")
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

// The orders in which the routes of a platform are called; engines are always last.
const (
	webFirst      = "web"
	officialFirst = "official"
)

// accessSettings are the settings for calling one platform.
type accessSettings struct {
	platform content.Platform
	proxy    secret
	cookies  string // a file
	order    string // "" means webFirst
}

// access returns these settings by the prefix of their names.
func (c *config) access() map[string]accessSettings {
	return map[string]accessSettings{
		"VIDEO_SITE": {content.VideoSite, c.VideoSiteProxy, c.VideoSiteCookies, c.VideoSiteOrder},
		"CLIP_SITE":  {content.ClipSite, c.ClipSiteProxy, c.ClipSiteCookies, c.ClipSiteOrder},
		"PHOTO_SITE": {content.PhotoSite, c.PhotoSiteProxy, c.PhotoSiteCookies, c.PhotoSiteOrder},
		"AD_LIBRARY": {content.AdLibrary, c.AdLibraryProxy, c.AdLibraryCookies, c.AdLibraryOrder},
	}
}

// isHostOrID reports whether an entry is a host name or the natural id of an item or account.
func isHostOrID(entry string) bool {
	if strings.Contains(entry, ":") {
		return platforms.All().Set().HasID(entry)
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

// isLanguage reports whether a text is the code of a language in ISO 639-1.
func isLanguage(s string) bool {
	base, err := language.ParseBase(s)
	return err == nil && base.String() == s && len(s) == 2
}

// decodeKeys decodes comma-separated base64 keys of 32 bytes; "" is none.
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
