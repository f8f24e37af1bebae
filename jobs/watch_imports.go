package jobs

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/watches"
)

// importNew imports the new items of a watch, if it imports at all, within its credits of the day. The idempotency key is made of the
// watch and the item, so a run that continues in another worker starts no import twice.
func (r *Watches) importNew(ctx context.Context, c *watches.Claimed, fresh []watches.Row) (done watches.Imported, err error) {
	how := c.Import()
	if how == nil {
		return done, nil
	}
	return r.importRows(ctx, c, how, fresh, c.Left(r.Store.Now()))
}

// importRows starts an import of each row in order, while credits are left.
func (r *Watches) importRows(ctx context.Context, c *watches.Claimed, how *watches.Import, rows []watches.Row, left int64) (done watches.Imported, err error) {
	done.IDs = map[string]string{}
	profile := imports.MediaProfile(how.MediaProfile)
	price := r.Store.Imports.FullPrice(imports.MediaProfile(how.MediaProfile), how.Transcript)
	for n, row := range rows {
		if done.Credits+price > left {
			done.Skipped, done.Short = done.Skipped+int64(len(rows)-n), true
			break
		}
		id, err := r.importOne(ctx, c, row, imports.NewImport{WorkspaceID: c.WorkspaceID, SourceURL: row.URL, MediaProfile: profile, Transcript: how.Transcript,
			HoldDays: how.MediaHoldDays, Tags: references.TagsJSON(how.Tags), By: c.Spender()})
		switch {
		case apierror.Is(err, apierror.CodeInsufficientCredits):
			done.Skipped, done.Short = done.Skipped+int64(len(rows)-n), true
			return done, nil
		case ofStorage(err) != nil || ctx.Err() != nil:
			return done, err
		case err != nil: // this item cannot be imported, for example because its account is blocked
			done.Skipped++
			done.Refused = append(done.Refused, row.ID)
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
	accepted, err := r.Starts.Start(ctx, n, nil)
	if err != nil {
		return "", err
	}
	return accepted.ID, nil
}
