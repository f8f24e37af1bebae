package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"socialdata/internal/content"
	"socialdata/internal/rollout"
	"socialdata/internal/sources"
	"socialdata/internal/sources/engine"
	"socialdata/internal/sources/shapes"
	"socialdata/models/db"
)

// openShapes reads the operator's file of shapes, and finds which change of them is in use. A database that does not answer leaves them
// without a change until it does.
func (p *program) openShapes(ctx context.Context) error {
	base := shapes.Source(nil)
	if p.cfg.Shapes != "" {
		file, err := shapes.Open(p.cfg.Shapes, p.platforms, p.log)
		if err != nil {
			return fmt.Errorf("SOCIALDATA_SHAPES: %w", err)
		}
		base = file.Now
	}
	p.inUse = rollout.New(p.store.Rollouts, base, p.platforms, db.NewID(), p.log)
	p.shapes = p.inUse.Now
	if err := p.inUse.Refresh(ctx); err != nil {
		p.log.Warn("the shapes in use were not looked for", "cause", err)
	}
	return nil
}

// openEngine adds the routes of an engine, after all others. It returns an error if the program is missing or too old.
func (p *program) openEngine(ctx context.Context) (err error) {
	if p.cfg.Engine == "" {
		return nil
	}
	p.engine, err = engine.Open(ctx, engine.Options{Program: p.cfg.Engine, Folder: filepath.Join(p.cfg.DataDir, "engine"), Platforms: p.platforms, Dial: p.client.Dial,
		Log: p.log})
	if err != nil {
		return fmt.Errorf("SOCIALDATA_ENGINE: %w", err)
	}
	p.routes = append(p.routes, p.engine.Routes(func(name content.Platform) func() sources.Known {
		of, _ := p.platforms.Find(name)
		return func() sources.Known { return p.shapes.Now().KnownOf(of) }
	})...)
	return nil
}

// openAccess opens the operator's proxies and cookie files. An invalid cookie file is an error.
func (p *program) openAccess() ([]sources.Access, error) {
	var list []sources.Access
	for name, set := range p.cfg.access() {
		if set.proxy == "" && set.cookies == "" {
			continue
		}
		of, _ := p.platforms.Find(set.platform)
		a := sources.Access{Hosts: of.Hosts}
		var err error
		if set.proxy != "" {
			if a.Proxy, err = sources.ParseProxy(string(set.proxy)); err != nil {
				return nil, fmt.Errorf("SOCIALDATA_%s_PROXY: %w", name, err)
			}
		}
		if set.cookies != "" {
			if a.Cookies, err = sources.OpenCookieFile(set.cookies, a.Hosts, p.log); err != nil {
				return nil, fmt.Errorf("SOCIALDATA_%s_COOKIES: %w", name, err)
			}
			p.closers = append(p.closers, a.Cookies.Close)
		}
		list = append(list, a)
	}
	return list, nil
}

// officialPlatforms returns the platforms whose official API is called first.
func (p *program) officialPlatforms() map[content.Platform]bool {
	first := map[content.Platform]bool{}
	for _, set := range p.cfg.access() {
		first[set.platform] = set.order == officialFirst
	}
	return first
}

// warnOfOrders logs a warning for each setting that puts an official API first although none is configured.
func (p *program) warnOfOrders() {
	for name, set := range p.cfg.access() {
		has := slices.ContainsFunc(p.routes, func(r sources.Route) bool { return r.Platform == set.platform && r.Official })
		if set.order == officialFirst && !has {
			p.log.Warn("SOCIALDATA_" + name + "_ORDER names an official API, which this platform has not, or not without a key or token")
		}
	}
}
