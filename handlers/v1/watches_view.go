package v1

import (
	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/imports"
	"socialdata/models/watches"
)

// Watch checks an account, another list, a search or a single item regularly.
type Watch struct {
	ID           string                 `json:"id"`
	Name         string                 `json:"name"`
	Source       operations.WatchSource `json:"source"`
	Every        watches.Every          `json:"every"`
	Import       *WatchImport           `json:"import" doc:"null: nothing is imported"`
	DailyCredits int64                  `json:"dailyCredits"`
	ReadsAll     bool                   `json:"readsAll" doc:"Every run reads the list to its end, up to five pages"`
	Thresholds   []watches.Threshold    `json:"thresholds"`
	Backfill     *WatchBackfill         `json:"backfill" doc:"How far it is with what was there before it; null: none of it is imported"`
	SpentToday   int64                  `json:"spentToday" doc:"Credits, since midnight UTC; an import counts with the most that it may cost"`
	State        watches.State          `json:"state" doc:"failing: its last three runs failed; it goes on"`
	PausedReason *watches.PausedReason  `json:"pausedReason" doc:"credits: it looks again at its next time; daily_credits: on the next day"`
	Running      bool                   `json:"running" doc:"A run is on its way"`
	Items        int64                  `json:"items" doc:"How many it has seen"`
	NextRunAt    *content.Time          `json:"nextRunAt" doc:"null while its owner pauses it"`
	LastRun      *WatchRun              `json:"lastRun" doc:"null before the first"`
	Revision     int64                  `json:"revision"`
	CreatedAt    content.Time           `json:"createdAt"`
}

// WatchImport is how a watch imports new items.
type WatchImport struct {
	MediaProfile  imports.MediaProfile `json:"mediaProfile"`
	Transcript    bool                 `json:"transcript"`
	MediaHoldDays int64                `json:"mediaHoldDays"`
	Tags          []string             `json:"tags"`
}

// WatchBackfill is the progress of importing items that existed before the watch.
type WatchBackfill struct {
	Wanted    int64 `json:"wanted"`
	Found     int64 `json:"found" doc:"How many of these were read so far; the list may have fewer than wanted"`
	Imported  int64 `json:"imported" doc:"Imports that were begun"`
	Skipped   int64 `json:"skipped" doc:"What cannot be imported"`
	Remaining int64 `json:"remaining" doc:"Still to be imported, as far as is known"`
	Done      bool  `json:"done"`
}

// WatchRun is one run of a watch.
type WatchRun struct {
	ID             string           `json:"id"`
	State          watches.RunState `json:"state"`
	StartedAt      content.Time     `json:"startedAt"`
	EndedAt        *content.Time    `json:"endedAt"`
	First          bool             `json:"first" doc:"It remembered what is there, and told nothing"`
	Pages          int64            `json:"pages"`
	Found          int64            `json:"found" doc:"Items that are new"`
	Imports        int64            `json:"imports" doc:"Of these, how many are imported"`
	ImportsSkipped int64            `json:"importsSkipped" doc:"Of these, how many are not imported though the watch imports: for want of credits, or because they cannot be"`
	Changed        bool             `json:"changed" doc:"The counts of its single item have changed"`
	Complete       bool             `json:"complete" doc:"It could tell that rows have ended: neither short, nor incomplete, nor re-ordered"`
	Ended          int64            `json:"ended"`
	Returned       int64            `json:"returned"`
	Edited         int64            `json:"edited" doc:"Items of which text, link or media have changed"`
	Crossed        int64            `json:"crossed" doc:"Thresholds that items went beyond"`
	CreditsCharged int64            `json:"creditsCharged" doc:"For its lookups"`
	Missed         *watches.Missed  `json:"missed" doc:"Why it did not get as far as what it knew, so that more may be new: five pages were new, or credits ended. null: nothing is missing"`
	Code           *apierror.Code   `json:"code" doc:"Why it failed, or that its single item is gone"`
	Message        *string          `json:"message"`
}

// WatchItem is an item that a watch has seen.
type WatchItem struct {
	ID          string             `json:"id" doc:"Natural id"`
	URL         string             `json:"url"`
	Title       *string            `json:"title" doc:"Or the beginning of its text"`
	PublishedAt *content.Time      `json:"publishedAt" doc:"null where lists of the platform do not tell it"`
	FirstSeenAt content.Time       `json:"firstSeenAt"`
	LastSeenAt  *content.Time      `json:"lastSeenAt" doc:"null of what was last seen before watches noted it"`
	State       *watches.ItemState `json:"state" doc:"live: it has not ended, as far as complete looks say; null of what was last seen before watches noted it"`
	EndedAt     *content.Time      `json:"endedAt" doc:"As an ad says itself; else the first of the two looks without it"`
	EndedWhy    *watches.Why       `json:"endedWhy" doc:"inactive: the ad says so; missing: two complete looks in a row lack it"`
	DaysRunning *int64             `json:"daysRunning" doc:"From its publication, or the start of an ad, until its end or now; null where the list tells no time"`
	Creative    *string            `json:"creative" doc:"The same for all variants of one creative; null where nothing tells"`
	New         bool               `json:"new" doc:"It was told as new; false of what was there at the first look"`
	ImportID    *string            `json:"importId"`
	Stats       *content.Stats     `json:"stats" doc:"As last seen; null where the list tells none"`
	EUReach     *int64             `json:"euReach" doc:"Accounts in the EU that saw an ad, as last seen, where the platform makes it public"`
}

func (h *Handlers) watchView(w watches.Seen) Watch {
	now := h.Store.Now()
	v := Watch{ID: w.ID, Name: w.Name, Source: sourceView(w.Source()), Every: w.Every, DailyCredits: w.DailyCredits, ReadsAll: w.ReadsAll, Thresholds: append([]watches.Threshold{}, w.ThresholdList()...), SpentToday: w.SpentToday(now), State: w.State,
		PausedReason: content.OrNil(w.PausedReason), Running: w.Running(now), Items: w.Items, NextRunAt: content.AtMicrosPtr(w.NextRunAt), Revision: w.Revision,
		CreatedAt: content.AtMicros(w.CreatedAt)}
	if how := w.Import(); how != nil {
		v.Import = &WatchImport{MediaProfile: imports.MediaProfile(how.MediaProfile), Transcript: how.Transcript, MediaHoldDays: how.MediaHoldDays, Tags: how.Tags}
	}
	if w.Backfill > 0 {
		v.Backfill = &WatchBackfill{Wanted: w.Backfill, Found: w.BackfillFound, Imported: w.BackfillImported, Skipped: w.BackfillSkipped, Remaining: w.BackfillLeft(),
			Done: w.BackfillDone()}
	}
	if w.LastRun != nil {
		v.LastRun = new(watchRunView(*w.LastRun))
	}
	return v
}

func sourceView(s watches.Source) operations.WatchSource {
	return operations.WatchSource{Kind: s.Kind, Account: s.Account, Collection: s.Collection, Platform: string(s.Platform), Query: operations.SearchWords(s.Query), URL: operations.Link(s.URL), Sort: s.Sort,
		Status: s.Status, Country: s.Country, MediaKind: s.MediaKind, StartedFrom: s.StartedFrom, StartedTo: s.StartedTo}
}

func watchRunView(r watches.Run) WatchRun {
	v := WatchRun{ID: r.ID, State: r.State, StartedAt: content.AtMicros(r.StartedAt), EndedAt: content.AtMicrosPtr(r.EndedAt), First: r.First, Pages: r.Pages, Found: r.Found,
		Imports: r.Imports, ImportsSkipped: r.ImportsSkipped, Changed: r.Changed, Complete: r.Complete, Ended: r.Ended, Returned: r.Returned, Edited: r.Edited, Crossed: r.Crossed, CreditsCharged: r.Credits, Missed: content.OrNil(r.Missed), Code: content.OrNil(r.Code)}
	if r.Code != "" {
		v.Message = new(apierror.Lookup(r.Code).Message)
	}
	return v
}

func (h *Handlers) watchItemView(i watches.Item) WatchItem {
	return WatchItem{ID: i.ItemID, URL: i.URL, Title: i.Title, PublishedAt: content.AtMicrosPtr(i.PublishedAt), FirstSeenAt: content.AtMicros(i.FirstSeenAt), New: i.Told,
		ImportID: content.OrNil(i.ImportID), LastSeenAt: content.AtMicrosPtr(i.LastSeenAt), State: content.OrNil(i.State()), EndedAt: content.AtMicrosPtr(i.EndedAt), EndedWhy: content.OrNil(i.EndedWhy),
		DaysRunning: i.DaysRunning(h.Store.Now()), Creative: content.OrNil(i.Creative), Stats: content.OrNil(i.FactsNow().Stats), EUReach: i.EUReach}
}
