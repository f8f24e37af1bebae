package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/support"
)

type replayCmd struct {
	Group map[string]string
	Since time.Duration
}

func (c *replayCmd) flags(f flags) {
	f.Func("group", "which failed imports: code, reason, platform, route or workspace, as the page of failures names them; several apart by a semicolon: code=source_changed;route=video_site.web", c.choose)
	f.DurationVar(&c.Since, "since", 7*24*time.Hour, "imports that were made so long ago or later")
}

// choose reads what --group says.
func (c *replayCmd) choose(text string) error {
	if c.Group == nil {
		c.Group = map[string]string{}
	}
	for pair := range strings.SplitSeq(text, ";") {
		name, value, found := strings.Cut(pair, "=")
		if !found {
			return errors.New(pair + " has no =")
		}
		c.Group[name] = value
	}
	return nil
}

// filter returns the filter of --group.
func (c replayCmd) filter(now time.Time) (f support.FailureFilter, err error) {
	f.Since = now.Add(-c.Since)
	for name, value := range c.Group {
		switch name {
		case "code":
			f.Code = apierror.Code(value)
		case "reason":
			f.Reason = value
		case "platform":
			f.Platform = content.Platform(value)
		case "route":
			f.RouteID = value
		case "workspace":
			f.WorkspaceID = value
		default:
			return f, errors.New("--group: " + name + " is none of code, reason, platform, route and workspace")
		}
	}
	return f, nil
}

// Run reads the answers on which imports failed with this version, without any network, and prints what comes of it.
func (c replayCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error {
		f, err := c.filter(p.store.Now())
		if err != nil {
			return err
		}
		list, err := p.store.Support.KeptAnswers(ctx, f)
		if err != nil {
			return operatorError(err)
		}
		all, err := p.lookup.ReplayAll(ctx, list)
		if err != nil {
			return operatorError(err)
		}
		fmt.Printf("%d of %d would now succeed; %d could not be read\n", all.Succeeded, len(all.Imports), all.Left)
		w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "IMPORT\tTHEN\tNOW\tMISSING")
		for _, i := range all.Imports {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", i.ImportID, i.Code, cmp.Or(string(i.Now.Code), "would succeed"), strings.Join(i.Now.Missing, ", "))
		}
		return w.Flush()
	})
}
