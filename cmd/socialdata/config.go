package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"socialdata/models/accounts"
	"socialdata/views"
)

// config holds every setting, read from the environment once. Secrets have type secret and are never printed.
type config struct {
	Listen           string          `env:"LISTEN" envDefault:"127.0.0.1:8080" help:"address of the web server"`
	WorkListen       string          `env:"WORK_LISTEN" help:"address at which *work* alone serves */healthz* and */readyz*; *web* and *serve* do not use it"`
	Origin           string          `env:"ORIGIN" envDefault:"http://localhost:8080" help:"the web origin: what *Origin* must equal, and the base of links"`
	DataDir          string          `env:"DATA_DIR" envDefault:"./data" help:"embedded database, media and generated secrets"`
	DatabaseURL      secret          `env:"DATABASE_URL" unset:"a SQLite file in the data folder" help:"or *postgres://…*"`
	RedisURL         secret          `env:"REDIS_URL" unset:"an in-process queue" help:"or *redis://…*"`
	BlobURL          secret          `env:"BLOB_URL" unset:"a folder in the data folder" help:"or *s3://bucket?region=…*, with the credentials where the AWS SDK finds them"`
	SecretKeys       secret          `env:"SECRET_KEYS" unset:"generated once into the data folder" help:"comma-separated base64 keys of 32 bytes; the first signs, all verify"`
	RetiredKeys      []string        `env:"RETIRED_SIGNING_KEYS" help:"public keys that signed bundles and answers before, each as *publicKey@time* (base64, and when it signed last), comma-separated: they stay published"`
	TrustedProxies   []string        `env:"TRUSTED_PROXIES" help:"networks whose *X-Forwarded-For* counts"`
	MediaMaxBytes    int64           `env:"MEDIA_MAX_BYTES" envDefault:"2147483648" help:"all parts of one post together; what is larger is *media_invalid*"`
	MediaMaxHeight   int64           `env:"MEDIA_MAX_HEIGHT" envDefault:"720" help:"the tallest rendition of a video that an import fetches, 144 to 1080; *machineDerived* says what it holds"`
	SetupToken       secret          `env:"SETUP_TOKEN" unset:"generated, printed once" help:"allows the first owner to be made"`
	OIDCIssuer       string          `env:"OIDC_ISSUER" help:"an OpenID Connect issuer of yours at which people sign in, *https://…*: its identifier exactly as it writes it; see *docs/guides/sign-in.md*"`
	OIDCClientID     string          `env:"OIDC_CLIENT_ID" help:"the client that the issuer knows this service by"`
	OIDCClientSecret secret          `env:"OIDC_CLIENT_SECRET" help:"its secret; empty for a public client"`
	OIDCName         string          `env:"OIDC_NAME" envDefault:"single sign-on" help:"what people call the issuer: the sign-in page says *Sign in with …*"`
	OIDCDomains      []string        `env:"OIDC_DOMAINS" help:"domains of e-mails that may sign in at the issuer, comma-separated; empty allows all"`
	OIDCAutoJoin     string          `env:"OIDC_AUTO_JOIN" help:"*WORKSPACE:ROLE*, a workspace's id and *member*, *editor* or *owner*: who comes from the issuer without an account gets one there; without it people need an invite"`
	Passwords        bool            `env:"PASSWORDS" envDefault:"true" help:"*false*: people sign in at the issuer only; links by *admin user reset-password* still work"`
	StaffTOTP        bool            `env:"STAFF_TOTP" help:"*true*: support staff and operators who sign in with a password need a second factor before they open a support page or make a workspace"`
	InitialCredits   int64           `env:"INITIAL_CREDITS" envDefault:"1000" help:"granted to a new workspace"`
	Unmetered        bool            `env:"UNMETERED" help:"*true*: what new workspaces use is counted, and nothing is refused for credits; *admin workspace meter* changes one of them"`
	Upstream         string          `env:"UPSTREAM" help:"every request for *https://HOST/PATH* goes to *$SOCIALDATA_UPSTREAM/HOST/PATH* instead"`
	RateLookup       int             `env:"RATE_LOOKUP" envDefault:"120" help:"lookups a minute per workspace; 0 lifts the limit"`
	RateRead         int             `env:"RATE_READ" envDefault:"600" help:"other requests a minute per key or session"`
	RateImport       int             `env:"RATE_IMPORT" envDefault:"30" help:"imports a minute per workspace"`
	RateSignIn       int             `env:"RATE_SIGNIN" envDefault:"10" help:"sign-ins a minute per address"`
	Connections      int             `env:"CONNECTIONS_PER_ADDRESS" envDefault:"2048" help:"connections open at once from one address; trusted proxies are not counted"`
	ImportBackoff    []time.Duration `env:"IMPORT_BACKOFF" envDefault:"5s,30s,2m,10m" help:"waits between the attempts of an import; their number + 1 is the number of attempts"`
	ImportWorkers    int             `env:"IMPORT_WORKERS" unset:"processors" help:"imports of one workspace at once in one process; a quarter more, at least one, for others"`
	DeliveryWorkers  int             `env:"DELIVERY_WORKERS" unset:"16 for each processor" help:"endpoints that one process tells of events at once"`
	WatchWorkers     int             `env:"WATCH_WORKERS" unset:"4 for each processor" help:"watches that one process runs at once"`
	UpkeepWorkers    int             `env:"HOUSEKEEPING_WORKERS" unset:"4" help:"tasks of housekeeping at once in one process; fewer delay one of them by another"`
	WatchesMost      int             `env:"WATCHES_MOST" envDefault:"1000" help:"watches of a workspace"`
	ExportsMost      int             `env:"EXPORTS_MOST" envDefault:"20" help:"scheduled exports of a workspace to the store of media; 0: none are allowed"`
	KeepRequests     int             `env:"KEEP_REQUESTS" envDefault:"30" help:"days for which the request log is kept; of this and the next six 0 is for ever, and *docs/operating.md* says what each costs"`
	KeepEvents       int             `env:"KEEP_EVENTS" envDefault:"30" help:"days for which events and their deliveries are kept"`
	KeepWatchRuns    int             `env:"KEEP_WATCH_RUNS" envDefault:"90" help:"days for which it is kept how runs of watches went"`
	KeepAttempts     int             `env:"KEEP_ATTEMPTS" envDefault:"90" help:"days for which the stages of attempts are kept, and the causes and answers of failures"`
	KeepImports      int             `env:"KEEP_IMPORTS" envDefault:"365" help:"days for which imports are kept that failed or were cancelled; 100 or more"`
	KeepHistory      int             `env:"KEEP_HISTORY" envDefault:"730" help:"days for which counts are kept after they were last seen"`
	KeepObservations int             `env:"KEEP_OBSERVATIONS" envDefault:"365" help:"days for which an answer of a platform is kept that was not renewed, with what was paid for it"`
	KeepServed       int             `env:"KEEP_SERVED" envDefault:"365" help:"days for which a workspace can read what a lookup served it, by *asOf*"`
	WebhooksLocal    bool            `env:"WEBHOOKS_LOCAL" help:"endpoints may be *http* and on this machine: for trying webhooks, never in public"`
	SourceTimeout    time.Duration   `env:"SOURCE_TIMEOUT" envDefault:"10s" help:"bound on one call to a platform; for media on its headers and on each idle read"`
	RoutesDisabled   []string        `env:"ROUTES_DISABLED" help:"route ids that are switched off, comma-separated"`
	Canaries         bool            `env:"CANARIES" envDefault:"true" help:"check every route by its known objects about four times a day; *false* leaves it to *doctor*"`
	PolicyBlock      []string        `env:"POLICY_BLOCK" help:"hosts, with every host below them, or natural ids that are refused, comma-separated"`
	Shapes           string          `env:"SHAPES" help:"a file that replaces client versions and document ids; see *docs/sources.md*"`
	VideoSiteProxy   secret          `env:"VIDEO_SITE_PROXY" help:"your own proxy for one platform: *http*, *https* or *socks5h*"`
	ClipSiteProxy    secret          `env:"CLIP_SITE_PROXY" help:"your own proxy for one platform: *http*, *https* or *socks5h*"`
	PhotoSiteProxy   secret          `env:"PHOTO_SITE_PROXY" help:"your own proxy for one platform: *http*, *https* or *socks5h*"`
	AdLibraryProxy   secret          `env:"AD_LIBRARY_PROXY" help:"your own proxy for one platform: *http*, *https* or *socks5h*"`
	VideoSiteCookies string          `env:"VIDEO_SITE_COOKIES" help:"your own cookie file for one platform, in Netscape format, mode 0600; read *docs/sources.md* first"`
	ClipSiteCookies  string          `env:"CLIP_SITE_COOKIES" help:"your own cookie file for one platform, in Netscape format, mode 0600; read *docs/sources.md* first"`
	PhotoSiteCookies string          `env:"PHOTO_SITE_COOKIES" help:"your own cookie file for one platform, in Netscape format, mode 0600; read *docs/sources.md* first"`
	AdLibraryCookies string          `env:"AD_LIBRARY_COOKIES" help:"your own cookie file for one platform, in Netscape format, mode 0600; read *docs/sources.md* first"`
	VideoSiteOrder   string          `env:"VIDEO_SITE_ORDER" envDefault:"web" help:"*official* calls the platform's official API first, where you have a key or token for it; the header *Source-Route* of an answer names the route"`
	ClipSiteOrder    string          `env:"CLIP_SITE_ORDER" envDefault:"web" help:"*official* calls the platform's official API first, where you have a key or token for it; the header *Source-Route* of an answer names the route"`
	PhotoSiteOrder   string          `env:"PHOTO_SITE_ORDER" envDefault:"web" help:"*official* calls the platform's official API first, where you have a key or token for it; the header *Source-Route* of an answer names the route"`
	AdLibraryOrder   string          `env:"AD_LIBRARY_ORDER" envDefault:"web" help:"*official* calls the platform's official API first, where you have a key or token for it; the header *Source-Route* of an answer names the route"`
	Engine           string          `env:"ENGINE" help:"*yt-dlp*, or a path to it: adds the **.engine* routes; read *docs/sources.md* first"`
	Browser          string          `env:"BROWSER" help:"*chromium*, or a path to one: imports with *evidence: full* keep a picture and a PDF of the post's page as a visitor without login saw it; see *docs/evidence.md*"`
	VideoSiteAPIKey  secret          `env:"VIDEO_SITE_API_KEY" help:"adds the official YouTube Data API as a second route"`
	PhotoSiteToken   secret          `env:"PHOTO_SITE_TOKEN" help:"add the official Instagram API (*business_discovery*) as a second route: a token, and the number of your own professional account"`
	PhotoSiteAccount string          `env:"PHOTO_SITE_ACCOUNT" help:"add the official Instagram API (*business_discovery*) as a second route: a token, and the number of your own professional account"`
	AdLibraryToken   secret          `env:"AD_LIBRARY_TOKEN" help:"adds the official Meta *ads_archive* API as a second route"`
	ModelURL         string          `env:"MODEL_URL" help:"an OpenAI-compatible server of yours that improves the texts of creative descriptions; without it nothing is sent for that"`
	ModelKey         secret          `env:"MODEL_KEY" help:"the key of that server"`
	ModelName        string          `env:"MODEL_NAME" help:"the name of the model there"`
	SpeechURL        string          `env:"SPEECH_URL" help:"an OpenAI-compatible server of yours (*/audio/transcriptions*) that writes down what is said in videos without captions, if an import asks for a transcript; without it no sound leaves this machine"`
	SpeechKey        secret          `env:"SPEECH_KEY" help:"the key of that server"`
	SpeechModel      string          `env:"SPEECH_MODEL" help:"the name of the model there"`
	SpeechLanguage   string          `env:"SPEECH_LANGUAGE" help:"the language that is spoken in all videos, such as *de* (ISO 639-1), for the whole service; without it the server finds it out for each"`
	EmbeddingsURL    string          `env:"EMBEDDINGS_URL" help:"an OpenAI-compatible server of yours (*/embeddings*) by which references are found by meaning: the texts of all references, with notes and transcripts, and what is searched for by meaning go there; without it none does, and there is no such search"`
	EmbeddingsKey    secret          `env:"EMBEDDINGS_KEY" help:"the key of that server"`
	EmbeddingsModel  string          `env:"EMBEDDINGS_MODEL" help:"the name of the model there; another one has all vectors made anew"`
	TextLanguages    string          `env:"TEXT_LANGUAGES" envDefault:"eng" help:"the languages of text on screen, as *tesseract* names them, such as *eng+deu*; nothing is read where tesseract is not installed, or with *none*"`
	TSAURL           secret          `env:"TSA_URL" help:"a timestamp authority (RFC 3161): what imports commit is timestamped, and bundles carry it"`
	C2PATrust        string          `env:"C2PA_TRUST" help:"a PEM file with the certificates that may vouch for who signs C2PA manifests, and for their timestamps; without it no manifest is *valid*, at best *untrusted*; see *docs/evidence.md*"`
	SMTPURL          secret          `env:"SMTP_URL" help:"a mail server, *smtp://user:password@host:587?from=address* (STARTTLS is required, but on this machine) or *smtps://…* (port 465): alerts go to the workspaces' owners by e-mail, and with *&operator=address* incidents of sources to the operator; see *docs/operating.md*"`
	LogLevel         slog.Level      `env:"LOG_LEVEL" envDefault:"info" help:"*debug*, *info*, *warn*, *error*"`
	LogFormat        string          `env:"LOG_FORMAT" envDefault:"text" help:"*json* for machines"`
	MetricsListen    string          `env:"METRICS_LISTEN" help:"address at which */metrics*, */healthz* and */readyz* are served, apart from everything else"`

	clock      func() time.Time      // nil is time.Now; the demo creates its history in the past
	cost       accounts.PasswordCost // zero: the standard; tests hash cheaply
	demoPeople []views.DemoPerson    // only in the demo
	examples   []string              // links to try; only in the demo
	test       *testSettings         // only of the program that answers test keys
	adopt      bool                  // makes this process's secret keys and blob store the installation's
}

// secret is a string that formats as asterisks.
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

// readConfig reads SOCIALDATA_… and the files named by SOCIALDATA_…_FILE, and reports all problems at once.
func readConfig() (*config, error) {
	c := &config{}
	settings, problems := environment(os.Environ())
	err := env.ParseWithOptions(c, env.Options{Prefix: settingPrefix, Environment: settings})
	if err != nil {
		problems = append(problems, unreadable(err)...)
	}
	if c.DataDir, err = filepath.Abs(c.DataDir); err != nil { // decoders run in other directories
		problems = append(problems, errors.New("SOCIALDATA_DATA_DIR: the working folder cannot be found"))
	}
	for _, list := range []*[]string{&c.TrustedProxies, &c.RoutesDisabled, &c.PolicyBlock, &c.OIDCDomains} {
		*list = trimList(*list)
	}
	problems = append(problems, c.check()...)
	if len(problems) > 0 {
		return nil, fmt.Errorf("the settings have problems:\n%w", errors.Join(problems...))
	}
	return c, nil
}

// trimList trims the entries of a list and drops blank ones, such as after a trailing comma.
func trimList(list []string) []string {
	out := []string{}
	for _, entry := range list {
		if entry = strings.TrimSpace(entry); entry != "" {
			out = append(out, entry)
		}
	}
	return out
}

// logger returns a logger to standard error; flush writes buffered lines. At debug level every line is written at once;
// else equal warnings are sampled, and lines below a warning are buffered.
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

// embedded reports whether the service keeps everything in its own data folder: a person's own installation.
func (c *config) embedded() bool {
	return c.DatabaseURL == "" && c.RedisURL == "" && c.demoPeople == nil
}
