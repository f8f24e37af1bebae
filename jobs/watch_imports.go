package jobs

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/watches"
)

// importNew imports what is new to a watch, if it imports at all, for as long as its credits of the day last. An import has a
// key of the watch and the item: a run that goes on in another worker starts none twice.
func (r *Watches) importNew(ctx context.Context, c *watches.Claimed, fresh []watches.Row) (done watches.Imported, err error) {
	how := c.Import()
	if how == nil {
		return done, nil
	}
	done.IDs = map[string]string{}
	profile, left := imports.MediaProfile(how.MediaProfile), c.Left(r.Store.Now())
	price := billing.Total(r.Store.Billing.Prices.ImportCharges(imports.PartsOf(profile, how.Transcript)))
	for n, row := range fresh {
		if done.Credits+price > left {
			done.Skipped += int64(len(fresh) - n)
			break
		}
		id, err := r.importOne(ctx, c, row, imports.NewImport{WorkspaceID: c.WorkspaceID, SourceURL: row.URL, MediaProfile: profile, Transcript: how.Transcript,
			HoldDays: how.MediaHoldDays, Tags: references.TagsJSON(how.Tags), By: c.Spender()})
		switch {
		case apierror.Is(err, apierror.CodeInsufficientCredits):
			done.Skipped += int64(len(fresh) - n)
			return done, nil
		case ofStorage(err) != nil || ctx.Err() != nil:
			return done, err
		case err != nil: // one that cannot be imported, such as of a blocked account
			done.Skipped++
			continue
		}
		done.IDs[row.ID] = id
		done.Credits += price
	}
	return done, nil
}

func (r *Watches) importOne(ctx context.Context, c *watches.Claimed, row watches.Row, n imports.NewImport) (id string, err error) {
	n.Key = "watch:" + c.ID + ":" + row.ID
	if n, err = r.Lookup.ImportOf(row.URL, n); err != nil {
		return "", err
	}
	accepted, err := r.Starts.Start(ctx, n, noAnswer)
	if err != nil {
		return "", err
	}
	return accepted.ID, nil
}

// noAnswer is kept where no answer is: nobody posted the import.
func noAnswer(*imports.Detail) ([]byte, error) { return []byte("{}"), nil }
