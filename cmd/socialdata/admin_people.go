package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"socialdata/internal/input"
	"socialdata/models/accounts"
	"socialdata/models/db"
)

type createUserCmd struct {
	Email   string
	Name    string
	Support bool
}

func (c *createUserCmd) flags(f flags) {
	f.StringVar(&c.Email, "email", "", "e-mail, the name to sign in with")
	f.StringVar(&c.Name, "name", "", "name that others see")
	f.BoolVar(&c.Support, "support", false, "of the support staff: sees failed imports of every workspace, no media, notes or keys")
	f.need("email", "name")
}

// Validate checks e-mail and name against the limits of the API.
func (c createUserCmd) Validate() error {
	if !input.IsEmail(c.Email) || utf8.RuneCountInString(c.Email) > input.MaxEmail {
		return errors.New("--email must be an e-mail")
	}
	if strings.TrimSpace(c.Name) == "" || utf8.RuneCountInString(c.Name) > input.MaxName {
		return fmt.Errorf("--name must have 1 to %d characters", input.MaxName)
	}
	return nil
}

// Run creates a person who may create workspaces, or a member of support, who may not.
func (c createUserCmd) Run(ctx context.Context) error {
	if err := c.Validate(); err != nil {
		return err
	}
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	password := strings.TrimRight(line, "\r\n")
	if n := utf8.RuneCountInString(password); n < input.MinPassword || n > input.MaxPassword {
		bounds := fmt.Errorf("standard input must hold a password of %d to %d characters", input.MinPassword, input.MaxPassword)
		return errors.Join(bounds, ignoreEOF(err))
	}
	return withProgram(ctx, func(p *program) error {
		u, err := p.store.Accounts.CreateUser(ctx, c.person(password))
		if err != nil {
			return operatorError(err)
		}
		fmt.Println("made", u.ID)
		return nil
	})
}

type setupTokenCmd struct{}

// Run prints a new token, which replaces the previous one.
func (setupTokenCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error {
		token, err := p.store.Accounts.RenewSetupToken(ctx)
		if err != nil {
			return operatorError(err)
		}
		p.printSetupToken(token)
		return nil
	})
}

type resetPasswordCmd struct{ Email string }

func (c *resetPasswordCmd) flags(f flags) { f.person(&c.Email) }

// Run prints the link. Whoever has it can sign in as the person.
func (c resetPasswordCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error {
		r, token, err := p.store.Accounts.CreatePasswordResetFor(ctx, c.Email)
		if err != nil {
			return operatorError(err)
		}
		fmt.Printf("%s/reset/%s\nvalid until %s\n", p.cfg.Origin, token, db.FromMicros(r.ExpiresAt).UTC().Format(time.RFC3339))
		return nil
	})
}

type resetTOTPCmd struct{ Email, Reason string }

func (c *resetTOTPCmd) flags(f flags) {
	f.person(&c.Email)
	f.StringVar(&c.Reason, "reason", "", "why, for the audit: how you know that it is them")
	f.need("reason")
}

// Run switches the second factor off. The person signs in with the password alone until they set up another one.
func (c resetTOTPCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error {
		if err := p.store.Support.ResetSecondFactor(ctx, c.Email, c.Reason); err != nil {
			return operatorError(err)
		}
		fmt.Println("switched off")
		return nil
	})
}

// person returns an operator, who creates workspaces with credits, or a member of support, who sees failures of all workspaces.
func (c createUserCmd) person(password string) accounts.NewUser {
	return accounts.NewUser{Email: c.Email, Name: c.Name, Password: password, Operator: !c.Support, Support: c.Support}
}

func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
