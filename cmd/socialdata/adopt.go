package main

import (
	"context"
	"fmt"
)

type adoptCmd struct{}

// Run makes the installation use this process's secret keys and blob store, which happens while the program is built.
func (adoptCmd) Run(ctx context.Context) error {
	cfg, err := readConfig()
	if err != nil {
		return err
	}
	cfg.adopt = true
	return withConfig(ctx, cfg, func(*program) error {
		fmt.Println("these secret keys and this blob store are the installation's from now on")
		return nil
	})
}

type acceptEmailCmd struct{ Email string }

func (c *acceptEmailCmd) flags(f flags) { f.person(&c.Email) }

// Run marks the e-mail as proved.
func (c acceptEmailCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error { return operatorError(p.store.Accounts.AcceptEmail(ctx, c.Email)) })
}
