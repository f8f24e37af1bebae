package v1

import (
	"context"
	"net/url"
	"time"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/watches"
)

type watchReportInput struct {
	WatchPath
	operations.ReportOnWatch
}

// WatchReport is what a watch knows at one moment. rows is always the path of the rows that a number counts.
type WatchReport struct {
	WatchID     string              `json:"watchId"`
	Name        string              `json:"name" doc:"Of the watch"`
	From        content.Time        `json:"from" doc:"Inclusive"`
	To          content.Time        `json:"to" doc:"Exclusive"`
	GeneratedAt content.Time        `json:"generatedAt"`
	Running     WatchReportItems    `json:"running" doc:"What has not ended, now: of ads those that run longest first, else what was seen last"`
	Ended       WatchReportEnded    `json:"ended" doc:"What ended in the period, the last first; never for want of a look"`
	New         WatchReportItems    `json:"new" doc:"What was told as new in the period, the last first"`
	Creatives   WatchCreatives      `json:"creatives" doc:"What runs, variants of one creative as one"`
	MostViewed  WatchReportItems    `json:"mostViewed" doc:"Published in the period, the most viewed first, at most 10; count is how many of these are listed"`
	Reach       WatchReach          `json:"reach"`
	Growth      *WatchAccountGrowth `json:"growth" doc:"Of the account that is watched; null for other watches"`
	Looks       WatchLooks          `json:"looks" doc:"What the looks of each day could tell"`
}

// WatchReportItems is a number of items with the first 20 of them.
type WatchReportItems struct {
	Count int64       `json:"count"`
	Items []WatchItem `json:"items" maxItems:"20"`
	Rows  string      `json:"rows" doc:"Path of all of them"`
}

// WatchReportEnded are the items that ended, with the first 20 of them.
type WatchReportEnded struct {
	Count *int64      `json:"count" doc:"null: no look of the period could tell what ended, see state in looks"`
	Items []WatchItem `json:"items" maxItems:"20"`
	Rows  string      `json:"rows" doc:"Path of all of them"`
}

// WatchCreatives are the creatives that run.
type WatchCreatives struct {
	Count int64           `json:"count" doc:"How many creatives run"`
	Items []WatchCreative `json:"items" maxItems:"20" doc:"Those with the most variants first"`
}

// WatchCreative is a creative with its variants that run.
type WatchCreative struct {
	Creative    string       `json:"creative" doc:"The platform's id of the group, else the picture or video, else the text"`
	Variants    int64        `json:"variants" doc:"How many run"`
	FirstSeenAt content.Time `json:"firstSeenAt" doc:"Of the variant that was seen first"`
	DaysRunning *int64       `json:"daysRunning" doc:"Of the oldest variant; null where the list tells no time"`
	Item        WatchItem    `json:"item" doc:"The variant that was seen first"`
	Rows        string       `json:"rows" doc:"Path of its variants"`
}

// WatchReach is what ads have reached in the EU.
type WatchReach struct {
	Ads   int64            `json:"ads" doc:"Of how many ads the platform makes it public"`
	Total int64            `json:"total" doc:"The sum of these, as last seen; a person counts once for each ad"`
	Items []WatchReachedAd `json:"items" maxItems:"10" doc:"Those that reached the most first"`
}

// WatchReachedAd is an ad with what it has reached over time.
type WatchReachedAd struct {
	Item   WatchItem         `json:"item"`
	Before *int64            `json:"before" doc:"Before the period; null if unknown"`
	Days   []WatchReachOfDay `json:"days" maxItems:"367" doc:"Only of days on which another number was seen"`
}

// WatchReachOfDay is the last number of a day.
type WatchReachOfDay struct {
	At      content.Time `json:"at"`
	EUReach int64        `json:"euReach"`
}

// WatchAccountGrowth is how the counts of an account have changed, as this workspace was served them.
type WatchAccountGrowth struct {
	AccountID *string        `json:"accountId" doc:"Natural id; null if no answer has told it yet"`
	Since     *content.Time  `json:"since" doc:"Since when its counts are known; null: the account was never looked up"`
	Counts    []GrowingCount `json:"counts" maxItems:"4" doc:"Only those that are known"`
	Rows      *string        `json:"rows" doc:"Path of its history"`
}

// GrowingCount is a count of an account with its growth.
type GrowingCount struct {
	Field       string        `json:"field" enum:"followers,following,items,views"`
	Value       int64         `json:"value"`
	ObservedAt  content.Time  `json:"observedAt" doc:"When it was last seen"`
	Approximate bool          `json:"approximate" doc:"The platform rounds one of the counts"`
	Changes     []CountChange `json:"changes" maxItems:"4"`
}

// CountChange is the growth over a period that ends with the report.
type CountChange struct {
	Days   int           `json:"days" minimum:"7" maximum:"365" doc:"7, 30, 90 or 365"`
	Change *int64        `json:"change" doc:"null: the count was not seen near the beginning of the period"`
	Since  *content.Time `json:"since" doc:"When the earlier count was seen: at the beginning of the period, or before it by at most a quarter of it, or two days"`
}

// WatchLooks are the looks of the period, by UTC days.
type WatchLooks struct {
	Since *content.Time `json:"since" doc:"Of the oldest run that is kept; days before it are none"`
	Days  []WatchDay    `json:"days" maxItems:"367"`
	Rows  string        `json:"rows" doc:"Path of the runs"`
}

// WatchDay is a day with its looks.
type WatchDay struct {
	Day        string           `json:"day" format:"date"`
	State      watches.Coverage `json:"state" doc:"complete: a look could tell that rows ended; incomplete: looks succeeded, but none of them could; failed: none succeeded, as where the platform blocks; none: there was none that is kept"`
	Complete   int64            `json:"complete" doc:"Looks"`
	Incomplete int64            `json:"incomplete" doc:"Looks"`
	Failed     int64            `json:"failed" doc:"Looks"`
	Codes      []apierror.Code  `json:"codes" doc:"Why looks failed"`
	New        int64            `json:"new"`
	Ended      int64            `json:"ended" doc:"Told as ended by looks of the day; the end may lie before it"`
	Returned   int64            `json:"returned"`
	Edited     int64            `json:"edited"`
}

func (h *Handlers) getWatchReport(ctx context.Context, in *watchReportInput) (*output[WatchReport], error) {
	r, err := h.ReportWatch(ctx, session.From(ctx), in.WatchID, in.ReportOnWatch)
	if err != nil {
		return nil, err
	}
	return &output[WatchReport]{Body: h.watchReportView(r)}, nil
}

// rowsOf returns the path of a list of the watch.
func rowsOf(r *operations.WatchReport, list string, query ...string) string {
	q := url.Values{}
	for n := 0; n < len(query); n += 2 {
		q.Set(query[n], query[n+1])
	}
	return "/v1/watches/" + r.Watch.ID + "/" + list + "?" + q.Encode()
}

func (h *Handlers) watchReportView(r *operations.WatchReport) WatchReport {
	from, to := r.From.UTC().Format(time.RFC3339Nano), r.To.UTC().Format(time.RFC3339Nano)
	v := WatchReport{WatchID: r.Watch.ID, Name: r.Watch.Name, From: content.At(r.From), To: content.At(r.To), GeneratedAt: content.At(h.Store.Now()),
		Running:    h.reportItems(r.Running, rowsOf(r, "items", "state", "live")),
		Ended:      h.endedItems(r, rowsOf(r, "items", "state", "ended", "endedFrom", from, "endedBefore", to)),
		New:        h.reportItems(r.Found, rowsOf(r, "items", "new", "true", "firstSeenFrom", from, "firstSeenBefore", to)),
		MostViewed: h.reportItems(watches.Group{Count: int64(len(r.Viewed)), Items: r.Viewed}, rowsOf(r, "items", "publishedFrom", from, "publishedBefore", to)),
		Creatives:  WatchCreatives{Count: r.Creatives.Count, Items: []WatchCreative{}},
		Reach:      WatchReach{Ads: r.Reach.Ads, Total: r.Reach.Total, Items: []WatchReachedAd{}},
		Looks:      WatchLooks{Since: content.AtMicrosPtr(r.RunsSince), Days: []WatchDay{}, Rows: rowsOf(r, "runs", "from", from, "to", to)}}
	for _, c := range r.Creatives.Items {
		v.Creatives.Items = append(v.Creatives.Items, WatchCreative{Creative: c.Creative, Variants: c.Variants, FirstSeenAt: content.AtMicros(c.FirstSeenAt),
			DaysRunning: c.Running(h.Store.Now()), Item: h.watchItemView(c.Item), Rows: rowsOf(r, "items", "state", "live", "creative", c.Creative)})
	}
	for _, ad := range r.Reach.Items {
		one := WatchReachedAd{Item: h.watchItemView(ad.Item), Before: ad.Before, Days: []WatchReachOfDay{}}
		for _, p := range ad.Points {
			one.Days = append(one.Days, WatchReachOfDay{At: content.AtMicros(p.At), EUReach: p.Reach})
		}
		v.Reach.Items = append(v.Reach.Items, one)
	}
	for _, d := range r.Days {
		v.Looks.Days = append(v.Looks.Days, WatchDay{Day: d.Start.Format(time.DateOnly), State: d.Coverage(), Complete: d.Complete, Incomplete: d.Incomplete, Failed: d.Failed,
			Codes: append([]apierror.Code{}, d.Codes...), New: d.Found, Ended: d.Ended, Returned: d.Returned, Edited: d.Edited})
	}
	v.Growth = growthView(r)
	return v
}

func (h *Handlers) endedItems(r *operations.WatchReport, rows string) WatchReportEnded {
	of := h.reportItems(r.Ended, rows)
	v := WatchReportEnded{Count: &of.Count, Items: of.Items, Rows: rows}
	if r.EndsUnknown() {
		v.Count = nil
	}
	return v
}

func (h *Handlers) reportItems(g watches.Group, rows string) WatchReportItems {
	v := WatchReportItems{Count: g.Count, Items: []WatchItem{}, Rows: rows}
	for _, i := range g.Items {
		v.Items = append(v.Items, h.watchItemView(i))
	}
	return v
}

// growthView returns the growth of the account; nil if none is watched.
func growthView(r *operations.WatchReport) *WatchAccountGrowth {
	if r.Growth == nil {
		return nil
	}
	v := &WatchAccountGrowth{AccountID: content.OrNil(r.AccountID), Counts: []GrowingCount{}}
	if r.AccountID != "" {
		v.Rows = new("/v1/accounts/observations?" + url.Values{"id": {r.AccountID}}.Encode())
	}
	if r.Growth.Now == nil {
		return v
	}
	v.Since = content.AtMicrosPtr(&r.Growth.Since)
	for _, c := range r.Growth.Counts() {
		one := GrowingCount{Field: c.Field, Value: c.Value, ObservedAt: content.AtMicros(r.Growth.At), Approximate: r.Growth.Now.Approximate}
		for _, x := range c.Changes {
			one.Changes = append(one.Changes, CountChange{Days: x.Days, Change: x.By, Since: content.AtMicrosPtr(x.Since)})
		}
		v.Counts = append(v.Counts, one)
	}
	return v
}
