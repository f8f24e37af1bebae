package operations

import (
	"context"
	"fmt"
	"strings"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/history"
	"socialdata/models/watches"
)

// usualReport is the period of a report that does not specify one: the last 30 days.
const usualReport = 30 * 24 * time.Hour

// ReportOnWatch is the input of a report on a watch.
type ReportOnWatch struct {
	From string `query:"from" format:"instant" minLength:"1" doc:"RFC 3339, inclusive; 30 days before to unless given"`
	To   string `query:"to" format:"instant" minLength:"1" doc:"RFC 3339, exclusive, at most 366 days after from; now unless given"`
}

// period returns the period, with defaults filled in.
func (in *ReportOnWatch) period(now time.Time) (from, to time.Time, err error) {
	to = now
	if given := ParseInstant(in.To); given != nil {
		to = *given
	}
	from = to.Add(-usualReport)
	if given := ParseInstant(in.From); given != nil {
		from = *given
	}
	if !from.Before(to) || to.Sub(from) > watches.ReportDays*24*time.Hour {
		return from, to, apierror.InvalidInput(apierror.Field{Name: "to", In: "query", Reason: "range", Expected: fmt.Sprintf("after from, by at most %d days", watches.ReportDays)})
	}
	return from, to, nil
}

// WatchReport is what a watch knows, with the growth of the account that it watches.
type WatchReport struct {
	*watches.Report
	Watch     *watches.Seen
	From, To  time.Time
	Ads       bool            // what is watched are ads, of which those that run longest matter most
	AccountID string          // natural id; "" if no account is watched or its id is unknown
	Growth    *history.Growth // nil if no account is watched
}

// ReportWatch reports what a watch knows. It fetches nothing.
func (s *Service) ReportWatch(ctx context.Context, c *session.Caller, id string, in ReportOnWatch) (*WatchReport, error) {
	w, err := s.Store.Watches.Find(ctx, c.WorkspaceID, id)
	if err != nil {
		return nil, err
	}
	r := &WatchReport{Watch: w}
	if r.From, r.To, err = in.period(s.now()); err != nil {
		return nil, err
	}
	r.Ads = s.showsAds(w.Source())
	asked := watches.Asked{From: r.From, Before: r.To, Ads: r.Ads}
	if r.Report, err = s.Store.Watches.Report(ctx, w.ID, asked); err != nil {
		return nil, err
	}
	return r, s.addGrowth(ctx, r)
}

// showsAds reports whether what is watched are ads.
func (s *Service) showsAds(source watches.Source) bool {
	if source.Kind == watches.Account {
		name, _, _ := s.Platforms.ParseSelector(source.Account)
		return name == content.AdLibrary
	}
	return source.Platform == content.AdLibrary
}

// addGrowth adds the growth of the account, as the workspace was served its counts.
func (s *Service) addGrowth(ctx context.Context, r *WatchReport) error {
	source := r.Watch.Source()
	if source.Kind != watches.Account {
		return nil
	}
	r.Growth = &history.Growth{}
	id, err := s.Lookup.AccountNamed(ctx, source.Account)
	if apierror.Is(err, apierror.CodePolicyBlocked) {
		return nil // no longer served
	}
	if _, local, _ := strings.Cut(id, ":"); err != nil || local == "" {
		return err
	}
	r.AccountID = id
	r.Growth, err = s.Store.History.Growth(ctx, r.Watch.WorkspaceID, id, r.To)
	return err
}

// WatchItemFilter selects items that a watch has seen.
type WatchItemFilter struct {
	State           OptItemState `query:"state" doc:"Only those that are still there, or only those that have ended"`
	New             bool         `query:"new" doc:"true: only those that were told as new, not what was there at the first look"`
	Creative        string       `query:"creative" minLength:"1" maxLength:"256" doc:"Only variants of this creative, as an item has it"`
	FirstSeenFrom   string       `query:"firstSeenFrom" format:"instant" minLength:"1" doc:"RFC 3339, inclusive"`
	FirstSeenBefore string       `query:"firstSeenBefore" format:"instant" minLength:"1" doc:"RFC 3339, exclusive"`
	EndedFrom       string       `query:"endedFrom" format:"instant" minLength:"1" doc:"RFC 3339, inclusive"`
	EndedBefore     string       `query:"endedBefore" format:"instant" minLength:"1" doc:"RFC 3339, exclusive"`
	PublishedFrom   string       `query:"publishedFrom" format:"instant" minLength:"1" doc:"RFC 3339, inclusive: by the publication or the start of an ad; where the list tells no time, by when it was first seen as new"`
	PublishedBefore string       `query:"publishedBefore" format:"instant" minLength:"1" doc:"RFC 3339, exclusive"`
}

// Filter returns the filter as the store takes it.
func (in *WatchItemFilter) Filter() watches.ItemFilter {
	period := func(from, before string) watches.Period {
		return watches.Period{From: ParseInstant(from), Before: ParseInstant(before)}
	}
	return watches.ItemFilter{State: watches.ItemState(in.State), Told: in.New, Creative: in.Creative, FirstSeen: period(in.FirstSeenFrom, in.FirstSeenBefore),
		Ended: period(in.EndedFrom, in.EndedBefore), Published: period(in.PublishedFrom, in.PublishedBefore)}
}
