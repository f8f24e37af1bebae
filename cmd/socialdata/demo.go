package main

import "context"

type demoCmd struct{}

// Run plays the platforms and serves.
func (demoCmd) Run(ctx context.Context) error { return nil }
