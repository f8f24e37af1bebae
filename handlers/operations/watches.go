package operations

import (
	"context"
	"slices"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/watches"
)

// CreateWatch is the input of creating a watch.
type CreateWatch struct {
	Name         Name                `json:"name"`
	Source       WatchSource         `json:"source"`
	Every        watches.Every       `json:"every"`
	Import       Opt[ImportSettings] `json:"import,omitempty" doc:"How to import what is new; null or absent: nothing is imported. A single item is not imported"`
	DailyCredits *DailyCredits       `json:"dailyCredits,omitempty" doc:"What it may spend a day (UTC), on lookups and imports"`
	Backfill     BackfillCount       `json:"backfill,omitempty" doc:"How many of what is there, the first of the list first, are imported as well, over as many days as their credits need; beside import alone"`
	Paused       bool                `json:"paused,omitempty" doc:"true: it runs only once it is resumed"`
	ReadsAll     bool                `json:"readsAll,omitempty" doc:"true: every run reads the list to its end, up to five pages, each for its price, so that the end of every row can be told; false: it reads as far as it knows"`
	Thresholds   Thresholds          `json:"thresholds,omitempty" doc:"Bounds on numbers of each item; an item that goes beyond one is told once, as watch.threshold"`
}

// watched returns how a watch imports, with defaults filled in, or nil if it does not.
func (in *ImportSettings) watched() *watches.Import {
	if in == nil {
		return nil
	}
	profile, transcript, days := in.withDefaults()
	return &watches.Import{MediaProfile: string(profile), Transcript: transcript, MediaHoldDays: days, Tags: StoredTags(&in.Tags)}
}

// CreateWatch creates a watch. It runs immediately unless it is created paused.
func (s *Service) CreateWatch(ctx context.Context, c *session.Caller, in CreateWatch) (*watches.Watch, error) {
	if in.Backfill > 0 && in.Import.Value == nil {
		return nil, apierror.InvalidInput(apierror.Field{Name: "import", In: "body", Reason: "required", Expected: "how to import, beside backfill"},
			apierror.Field{Name: "backfill", In: "body", Reason: "conflict", Expected: "0, without import"})
	}
	if err := in.Thresholds.check(); err != nil {
		return nil, err
	}
	source, err := s.CheckSource(ctx, c, in.Source)
	err = inSource(err)
	if err == nil && in.Import.Value != nil {
		err = importsLists(in.Source.Kind)
	}
	if err == nil {
		err = s.mayWatch(c, in.Import.Value != nil)
	}
	if err != nil {
		return nil, err
	}
	n := watches.NewWatch{WorkspaceID: c.WorkspaceID, KeyID: c.Spender().KeyID, Name: string(in.Name), Source: source, Every: in.Every, Import: in.Import.Value.watched(),
		DailyCredits: watches.DefaultDailyCredits, Backfill: int64(in.Backfill), Paused: in.Paused, ReadsAll: in.ReadsAll, Thresholds: in.Thresholds.stored()}
	if in.DailyCredits != nil {
		n.DailyCredits = int64(*in.DailyCredits)
	}
	w, err := s.Store.Watches.Create(ctx, n)
	return made(ctx, w, err, nameOfWatch)
}

func nameOfWatch(w *watches.Watch) session.Done { return session.Done{Subject: w.ID, Detail: w.Name} }

func nameOfSeen(w *watches.Seen) session.Done { return nameOfWatch(&w.Watch) }

// ChangeWatch is the input of changing a watch. Absent fields stay as they are.
type ChangeWatch struct {
	Revision     *Revision           `json:"revision,omitempty" doc:"That you have seen; another one is revision_conflict. Absent: any"`
	Name         *Name               `json:"name,omitempty"`
	Every        *watches.Every      `json:"every,omitempty"`
	Import       Opt[ImportSettings] `json:"import,omitempty" doc:"null: nothing is imported any more"`
	DailyCredits *DailyCredits       `json:"dailyCredits,omitempty"`
	Paused       *bool               `json:"paused,omitempty" doc:"false resumes it: it runs at once"`
	ReadsAll     *bool               `json:"readsAll,omitempty" doc:"Whether every run reads the list to its end, up to five pages"`
	Thresholds   *Thresholds         `json:"thresholds,omitempty" doc:"Replace those that it has; an empty list removes them"`
}

// spends reports whether the change can make the watch spend more. Renaming, pausing and ending imports cannot.
func (in *ChangeWatch) spends() bool {
	return in.Every != nil || in.Import.Value != nil || in.DailyCredits != nil || in.Paused != nil && !*in.Paused || in.ReadsAll != nil && *in.ReadsAll
}

// ChangeWatch changes, pauses or resumes a watch.
func (s *Service) ChangeWatch(ctx context.Context, c *session.Caller, id string, in ChangeWatch) (*watches.Seen, error) {
	w, err := s.Store.Watches.Find(ctx, c.WorkspaceID, id)
	if err == nil && in.Thresholds != nil {
		err = in.Thresholds.check()
	}
	if err == nil && in.Import.Value != nil {
		err = importsLists(w.Source().Kind)
	}
	if err == nil && in.spends() {
		err = s.mayWatch(c, in.Import.Value != nil || w.Import() != nil && !in.Import.Set)
	}
	if err != nil {
		return nil, err
	}
	change := watches.Change{Revision: (*int64)(in.Revision), Name: (*string)(in.Name), Every: in.Every, SetImport: in.Import.Set, Import: in.Import.Value.watched(),
		DailyCredits: (*int64)(in.DailyCredits), Paused: in.Paused, ReadsAll: in.ReadsAll}
	if in.Thresholds != nil {
		change.Thresholds = new(in.Thresholds.stored())
	}
	changed, err := s.Store.Watches.Change(ctx, c.WorkspaceID, id, change)
	return made(ctx, changed, err, func(now *watches.Seen) session.Done {
		return session.Done{Subject: id, Detail: renamed(w.Name, now.Name)}
	})
}

// DeleteWatch deletes a watch and everything it has seen.
func (s *Service) DeleteWatch(ctx context.Context, c *session.Caller, id string) error {
	w, err := s.Store.Watches.Find(ctx, c.WorkspaceID, id)
	return deleted(ctx, w, err, s.Store.Watches.Delete, c.WorkspaceID, id, nameOfSeen)
}

// RunWatch makes a watch run now.
func (s *Service) RunWatch(ctx context.Context, c *session.Caller, id string) (*watches.Seen, error) {
	w, err := s.Store.Watches.Find(ctx, c.WorkspaceID, id)
	if err == nil {
		err = s.mayWatch(c, w.Import() != nil)
	}
	if err != nil {
		return nil, err
	}
	w, err = s.Store.Watches.RunNow(ctx, c.WorkspaceID, id)
	return made(ctx, w, err, nameOfSeen)
}

// importsLists rejects imports for a watch on a single item, where nothing new can ever appear.
func importsLists(kind watches.Kind) error {
	if kind != watches.Single {
		return nil
	}
	return apierror.InvalidInput(apierror.Field{Name: "import", In: "body", Reason: "conflict", Expected: "null: a single item is not imported"})
}

// mayWatch returns an error if the caller may not make a watch spend credits: a key must have budget left, and the
// scope for imports if the watch imports.
func (s *Service) mayWatch(c *session.Caller, importing bool) error {
	switch {
	case c.Key == nil:
		return nil
	case importing && !slices.Contains(c.Key.Scopes(), accounts.IngestionsWrite):
		return apierror.New(apierror.CodeForbidden, "requiredScope", accounts.IngestionsWrite)
	}
	return c.Key.Check(s.now(), 1)
}
