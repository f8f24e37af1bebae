package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/sources/simulator"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/views"
)

type demoCmd struct{ Wall []string }

func (c *demoCmd) flags(f flags) {
	f.StringSliceVar(&c.Wall, "wall", nil, "let a platform refuse, by `name`, as with clip_site.challenge; an unknown name lists all")
}

// The people of the demo: an owner, a member and a support user. The password is not secret: the demo listens on
// loopback and has invented content only.
const (
	demoEmail    = "demo@example.com"
	demoMember   = "member@example.com"
	demoSupport  = "support@example.com"
	demoPassword = "a quiet demo passphrase"
	demoKeyName  = "demo"
	demoKeyFile  = "api-key" // in the demo's directory, so that a saved key still works after a restart
)

// demoPeople returns the people offered on the sign-in page.
func demoPeople() []views.DemoPerson {
	return []views.DemoPerson{
		{Email: demoEmail, Password: demoPassword, Does: "Owns the workspace and can do everything in it."},
		{Email: demoMember, Password: demoPassword, Does: "Reads, annotates and downloads."},
		{Email: demoSupport, Password: demoPassword, Does: "Finds out why an import failed, in every workspace."},
	}
}

// demoLinks returns links to try: an item of each of the first platforms.
func demoLinks(platforms *simulator.Simulator) (links []string) {
	for _, s := range platforms.Samples()[:3] {
		links = append(links, s.Items[1])
	}
	return links
}

// Run simulates the platforms on loopback and serves against them.
func (c demoCmd) Run(ctx context.Context) error {
	cfg, err := demoConfig()
	if err != nil {
		return err
	}
	if err := simulator.New().Raise(c.Wall...); err != nil {
		return operatorError(err)
	}
	platforms, clock := simulator.New(), &pastClock{}
	cfg.clock, cfg.demoPeople, cfg.examples = clock.Now, demoPeople(), demoLinks(platforms)
	cfg.Unmetered = false // the demo shows credits
	platforms.Follow(clock.Now)
	stop, err := cfg.simulate(platforms)
	if err != nil {
		return err
	}
	defer stop()
	p, err := buildDemo(ctx, cfg)
	if err != nil {
		return err
	}
	key, err := p.seedDemo(ctx, newHistory(p, clock, platforms))
	if err == nil {
		err = platforms.Raise(c.Wall...) // only after the history was created
	}
	if err != nil {
		return errors.Join(operatorError(err), p.close())
	}
	go publishOn(ctx, platforms)
	return errors.Join(p.run(ctx, true, true, func() { announceDemo(cfg, key, platforms.Samples()) }), p.close())
}

// buildDemo is build. If the demo's own directory was filled by a pre-release program, it is recreated, because its
// contents are invented. A directory or database named in the settings may contain anything and is never deleted.
func buildDemo(ctx context.Context, cfg *config) (*program, error) {
	p, err := build(ctx, cfg)
	if _, chosen := os.LookupEnv("SOCIALDATA_DATA_DIR"); !errors.Is(err, db.ErrUnreleased) || chosen || cfg.DatabaseURL != "" {
		return p, err
	}
	fmt.Printf("The demo in %s was made before the first release: it is replaced by a new one.\n", cfg.DataDir)
	if err := os.RemoveAll(cfg.DataDir); err != nil {
		return nil, err
	}
	return build(ctx, cfg)
}

// demoConfig returns the settings with the demo's own directory; links lead to the listening address.
func demoConfig() (*config, error) {
	cfg, err := readConfig()
	if err != nil {
		return nil, err
	}
	if _, chosen := os.LookupEnv("SOCIALDATA_DATA_DIR"); !chosen {
		cfg.DataDir = filepath.Join(cfg.DataDir, "demo")
	}
	if _, chosen := os.LookupEnv("SOCIALDATA_ORIGIN"); !chosen {
		_, port, _ := net.SplitHostPort(cfg.Listen)
		cfg.Origin = "http://localhost:" + port
	}
	if _, chosen := os.LookupEnv("SOCIALDATA_WEBHOOKS_LOCAL"); !chosen {
		cfg.WebhooksLocal = true // endpoints for trying webhooks are on this machine
	}
	if _, chosen := os.LookupEnv("SOCIALDATA_LOG_LEVEL"); !chosen {
		cfg.LogLevel = 4 // warnings: other output should stay readable
	}
	return cfg, nil
}

// simulate serves the simulated platforms and redirects every upstream request to them.
func (c *config) simulate(platforms http.Handler) (stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	srv := &http.Server{Handler: platforms, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = srv.Serve(l) }()
	c.Upstream = "http://" + l.Addr().String()
	return func() { _ = srv.Close() }, nil
}

// seedDemo creates the owner and a workspace with history at the first start, and returns a working key at every start.
func (p *program) seedDemo(ctx context.Context, past *demoHistory) (key string, err error) {
	past.clock.back(historyDays * day)
	defer past.clock.back(0)
	first, err := p.store.Accounts.Bootstrap(ctx, accounts.NewInstallation{WorkspaceName: "Demo workspace", Credits: p.cfg.InitialCredits,
		Owner: accounts.NewUser{Email: demoEmail, Name: "Demo Owner", Password: demoPassword}})
	if err != nil && !apierror.Is(err, apierror.CodeBootstrapConflict) {
		return "", err
	}
	in := first
	if in == nil {
		past.clock.back(0)
		if in, err = p.store.Accounts.SignIn(ctx, demoEmail, demoPassword); err != nil {
			return "", err
		}
	}
	workspace := in.Workspaces[0].WorkspaceID
	past.platforms.Date(time.UnixMicro(in.User.CreatedAt).Add(historyDays * day)) // the time of the first start
	if first == nil {
		past.catchUp()
	}
	if first != nil {
		if err := past.make(ctx, workspace, in.User.ID); err != nil {
			return "", err
		}
	}
	return p.demoKey(ctx, workspace, in.User.ID)
}

// demoKey returns the key of the first start. If it is lost or no longer works, it creates and stores another one, and
// revokes the older ones.
func (p *program) demoKey(ctx context.Context, workspace, owner string) (string, error) {
	path := filepath.Join(p.cfg.DataDir, demoKeyFile)
	if kept, err := os.ReadFile(path); err == nil {
		if k, err := p.store.Accounts.FindKey(ctx, string(kept)); err == nil && k.WorkspaceID == workspace {
			return string(kept), nil
		}
	}
	keys, err := p.store.Accounts.Keys(ctx, workspace, db.PageRequest{Limit: 100})
	if err != nil {
		return "", err
	}
	for _, k := range keys.Items {
		if k.Name == demoKeyName && k.RevokedAt == nil {
			if _, err := p.store.Accounts.RevokeKey(ctx, workspace, k.ID); err != nil {
				return "", err
			}
		}
	}
	_, key, err := p.store.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: workspace, Name: demoKeyName, CreatedBy: owner, Scopes: accounts.Scopes()})
	if err != nil {
		return "", err
	}
	return key, os.WriteFile(path, []byte(key), 0o600)
}

// announceDemo prints what a new user needs; every printed command works as it is.
func announceDemo(cfg *config, key string, samples []simulator.Sample) {
	get := func(path string) string {
		return fmt.Sprintf("  curl -s -H 'Authorization: Bearer %s' '%s%s'\n", key, cfg.Origin, path)
	}
	item, account := url.QueryEscape(samples[0].Items[0]), url.QueryEscape(samples[0].Accounts[0])
	fmt.Printf(`Social Data demo, against simulated platforms of its own.

  address   %s
  sign-in   %s (owner), %s (member), %s (support)
  password  %s
  API key   %s

For the examples of the README:
  export KEY=%s

Try:
%s%s%s
Stop with Ctrl-C; everything is kept in %s.
`, cfg.Origin, demoEmail, demoMember, demoSupport, demoPassword, key, key,
		get("/v1/items/lookup?url="+item+"&include=transcript"),
		get("/v1/items?account="+account),
		get("/v1/references"), cfg.DataDir)
}
