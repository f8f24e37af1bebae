package pages

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/models/imports"
	"socialdata/views"
)

// linkTarget says in words what a link points to.
func (h *Handlers) linkTarget(l sources.Link) *views.Found {
	v := &views.Found{Supported: l.Supported(), Canonical: l.Canonical, ID: l.NaturalID()}
	if l.Platform != "" {
		v.Platform = h.platformOf(l.Platform)
	}
	if !v.Supported {
		v.Why = h.unsupported(l.Reason)
		return v
	}
	v.LookupPrice = views.Credits(h.Store.Prices.Lookup) + " if it is read live, or served to this workspace for the first time; a repeat within an hour is free."
	v.Target, v.Importable = "An item", true
	switch {
	case l.Target == sources.TargetAccount:
		v.Target, v.Importable = "An account", false
	case l.Kind == content.KindAd:
		v.Target = "An ad"
	}
	return v
}

// unsupported says why a link cannot be read.
func (h *Handlers) unsupported(reason sources.Reason) string {
	switch reason {
	case sources.UnsupportedHost:
		titles := []string{}
		for _, p := range h.Platforms.All() {
			titles = append(titles, p.Title)
		}
		return "Only links of these platforms can be read: " + strings.Join(titles, ", ") + "."
	case sources.ShortLink:
		return "This is a short link, which we do not follow. Open it in a browser and paste the full address."
	case sources.AccountNotSupported:
		return "This kind of account link is not supported."
	case sources.ObjectNotSupported:
		return "This link leads to something we do not support, such as a playlist."
	case sources.UnrecognizedURL:
	}
	return "We know this site, but not this kind of link."
}

func validProfile(p imports.MediaProfile) bool { return slices.Contains(imports.MediaProfiles(), p) }

// profiles are what an import can keep, with prices.
func (h *Handlers) profiles(chosen imports.MediaProfile) []views.Profile {
	if !validProfile(chosen) {
		chosen = imports.ProfileAnalysis
	}
	says := map[imports.MediaProfile][2]string{
		imports.ProfileNone:     {"The facts", "The platform's data: titles, counts, dates."},
		imports.ProfileAnalysis: {"The facts and an analysis", "The media is verified, measured and analysed, then deleted. The poster is kept."},
		imports.ProfileFull:     {"Everything, including the media", "The media is kept until the hold ends."},
	}
	list := []views.Profile{}
	for _, p := range imports.MediaProfiles() {
		list = append(list, views.Profile{Value: string(p), Word: says[p][0], Says: says[p][1], Price: h.Store.FullPrice(p, false), Chosen: p == chosen})
	}
	return list
}

// lookupResult reads a rendered answer back into facts for a person.
func (h *Handlers) lookupResult(link sources.Link, r *lookup.Result, took time.Duration) (*views.Looked, error) {
	var served content.Served
	if err := json.Unmarshal(r.Body, &served); err != nil {
		return nil, err
	}
	v := &views.Looked{Charged: r.Receipt.Usage.CreditsCharged, Remaining: r.Receipt.Remaining, Cached: served.Cached,
		Observed: h.whenAt(served.ObservedAt.Time), Took: fmt.Sprintf("%d ms", took.Milliseconds())}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, r.Body, "", "  "); err != nil {
		return nil, err
	}
	v.JSON = pretty.String()
	var err error
	if link.Target == sources.TargetAccount {
		v.Facts, err = accountFacts(r.Body)
	} else {
		v.Facts, err = itemFacts(r.Body)
	}
	return v, err
}

// observedFactList collects what is known, and says of what is not that it is not available.
type observedFactList struct {
	list    []views.Fact
	missing []string // unavailableFields
}

func (f *observedFactList) add(name, field string, value *string) {
	switch {
	case value != nil:
		f.list = append(f.list, views.Fact{Name: name, Value: *value})
	case slices.Contains(f.missing, field):
		f.list = append(f.list, views.Fact{Name: name, Missing: "not available"})
	}
}

func (f *observedFactList) number(name, field string, n *int64) {
	if n == nil {
		f.add(name, field, nil)
		return
	}
	text := views.Number(*n)
	f.add(name, field, &text)
}

func itemFacts(body []byte) ([]views.Fact, error) {
	var i content.Item
	if err := json.Unmarshal(body, &i); err != nil {
		return nil, err
	}
	f := observedFactList{missing: i.UnavailableFields}
	f.add("Title", "title", i.Title)
	if i.Author != nil {
		f.add("Author", "author", i.Author.Name)
	} else {
		f.add("Author", "author", nil)
	}
	kind := string(i.Kind)
	f.add("Kind", "kind", &kind)
	if r := i.Restriction; r != nil {
		words := restrictionWords(r)
		f.add("Restricted", "", &words)
	}
	if i.PublishedAt != nil {
		at := formatTime(i.PublishedAt.Time)
		f.add("Published", "publishedAt", &at)
	} else {
		f.add("Published", "publishedAt", nil)
	}
	if i.DurationMs != nil {
		length := clock(*i.DurationMs)
		f.add("Length", "durationMs", &length)
	}
	f.number("Views", "stats.views", i.Stats.Views)
	f.number("Likes", "stats.likes", i.Stats.Likes)
	f.number("Comments", "stats.comments", i.Stats.Comments)
	f.number("Shares", "stats.shares", i.Stats.Shares)
	f.number("Saves", "stats.saves", i.Stats.Saves)
	return f.list, nil
}

// restrictionWords says who may play an item.
func restrictionWords(r *content.Restriction) string {
	words := map[content.RestrictionKind]string{
		content.RestrictedByAge: "by age", content.RestrictedByRegion: "in some countries", content.RestrictedMembers: "to members of the channel",
		content.RestrictedPaid: "to those who paid", content.RestrictedOther: "by the platform",
	}[r.Kind]
	if r.Message != nil {
		words += " (“" + *r.Message + "”)"
	}
	return words
}

func accountFacts(body []byte) ([]views.Fact, error) {
	var a content.Account
	if err := json.Unmarshal(body, &a); err != nil {
		return nil, err
	}
	f := observedFactList{missing: a.UnavailableFields}
	f.add("Name", "name", a.Name)
	f.add("Handle", "handle", a.Handle)
	f.number("Followers", "stats.followers", a.Stats.Followers)
	f.number("Following", "stats.following", a.Stats.Following)
	f.number("Items", "stats.items", a.Stats.Items)
	f.number("Views", "stats.views", a.Stats.Views)
	f.add("Country", "country", a.Country)
	f.add("Joined", "joinedAt", a.JoinedAt)
	return f.list, nil
}

// clock writes a length as a player does: 3:07, 1:02:03.
func clock(ms int64) string {
	s := ms / 1000
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return strconv.FormatInt(s/60, 10) + fmt.Sprintf(":%02d", s%60)
}
