package v1

import (
	"context"
	"slices"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
)

// mayImport returns forbidden for a key that may not import.
func mayImport(ctx context.Context) error {
	if k := session.From(ctx).Key; k != nil && !slices.Contains(k.Scopes(), accounts.IngestionsWrite) {
		return apierror.New(apierror.CodeForbidden, "requiredScope", accounts.IngestionsWrite)
	}
	return nil
}

// mayWatch returns an error if the caller may not let a watch spend from now on: a key needs something left of its budget,
// and the right to import if the watch imports.
func (h *Handlers) mayWatch(ctx context.Context, imports bool) error {
	if imports {
		if err := mayImport(ctx); err != nil {
			return err
		}
	}
	if k := session.From(ctx).Key; k != nil {
		return k.Check(h.Store.Now(), 1)
	}
	return nil
}
