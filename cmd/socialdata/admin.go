package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/internal/input"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/erasures"
)

type grantCmd struct {
	Workspace string
	Amount    int64
	Note      string
}

func (c *grantCmd) flags(f flags) {
	f.StringVar(&c.Workspace, "workspace", "", "id of the workspace")
	f.Int64Var(&c.Amount, "amount", 0, "how many credits")
	f.StringVar(&c.Note, "note", "", "why")
	f.need("workspace", "amount", "note")
}

// Run grants credits.
func (c grantCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error {
		credits, err := p.store.Billing.Grant(ctx, c.Workspace, c.Amount, c.Note)
		if err != nil {
			return operatorError(err)
		}
		fmt.Printf("granted %d; balance %d\n", c.Amount, credits.Balance)
		return nil
	})
}

type meterCmd struct {
	Workspace string
	Off       bool
}

func (c *meterCmd) flags(f flags) {
	f.StringVar(&c.Workspace, "workspace", "", "id of the workspace")
	f.BoolVar(&c.Off, "off", false, "count what it uses, and refuse nothing for credits")
	f.need("workspace")
}

// Run makes a workspace metered or unmetered.
func (c meterCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error {
		changed, err := p.store.Support.MeterByOperator(ctx, c.Workspace, !c.Off)
		if err != nil {
			return operatorError(err)
		}
		says := map[bool]string{true: "metered", false: "not metered"}[!c.Off]
		if !changed {
			says += " already"
		}
		fmt.Println(says)
		return nil
	})
}

type closeCmd struct {
	Workspace string
	Name      string
}

func (c *closeCmd) flags(f flags) {
	f.StringVar(&c.Workspace, "workspace", "", "id of the workspace")
	f.StringVar(&c.Name, "name", "", "its name, as it is written, so that no other one is closed by mistake")
	f.need("workspace", "name")
}

// Run closes a workspace. A running worker, or the next one to start, erases it.
func (c closeCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error {
		e, err := p.store.Erasures.Close(ctx, c.Workspace, c.Name, erasures.Asker{})
		if err != nil {
			return operatorError(err)
		}
		fmt.Println("closed; the receipt will be", e.ID)
		return nil
	})
}

type eraseCmd struct{ Account string }

func (c *eraseCmd) flags(f flags) {
	f.StringVar(&c.Account, "account", "", "natural id of the account, as <platform>:<id>")
	f.need("account")
}

// Run orders the erasure. A worker does it, now or when it starts.
func (c eraseCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error {
		if !operations.IsAccountID(p.platforms, c.Account) {
			return errors.New("--account must be the natural id of an account, such as clip_site:<digits>; a lookup shows it as its id")
		}
		e, err := p.store.Erasures.Account(ctx, "", c.Account, erasures.Asker{})
		if err != nil {
			return operatorError(err)
		}
		fmt.Println("being erased; the receipt will be", e.ID)
		return nil
	})
}

type receiptCmd struct{ ID string }

func (c *receiptCmd) take(id string) { c.ID = id }

// Run prints what an erasure was of, and the rows that it has erased so far.
func (c receiptCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error {
		r, err := p.store.Erasures.Receipt(ctx, c.ID)
		if err != nil {
			return operatorError(err)
		}
		ended := "under way"
		if r.ErasedAt != nil {
			ended = db.FromMicros(*r.ErasedAt).Format(time.RFC3339)
		}
		w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintf(w, "kind\t%s\nSHA-256 of its id\t%s\nasked for\t%s\nerased\t%s\n", r.Kind, r.Digest, db.FromMicros(r.CreatedAt).Format(time.RFC3339), ended)
		counts := r.CountByTable()
		for _, table := range slices.Sorted(maps.Keys(counts)) {
			fmt.Fprintf(w, "%s\t%d\n", table, counts[table])
		}
		return w.Flush()
	})
}

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

type sweepCmd struct{ AsOf time.Time }

func (c *sweepCmd) flags(f flags) {
	f.TimeVar(&c.AsOf, "as-of", time.Time{}, []string{time.RFC3339}, "end holds as if it were this time (RFC 3339)")
}

// Run does the periodic work once. It only queues imports again if a Redis is configured, because an in-process queue
// belongs to the server.
func (c sweepCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error {
		asOf := c.AsOf
		if asOf.IsZero() {
			asOf = time.Now()
		}
		r := p.repair()
		ended, err := r.ExpireHolds(ctx, asOf)
		if err != nil {
			return operatorError(err)
		}
		orphans, err := r.SweepOrphans(ctx)
		if err != nil {
			return operatorError(err)
		}
		fmt.Printf("holds ended: %d; orphaned files deleted: %d\n", ended, orphans)
		if p.cfg.RedisURL != "" {
			if _, err := r.SendOverdue(ctx); err != nil {
				return operatorError(err)
			}
		}
		return operatorError(p.store.Housekeep(ctx))
	})
}

type routesCmd struct{}

// Run lists the routes.
func (routesCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error {
		states, err := p.lookup.RouteStates(ctx)
		if err != nil {
			return operatorError(err)
		}
		w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "ROUTE\tSTATE\tREASON\tCALLS (1 h)\tSUCCEEDED")
		for _, s := range states {
			fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\n", s.Route.ID, s.State, s.Reason, s.Stats.Total, s.Stats.Succeeded)
		}
		return w.Flush()
	})
}

// operatorError returns an error with everything that an operator needs: the safe text, the details and the cause.
func operatorError(err error) error {
	if err == nil {
		return nil
	}
	f := apierror.From(err)
	var says []string
	if fields, ok := f.Details["fields"].([]apierror.Field); ok {
		for _, field := range fields {
			says = append(says, fmt.Sprintf("%s: want %s", field.Name, field.Expected))
		}
	}
	for name, value := range f.Details {
		if text, ok := value.(string); ok {
			says = append(says, name+": "+text)
		}
	}
	slices.Sort(says)
	if f.Cause != nil {
		says = append(says, f.Cause.Error())
	}
	if f.Code == apierror.CodeInternalError && len(says) > 0 {
		return errors.New(strings.Join(says, "; ")) // our own texts are more specific than the catalogue's
	}
	return errors.New(strings.Join(append([]string{strings.TrimSuffix(f.SafeMessage(), ".")}, says...), "; "))
}
