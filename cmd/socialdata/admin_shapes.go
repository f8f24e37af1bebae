package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"socialdata/handlers/operations"
	"socialdata/internal/content"
	"socialdata/models/db"
	"socialdata/models/rollouts"
	"socialdata/models/support"
)

// actingCmd says who acts and why, for the audit.
type actingCmd struct{ As, Reason string }

func (c *actingCmd) flags(f flags) {
	f.StringVar(&c.As, "as", "", "`e-mail` of a member of support, whose name stands in the audit")
	f.StringVar(&c.Reason, "reason", "", "why")
	f.need("as", "reason")
}

func (c actingCmd) actor(ctx context.Context, p *program) (support.Actor, error) {
	id, err := p.store.Support.ColleagueByEmail(ctx, c.As)
	return support.Actor{UserID: id, Reason: c.Reason}, err
}

type applyChangeCmd struct {
	File string
	actingCmd
}

func (c *applyChangeCmd) take(path string) { c.File = path }

// Run checks the text and stores it; a running worker tries it.
func (c applyChangeCmd) Run(ctx context.Context) error {
	text, err := readText(c.File)
	if err != nil {
		return err
	}
	return withProgram(ctx, func(p *program) error {
		by, err := c.actor(ctx, p)
		if err != nil {
			return operatorError(err)
		}
		change, err := p.inUse.Propose(text)
		if err != nil {
			return err
		}
		r, err := p.store.Support.ChangeShapes(ctx, by, change)
		if err != nil {
			return operatorError(err)
		}
		fmt.Printf("%s: shapes %s are tried by a running worker; see %s/support/shapes/%s\n", r.ID, r.Version, p.cfg.Origin, r.ID)
		return nil
	})
}

// readText reads a file of at most rollouts.LongestText bytes.
func readText(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	raw, err := io.ReadAll(io.LimitReader(file, rollouts.LongestText+1))
	if err == nil && len(raw) > int(operations.MostOf[operations.ShapesText]()) {
		err = errors.New("the file is too long for shapes")
	}
	return string(raw), err
}

type listChangesCmd struct{}

// Run prints the changes, the newest first.
func (listChangesCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error {
		list, err := p.store.Rollouts.List(ctx)
		if err != nil {
			return operatorError(err)
		}
		w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "ID\tVERSION\tSTATE\tMADE\tWHY IT ENDED")
		for _, r := range list {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", r.ID, r.Version, r.State, content.At(db.FromMicros(r.CreatedAt).Truncate(time.Second)), r.Why)
		}
		return w.Flush()
	})
}

type undoChangeCmd struct {
	ID string
	actingCmd
}

func (c *undoChangeCmd) take(id string) { c.ID = id }

// Run reverts a change.
func (c undoChangeCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error {
		by, err := c.actor(ctx, p)
		if err == nil {
			err = p.store.Support.UndoShapes(ctx, by, c.ID)
		}
		if err != nil {
			return operatorError(err)
		}
		fmt.Println("undone; running processes use what was there before within seconds")
		return nil
	})
}
