package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"socialdata/jobs"
	"socialdata/web"
)

type (
	serveCmd   struct{}
	webCmd     struct{}
	workCmd    struct{}
	migrateCmd struct{}
)

// Run serves and works until a signal.
func (serveCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error { return p.run(ctx, true, true, nil) })
}

// Run serves until a signal.
func (webCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error { return p.run(ctx, true, false, nil) })
}

// Run works until a signal; only health is served.
func (workCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error { return p.run(ctx, false, true, nil) })
}

// Run migrates: building the program does it.
func (migrateCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(*program) error {
		fmt.Println("the database is at this version")
		return nil
	})
}

func withProgram(ctx context.Context, f func(*program) error) error {
	cfg, err := readConfig()
	if err != nil {
		return err
	}
	p, err := build(ctx, cfg)
	if err != nil {
		return err
	}
	return errors.Join(f(p), p.close())
}

// drain bounds how long running requests and tasks may take after a signal.
const drain = 8 * time.Second

// run starts what the verb asks for, calls ready once it listens, and drains at the signal.
func (p *program) run(ctx context.Context, serve, work bool, ready func()) error {
	if work {
		w := jobs.NewWorker(jobs.Options{Redis: p.redis, Store: p.store, Log: p.log})
		if err := w.Start(); err != nil {
			if p.cfg.RedisURL == "" || !serve {
				return fmt.Errorf("the queue: %w", err)
			}
			p.log.Warn("the queue is away: no background work until the next start", "cause", err)
		} else {
			defer w.Shutdown()
		}
	}
	server, err := p.listener(ctx, serve)
	if err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Listen(p.cfg.Listen) }()
	if ready != nil {
		go ready()
	}
	select {
	case err := <-failed:
		return fmt.Errorf("listen on %s: %w", p.cfg.Listen, err)
	case <-ctx.Done():
	}
	p.log.Info("draining")
	stopping, cancel := context.WithTimeout(context.Background(), drain)
	defer cancel()
	return server.Shutdown(stopping)
}

// listener is the whole server, or health alone for a worker.
func (p *program) listener(ctx context.Context, serve bool) (*web.Server, error) {
	if !serve {
		return web.NewHealth(p.checks(true), p.log), nil
	}
	if err := p.announceSetup(ctx); err != nil {
		return nil, err
	}
	return p.web()
}

// announceSetup keeps the setup token's digest and prints a generated token once.
func (p *program) announceSetup(ctx context.Context) error {
	token, err := p.store.EnsureSetupToken(ctx, string(p.cfg.SetupToken))
	if err != nil {
		return err
	}
	if token != "" {
		fmt.Printf("Setup token (shown once): %s\nUse it as the bearer of POST %s/v1/workspaces/bootstrap.\n", token, p.cfg.Origin)
	}
	return nil
}
