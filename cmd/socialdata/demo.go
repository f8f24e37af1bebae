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

	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/models"
	"socialdata/models/content"
	"socialdata/models/fault"
)

type demoCmd struct{}

// The demo's owner. The password is no secret: the demo listens on loopback and holds invented content only.
const (
	demoEmail    = "demo@example.com"
	demoPassword = "a quiet demo passphrase"
	demoKeyName  = "demo"
)

// Run plays the platforms on loopback and serves against them.
func (demoCmd) Run(ctx context.Context) error {
	cfg, err := demoConfig()
	if err != nil {
		return err
	}
	platforms := simulator.New()
	stop, err := cfg.simulate(platforms)
	if err != nil {
		return err
	}
	defer stop()
	p, err := build(ctx, cfg)
	if err != nil {
		return err
	}
	key, err := p.furnish(ctx, platforms.Samples())
	if err != nil {
		return errors.Join(plain(err), p.close())
	}
	return errors.Join(p.run(ctx, true, true, func() { announceDemo(cfg, key, platforms.Samples()) }), p.close())
}

// demoConfig are the settings with the demo's own folder; links lead to the address that is listened on.
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
	if _, chosen := os.LookupEnv("SOCIALDATA_LOG_LEVEL"); !chosen {
		cfg.LogLevel = 4 // warnings: what is printed should be read
	}
	return cfg, nil
}

// simulate serves the simulated platforms and leads every request to them.
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

// furnish makes the owner and a workspace with history at the first start, and a new key at every start.
func (p *program) furnish(ctx context.Context, samples []simulator.Sample) (key string, err error) {
	first, err := p.store.Bootstrap(ctx, models.NewInstallation{WorkspaceName: "Demo workspace", Credits: p.cfg.InitialCredits,
		Owner: models.NewUser{Email: demoEmail, Name: "Demo Owner", Password: demoPassword}})
	if err != nil && !fault.Is(err, fault.BootstrapConflict) {
		return "", err
	}
	in := first
	if in == nil {
		if in, err = p.store.SignIn(ctx, demoEmail, demoPassword); err != nil {
			return "", err
		}
	}
	workspace := in.Workspaces[0].WorkspaceID
	if first != nil {
		if err := p.makeHistory(ctx, workspace, samples); err != nil {
			return "", err
		}
	}
	return p.demoKey(ctx, workspace, in.User.ID)
}

// demoKey makes a key and revokes those of earlier starts, whose text nobody has any more.
func (p *program) demoKey(ctx context.Context, workspace, owner string) (string, error) {
	keys, err := p.store.Keys(ctx, workspace, models.PageRequest{Limit: 100})
	if err != nil {
		return "", err
	}
	for _, k := range keys.Items {
		if k.Name == demoKeyName && k.RevokedAt == nil {
			if _, err := p.store.RevokeKey(ctx, workspace, k.ID); err != nil {
				return "", err
			}
		}
	}
	_, key, err := p.store.CreateKey(ctx, models.NewAPIKey{WorkspaceID: workspace, Name: demoKeyName, CreatedBy: owner, Scopes: models.Scopes()})
	return key, err
}

// makeHistory looks up a few items and one list of each platform, as a customer would.
func (p *program) makeHistory(ctx context.Context, workspace string, samples []simulator.Sample) error {
	for _, s := range samples {
		for _, link := range s.Items[:min(3, len(s.Items))] {
			if _, err := p.lookup.Item(ctx, lookup.ItemRequest{Workspace: workspace, URL: link, MaxAge: time.Hour}); err != nil {
				return fmt.Errorf("look up %s: %w", link, err)
			}
		}
		if err := p.importForDemo(ctx, workspace, s.Items[0]); err != nil {
			return fmt.Errorf("import %s: %w", s.Items[0], err)
		}
		platform, account, problem := sources.ParseSelector(s.Accounts[0])
		if problem != nil {
			return problem
		}
		if _, err := p.lookup.Items(ctx, lookup.ListRequest{Workspace: workspace, Platform: platform, Account: account, MaxAge: time.Hour}); err != nil {
			return fmt.Errorf("list %s: %w", s.Accounts[0], err)
		}
	}
	return nil
}

// importForDemo accepts an import; the workers take it up when they start.
func (p *program) importForDemo(ctx context.Context, workspace, link string) error {
	found, err := p.lookup.ItemLink(link)
	if err != nil {
		return err
	}
	_, err = p.store.AcceptImport(ctx, models.NewImport{WorkspaceID: workspace, SourceURL: link, CanonicalURL: found.Canonical, Platform: found.Platform,
		Subject: content.NaturalID(found.Platform, found.LocalID), MediaProfile: models.ProfileFull, Transcript: true, HoldDays: 30,
		Tags: models.TagsJSON([]string{"demo"}), Key: "demo:" + link},
		func(*models.ImportDetail) ([]byte, error) { return []byte("{}"), nil })
	return err
}

// announceDemo prints what a newcomer needs; every line works as printed.
func announceDemo(cfg *config, key string, samples []simulator.Sample) {
	get := func(path string) string {
		return fmt.Sprintf("  curl -s -H 'Authorization: Bearer %s' '%s%s'\n", key, cfg.Origin, path)
	}
	item, account := url.QueryEscape(samples[0].Items[0]), url.QueryEscape(samples[0].Accounts[0])
	fmt.Printf(`Social Data demo, against simulated platforms of its own.

  address   %s
  sign-in   %s / %s
  API key   %s

Try:
%s%s%s
Stop with Ctrl-C; everything is kept in %s.
`, cfg.Origin, demoEmail, demoPassword, key,
		get("/v1/items/lookup?url="+item+"&include=transcript"),
		get("/v1/items?account="+account),
		get("/v1/references"), cfg.DataDir)
}
