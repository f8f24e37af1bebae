package pages

import (
	"regexp"
	"slices"
	"strings"

	"socialdata/internal/content"
	"socialdata/models/references"
	"socialdata/views"
)

// observedItem is an item that a platform showed, as a page reads it.
type observedItem struct {
	references.SourceObserved
	platform content.Platform
	offers   func(content.Kind, string) bool // what the platform has of a kind
}

// newItem returns an item of a platform.
func (h *Handlers) newItem(platform content.Platform, o references.SourceObserved) observedItem {
	p, _ := h.Platforms.Find(platform)
	return observedItem{SourceObserved: o, platform: platform, offers: p.Items.Offers}
}

// missing says why a value is not known: the platform has none, a side request was refused, or the platform hides it.
func (o *observedItem) missing(field string) string {
	switch {
	case o.Kind == nil:
		return "not available"
	case !o.offers(*o.Kind, field):
		return "not offered on this kind of post"
	case o.Incomplete:
		return "not read this time"
	}
	return "hidden by the platform"
}

// post returns the words of the item: they come before its facts.
func (o *observedItem) post() views.Post {
	p := views.Post{Title: orEmpty(o.SourceTitle), Caption: orEmpty(o.SourceDescription), AuthorHref: orEmpty(o.ChannelURL)}
	if p.Author = orEmpty(o.ChannelName); p.Author == "" {
		p.Author = orEmpty(o.ChannelHandle)
	}
	if handle := orEmpty(o.ChannelHandle); handle != "" && handle != p.Author {
		p.Handle = "@" + handle
	}
	if o.Tags == nil { // an older answer names none
		p.Hashtags = hashtags(p.Title + "\n" + p.Caption)
	}
	for _, tag := range o.Tags[:min(len(o.Tags), hashtagsShown)] {
		p.Hashtags = append(p.Hashtags, views.TagLink{Tag: "#" + tag})
	}
	return p
}

var hashtag = regexp.MustCompile(`#[\p{L}\p{N}_]+`)

// hashtagsShown bounds the hashtags of a page.
const hashtagsShown = 30

// hashtags are the distinct hashtags of a text, in order.
func hashtags(text string) []views.TagLink {
	list := []views.TagLink{}
	for _, tag := range hashtag.FindAllString(text, -1) {
		same := func(have views.TagLink) bool { return strings.EqualFold(have.Tag, tag) }
		if len(list) < hashtagsShown && !slices.ContainsFunc(list, same) {
			list = append(list, views.TagLink{Tag: tag})
		}
	}
	return list
}

// facts are the counts and dates of the item; an ad has facts of its own.
func (o *observedItem) facts() []views.Fact {
	s := factList{}
	if o.Kind != nil && *o.Kind == content.KindAd {
		o.adFacts(&s)
		return s
	}
	if o.Kind != nil {
		s.known("Kind", true, string(*o.Kind), "")
	}
	if o.PublishedAt != nil {
		s.known("Published", true, formatTime(o.PublishedAt.Time), "")
	} else {
		s.known("Published", false, "", o.missing("publishedAt"))
	}
	if o.DurationMs != nil {
		s.known("Length", true, clock(*o.DurationMs), "")
	}
	for _, count := range []struct {
		name, field string
		n           *int64
	}{
		{"Views", "stats.views", o.ViewCount}, {"Likes", "stats.likes", o.LikeCount}, {"Comments", "stats.comments", o.CommentCount},
		{"Shares", "stats.shares", o.ShareCount}, {"Saves", "stats.saves", o.SaveCount},
	} {
		s.number(count.name, count.n, o.missing(count.field))
	}
	return s
}

// adFacts say who shows an ad, since when, where, and what it asks for.
func (o *observedItem) adFacts(s *factList) {
	ad := o.Ad
	if ad == nil {
		return
	}
	s.known("Advertiser", ad.PageName != nil, orEmpty(ad.PageName), o.missing("ad.pageName"))
	if ad.Active != nil {
		s.known("State", *ad.Active, "active", "no longer active")
	}
	if ad.StartedAt != nil {
		s.known("Active since", true, formatTime(ad.StartedAt.Time), "")
	}
	if ad.EndedAt != nil {
		s.known("Ended", true, formatTime(ad.EndedAt.Time), "")
	}
	if len(ad.Platforms) > 0 {
		s.known("Shown on", true, platformNames(ad.Platforms), "")
	}
	s.known("Call to action", ad.CTAText != nil, orEmpty(ad.CTAText), "none")
	if ad.LinkURL != nil {
		s.known("Leads to", true, *ad.LinkURL, "")
	}
}

// platformNames writes the names of the ad library's platforms as words: FACEBOOK, AUDIENCE_NETWORK.
func platformNames(list []string) string {
	words := []string{}
	for _, p := range list {
		p = strings.ToLower(strings.ReplaceAll(p, "_", " "))
		if p != "" {
			p = strings.ToUpper(p[:1]) + p[1:]
		}
		words = append(words, p)
	}
	return strings.Join(words, ", ")
}
