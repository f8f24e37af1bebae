package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"socialdata/internal/crash"
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

// Run works until a signal. It serves health at SOCIALDATA_WORK_LISTEN or SOCIALDATA_METRICS_LISTEN.
func (workCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error { return p.run(ctx, false, true, nil) })
}

// Run migrates, which happens while the program is built.
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
	return withConfig(ctx, cfg, f)
}

func withConfig(ctx context.Context, cfg *config, f func(*program) error) error {
	p, err := build(ctx, cfg)
	if err != nil {
		return err
	}
	return errors.Join(f(p), p.close())
}

// drain is how long running requests and tasks may take after a signal.
const drain = 8 * time.Second

// run starts the requested parts, calls ready once it listens, and drains after a signal.
func (p *program) run(ctx context.Context, serve, work bool, ready func()) error {
	server, l, err := p.listener(serve)
	if err != nil {
		return err
	}
	if p.cfg.MetricsListen != "" {
		stop, err := p.metrics.serve(p.cfg.MetricsListen, web.NewHealth(p.checks(!serve), p.log).Handler())
		if err != nil {
			return errors.Join(err, closeListener(l))
		}
		defer stop()
	}
	switch {
	case ready != nil:
		ready()
	case serve:
		if err := p.announce(ctx); err != nil {
			return errors.Join(err, closeListener(l))
		}
	}
	go p.guard("memory", func() { returnMemory(ctx) })
	go p.guard("clock", func() { p.watchClock(ctx) })
	go p.guard("sealed values", func() { p.watchSealed(ctx) })
	go p.guard("fields", func() { p.lookup.KeepFields(ctx) })
	go p.guard("shapes", func() { p.inUse.Run(ctx) })
	if p.tests != nil {
		go p.guard("test keys", func() { p.tests.Run(ctx) })
	}
	if p.engine != nil {
		go p.guard("engine", func() { p.engine.Watch(ctx) })
	}
	working := make(chan struct{})
	go func() {
		defer close(working)
		if work {
			p.work(ctx)
		}
	}()
	logging, stopLog := context.WithCancel(context.WithoutCancel(ctx))
	logged := make(chan struct{})
	go func() { defer close(logged); p.requests.Run(logging) }()
	defer func() { stopLog(); <-logged }() // after the last response
	failed := make(chan error, 1)
	if l != nil {
		go func() { failed <- server.Serve(l) }()
	}
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	p.log.Info("draining")
	stopping, cancel := context.WithTimeout(context.Background(), drain)
	defer cancel()
	err = server.Shutdown(stopping)
	select {
	case <-working:
	case <-stopping.Done(): // leases expire by themselves
	}
	if errors.Is(err, context.DeadlineExceeded) {
		p.log.Warn("requests were cut off: they ran on for too long", "after", drain)
		return nil
	}
	return err
}

// guard runs a background task. If it panics, the process logs that and continues without it.
func (p *program) guard(name string, run func()) {
	if err := crash.Call(func() error { run(); return nil }); err != nil {
		p.log.Error("a part of the program crashed", "part", name, "cause", err)
	}
}

// retryDelay is how long background work waits before it tries a store again.
const retryDelay = 2 * time.Second

// work runs tasks until a signal. If the database does not respond at the start, it is tried again until it does.
func (p *program) work(ctx context.Context) {
	w, err := p.worker()
	if err != nil {
		p.log.Error("background work did not start", "cause", err)
		return
	}
	for err := w.Start(); err != nil; err = w.Start() {
		p.log.Warn("background work waits for what it needs", "cause", err)
		select {
		case <-time.After(retryDelay):
		case <-ctx.Done():
			return
		}
	}
	if name := p.media.Engine.Name(); name == "ffmpeg" {
		p.log.Info("background work began", "mediaEngine", name)
	} else {
		p.log.Warn("ffmpeg and ffprobe are not on PATH: media is measured by its headers, without shots or video posters", "mediaEngine", name)
	}
	<-ctx.Done()
	w.Shutdown()
}

// announce prints where the service listens and, if it is not set up yet, how to do that: a generated token is printed
// once, inside a link.
func (p *program) announce(ctx context.Context) error {
	fmt.Fprintln(p.out, "Social Data listens at", p.cfg.Origin)
	return p.announceSetup(ctx)
}

// announceSetup stores the setup token's digest and prints how to use it.
func (p *program) announceSetup(ctx context.Context) error {
	if done, err := p.store.Accounts.Bootstrapped(ctx); err != nil || done {
		return err
	}
	token, err := p.store.Accounts.EnsureSetupToken(ctx, string(p.cfg.SetupToken))
	if err != nil {
		return err
	}
	if token == "" {
		fmt.Fprintf(p.out, "Set it up at %s/setup with the setup token. If it is lost, `socialdata admin setup-token` makes another one.\n", p.cfg.Origin)
		return nil
	}
	p.printSetupToken(token)
	return nil
}

func (p *program) printSetupToken(token string) {
	fmt.Fprintf(p.out, "Setup token (shown once): %s\nSet it up at:\n\n  %s/setup?token=%s\n\nor use the token as the bearer of POST %s/v1/workspaces/bootstrap.\n",
		token, p.cfg.Origin, token, p.cfg.Origin)
}
