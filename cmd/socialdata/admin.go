package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
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

// operatorError returns an error with everything that an operator needs: the safe text, the details and the cause.
func operatorError(err error) error {
	if err == nil {
		return nil
	}
	f := apierror.From(err)
	var says []string
	for _, field := range apierror.FieldsOf(err) {
		says = append(says, fmt.Sprintf("%s: want %s", field.Name, field.Expected))
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
	return errors.New(strings.Join(append([]string{strings.TrimSuffix(apierror.Happened(f.SafeMessage()), ".")}, says...), "; "))
}
