package shown

import (
	"cmp"
	"strings"

	"socialdata/handlers/pages/page"
	"socialdata/internal/content"
	"socialdata/models/references"
	"socialdata/views"
)

// Item is an item as the platform showed it, for display.
type Item struct {
	references.SourceObserved
	platform content.Platform
	Captured bool                            // read from what a member's browser received, which need not hold all that the page shows
	Offers   func(content.Kind, string) bool // reports whether the platform has a field for a kind of item
}

// NewItem returns an item of a platform.
func NewItem(b *page.Base, platform content.Platform, o references.SourceObserved) Item {
	p, _ := b.Platforms.Find(platform)
	return Item{SourceObserved: o, platform: platform, Offers: p.Items.Offers}
}

// Missing explains why a value is unknown: the platform does not have it, a secondary request failed, or the platform
// hides it.
func (o *Item) Missing(field string) string {
	switch {
	case o.Kind == nil:
		return "not available"
	case !o.Offers(*o.Kind, field):
		return "not offered on this kind of post"
	case o.Incomplete:
		return "not read this time"
	case o.Captured:
		return "not in what the browser captured"
	}
	return "hidden by the platform"
}

// Post returns the text of the item, which is shown before its facts. It leaves out a title that
// stands above it.
func (o *Item) Post(above string) views.Post {
	p := views.Post{Title: page.OrEmpty(o.SourceTitle), Caption: page.OrEmpty(o.SourceDescription), AuthorHref: page.OrEmpty(o.ChannelURL),
		Author: cmp.Or(page.OrEmpty(o.ChannelName), page.OrEmpty(o.ChannelHandle))}
	if handle := page.OrEmpty(o.ChannelHandle); handle != "" && handle != p.Author {
		p.Handle = "@" + handle
	}
	for _, tag := range o.Tags[:min(len(o.Tags), hashtagsShown)] {
		p.Hashtags = append(p.Hashtags, views.TagLink{Tag: "#" + tag})
	}
	if p.Title == above {
		p.Title = ""
	}
	return p
}

// hashtagsShown is the maximum number of hashtags on a page.
const hashtagsShown = 30

// Facts returns the counts and dates of the item. Ads have different facts.
func (o *Item) Facts() []views.Fact {
	s := FactList{}
	if o.Kind != nil && *o.Kind == content.KindAd {
		o.adFacts(&s)
		return s
	}
	if o.Kind != nil {
		s.Add("Kind", string(*o.Kind))
	}
	s = append(s, o.Published())
	if o.DurationMs != nil {
		s.Add("Length", page.Clock(*o.DurationMs))
	}
	for _, count := range []struct {
		name, field string
		n           *int64
	}{
		{"Views", "stats.views", o.ViewCount}, {"Likes", "stats.likes", o.LikeCount}, {"Comments", "stats.comments", o.CommentCount},
		{"Shares", "stats.shares", o.ShareCount}, {"Saves", "stats.saves", o.SaveCount},
	} {
		s.Number(count.name, count.n, o.Missing(count.field))
	}
	return s
}

// Published returns when an item was published. An ad is published on the day on which it starts.
func (o *Item) Published() views.Fact {
	switch {
	case o.PublishedAt == nil:
		return views.Fact{Name: "Published", Missing: o.Missing("publishedAt")}
	case o.Ad != nil:
		return views.Fact{Name: "Published", Value: page.FormatDay(o.PublishedAt.Time)}
	}
	return views.Fact{Name: "Published", Value: page.FormatMoment(o.PublishedAt.Time)}
}

// ActiveSince is the name of the fact about when an ad started.
const ActiveSince = "Active since"

// adFacts adds who runs an ad, since when, where, and its call to action.
func (o *Item) adFacts(s *FactList) {
	ad := o.Ad
	if ad == nil {
		return
	}
	s.Known("Advertiser", ad.PageName != nil, page.OrEmpty(ad.PageName), o.Missing("ad.pageName"))
	*s = append(*s, o.RunFacts()...)
	if len(ad.Platforms) > 0 {
		s.Add("Shown on", platformNames(ad.Platforms))
	}
	s.Known("Call to action", ad.CTAText != nil, page.OrEmpty(ad.CTAText), views.None)
	s.Text("Leads to", ad.LinkURL)
}

// RunFacts returns whether an ad was active when it was seen, since when, and for how long; nil if the item is not an ad.
func (o *Item) RunFacts() []views.Fact {
	ad, s := o.Ad, FactList{}
	if ad == nil {
		return nil
	}
	if ad.Active != nil {
		state := "no longer active"
		if *ad.Active {
			state = "active"
		}
		s.Add("State", state)
	}
	if ad.StartedAt != nil {
		s.Add(ActiveSince, page.FormatDay(ad.StartedAt.Time))
	}
	if ad.EndedAt != nil {
		s.Add("Ended", page.FormatDay(ad.EndedAt.Time))
	}
	if days := ad.DaysRunning(o.ObservedAt.Time); days != nil {
		s.Add("Has run for", views.Count(*days, "day"))
	}
	return s
}

// platformNames formats the names of the platforms on which an ad runs, such as FACEBOOK and AUDIENCE_NETWORK.
func platformNames(list []string) string {
	return strings.Join(page.Map(list, func(p string) string { return views.UpperFirst(strings.ToLower(strings.ReplaceAll(p, "_", " "))) }), ", ")
}
