package v1

import (
	"cmp"
	"context"

	"socialdata/handlers/session"
	"socialdata/internal/input"
	"socialdata/models/imports"
	"socialdata/models/watches"
)

// NewWatch asks for a watch.
type NewWatch struct {
	Name         name                `json:"name"`
	Source       WatchSource         `json:"source"`
	Every        watches.Every       `json:"every"`
	Import       Opt[NewWatchImport] `json:"import,omitempty" doc:"How to import what is new; null or absent: nothing is imported. A single item is not imported"`
	DailyCredits *dailyCredits       `json:"dailyCredits,omitempty" doc:"What it may spend a day (UTC), on lookups and imports"`
	Paused       bool                `json:"paused,omitempty" doc:"true: it runs only once it is resumed"`
}

// WatchSource is what a watch looks at. account, collection and the filters are parameters of GET /v1/items, platform, q, sort
// and the filters of GET /v1/search; each is read by the kinds and platforms that read it there.
type WatchSource struct {
	Kind        watches.Kind `json:"kind" doc:"account: the items of an account; search: what a search finds; item: a single item"`
	Account     string       `json:"account,omitempty" minLength:"1" maxLength:"2048" format:"selector" doc:"Of kind account: <platform>:<id>, <platform>:@<handle> or a link to an account"`
	Collection  string       `json:"collection,omitempty" minLength:"1" maxLength:"64"`
	Platform    string       `json:"platform,omitempty" minLength:"1" maxLength:"64" doc:"Of kind search"`
	Query       searchWords  `json:"q,omitempty" doc:"Of kind search: words to search for"`
	URL         link         `json:"url,omitempty" doc:"Of kind item: link to the item"`
	Sort        string       `json:"sort,omitempty" minLength:"1" maxLength:"64"`
	Status      string       `json:"status,omitempty" enum:"active,inactive,all"`
	Country     string       `json:"country,omitempty" pattern:"^(ALL|[A-Za-z]{2})$"`
	MediaKind   string       `json:"mediaKind,omitempty" enum:"all,video,image"`
	StartedFrom string       `json:"startedFrom,omitempty" format:"day" minLength:"1"`
	StartedTo   string       `json:"startedTo,omitempty" format:"day" minLength:"1"`
}

// NewWatchImport is how what is new is imported: as the members of an import of that name.
type NewWatchImport struct {
	MediaProfile  imports.MediaProfile `json:"mediaProfile,omitempty" default:"analysis"`
	Transcript    *bool                `json:"transcript,omitempty" default:"true"`
	MediaHoldDays importHoldDays       `json:"mediaHoldDays,omitempty"`
	Tags          tags                 `json:"tags,omitempty"`
}

// stored returns how to import, with the defaults; nil for none.
func (n *NewWatchImport) stored() *watches.Import {
	if n == nil {
		return nil
	}
	return &watches.Import{MediaProfile: string(cmp.Or(n.MediaProfile, imports.ProfileAnalysis)), Transcript: n.Transcript == nil || *n.Transcript,
		MediaHoldDays: cmp.Or(int64(n.MediaHoldDays), input.DefaultHoldDays), Tags: storedTags(&n.Tags)}
}

// WatchPath is the input part of every operation below a watch.
type WatchPath struct {
	WatchID string `path:"watchId"`
}

type watchOutput struct{ Body Watch }

type createWatchInput struct{ Body NewWatch }

func (h *Handlers) createWatch(ctx context.Context, in *createWatchInput) (*watchOutput, error) {
	who, b := session.From(ctx), in.Body
	source, err := h.watchSource(ctx, who.WorkspaceID, b.Source, b.Import.Value != nil)
	if err != nil {
		return nil, err
	}
	if err := h.mayWatch(ctx, b.Import.Value != nil); err != nil {
		return nil, err
	}
	n := watches.NewWatch{WorkspaceID: who.WorkspaceID, KeyID: who.Spender().KeyID, Name: string(b.Name), Source: source, Every: b.Every, Import: b.Import.Value.stored(),
		DailyCredits: watches.DefaultDailyCredits, Paused: b.Paused}
	if b.DailyCredits != nil {
		n.DailyCredits = int64(*b.DailyCredits)
	}
	w, err := h.Store.Watches.Create(ctx, n)
	if err != nil {
		return nil, err
	}
	return h.watchAnswer(&watches.Seen{Watch: *w}, nil)
}

func (h *Handlers) watchAnswer(w *watches.Seen, err error) (*watchOutput, error) {
	if err != nil {
		return nil, err
	}
	return &watchOutput{Body: h.watchView(*w)}, nil
}

func (h *Handlers) listWatches(ctx context.Context, in *PageInput) (*recordsOutput[Watch], error) {
	p, err := h.Store.Watches.List(ctx, session.From(ctx).WorkspaceID, in.request())
	return pageOf(p, err, h.watchView)
}

func (h *Handlers) getWatch(ctx context.Context, in *WatchPath) (*watchOutput, error) {
	return h.watchAnswer(h.Store.Watches.Find(ctx, session.From(ctx).WorkspaceID, in.WatchID))
}

type changeWatchInput struct {
	WatchPath
	Body struct {
		Revision     *revision           `json:"revision,omitempty" doc:"That you have seen; another one is revision_conflict. Absent: any"`
		Name         *name               `json:"name,omitempty"`
		Every        *watches.Every      `json:"every,omitempty"`
		Import       Opt[NewWatchImport] `json:"import,omitempty" doc:"null: nothing is imported any more"`
		DailyCredits *dailyCredits       `json:"dailyCredits,omitempty"`
		Paused       *bool               `json:"paused,omitempty" doc:"false resumes it: it runs at once"`
	}
}

// spends reports whether the change can make the watch spend more: any but to its name, to import nothing, or to pause it.
func (in *changeWatchInput) spends() bool {
	b := in.Body
	return b.Every != nil || b.Import.Value != nil || b.DailyCredits != nil || b.Paused != nil && !*b.Paused
}

func (h *Handlers) changeWatch(ctx context.Context, in *changeWatchInput) (*watchOutput, error) {
	b, workspace := in.Body, session.From(ctx).WorkspaceID
	w, err := h.Store.Watches.Find(ctx, workspace, in.WatchID)
	if err == nil && b.Import.Value != nil {
		err = importsLists(w.Source().Kind)
	}
	if err == nil && in.spends() {
		err = h.mayWatch(ctx, b.Import.Value != nil || w.Import() != nil && !b.Import.Set)
	}
	if err != nil {
		return nil, err
	}
	return h.watchAnswer(h.Store.Watches.Change(ctx, workspace, in.WatchID, watches.Change{Revision: (*int64)(b.Revision), Name: (*string)(b.Name), Every: b.Every,
		SetImport: b.Import.Set, Import: b.Import.Value.stored(), DailyCredits: (*int64)(b.DailyCredits), Paused: b.Paused}))
}

func (h *Handlers) deleteWatch(ctx context.Context, in *WatchPath) (*noContent, error) {
	return &noContent{}, h.Store.Watches.Delete(ctx, session.From(ctx).WorkspaceID, in.WatchID)
}

func (h *Handlers) runWatch(ctx context.Context, in *WatchPath) (*watchOutput, error) {
	workspace := session.From(ctx).WorkspaceID
	w, err := h.Store.Watches.Find(ctx, workspace, in.WatchID)
	if err == nil {
		err = h.mayWatch(ctx, w.Import() != nil)
	}
	if err != nil {
		return nil, err
	}
	return h.watchAnswer(h.Store.Watches.RunNow(ctx, workspace, in.WatchID))
}

type watchRunsInput struct {
	WatchPath
	PageInput
}

func (h *Handlers) listWatchRuns(ctx context.Context, in *watchRunsInput) (*recordsOutput[WatchRun], error) {
	p, err := h.Store.Watches.Runs(ctx, session.From(ctx).WorkspaceID, in.WatchID, in.request())
	return pageOf(p, err, watchRunView)
}

type watchItemsInput struct {
	WatchPath
	PageInput
	After string `query:"after" minLength:"1" maxLength:"256" doc:"Natural id of an item that it has seen: those that it saw later"`
}

func (h *Handlers) listWatchItems(ctx context.Context, in *watchItemsInput) (*recordsOutput[WatchItem], error) {
	p, err := h.Store.Watches.Items(ctx, session.From(ctx).WorkspaceID, in.WatchID, in.After, in.request())
	return pageOf(p, err, watchItemView)
}
