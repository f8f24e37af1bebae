package pages

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"socialdata/handlers/operations"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/models/imports"
	"socialdata/views"
)

// linkTarget says in words what a link points to.
func (h *Handlers) linkTarget(l operations.TypedLink) *views.Found {
	if l.List != nil {
		return &views.Found{Supported: true, Platform: h.platformOf(l.List.Platform), Target: listWords[l.List.Kind], Canonical: l.List.Canonical, ID: l.List.NaturalID()}
	}
	v := &views.Found{Supported: l.Supported(), Canonical: l.Canonical, ID: l.NaturalID()}
	if l.Platform != "" {
		v.Platform = h.platformOf(l.Platform)
	}
	if !v.Supported {
		v.Why = h.unsupported(l.Link)
		return v
	}
	v.Target, v.Importable = "An item", true
	switch {
	case l.IsAccount():
		v.Target, v.Importable = "An account", false
	case l.Kind == content.KindAd:
		v.Target = "An ad"
	}
	return v
}

// priceSaid says the price of a lookup before it is made.
func priceSaid(e *lookup.Estimate) string {
	_, most := e.Price()
	said := views.Credits(most) + ": it is read live."
	switch {
	case e.Stored && most == 0:
		return "Free: it is stored, and this workspace has paid for it."
	case e.Stored:
		said = views.Credits(most) + ": it is stored, and served to this workspace for the first time."
	}
	if !e.Sufficient() {
		said += " The balance does not pay that."
	}
	return said
}

// unsupported says why a link cannot be read.
func (h *Handlers) unsupported(l sources.Link) string {
	switch l.Reason {
	case sources.UnsupportedHost:
		titles := []string{}
		for _, p := range h.Platforms.All() {
			titles = append(titles, p.Title)
		}
		return "Only links of these platforms can be read: " + strings.Join(titles, ", ") + "."
	case sources.ShortLink:
		return "This is a short link, and we could not follow it to something that we can read. Open it in a browser and paste the full address."
	case sources.AccountNotSupported:
		return "This kind of account link is not supported."
	case sources.ObjectNotSupported:
		if p, known := h.Platforms.Find(l.Platform); known && p.Links.Others != "" {
			return "This link leads to something on " + p.Title + " that we do not support, such as " + p.Links.Others + "."
		}
		return "This link leads to something that we do not support."
	case sources.UnrecognizedURL:
	}
	return "We know this site, but not this kind of link."
}

// profiles are what an import can keep, with prices.
func (h *Handlers) profiles(chosen imports.MediaProfile) []views.Profile {
	if !slices.Contains(imports.MediaProfiles(), chosen) {
		chosen = imports.ProfileAnalysis
	}
	says := map[imports.MediaProfile][2]string{
		imports.ProfileNone:     {"The facts", "The platform's data: titles, counts, dates."},
		imports.ProfileAnalysis: {"The facts and an analysis", "The media is verified, measured and analysed, then deleted. The poster is kept."},
		imports.ProfileFull:     {"Everything, including the media", "The media is kept until the hold ends."},
	}
	list := []views.Profile{}
	for _, p := range imports.MediaProfiles() {
		list = append(list, views.Profile{Value: string(p), Word: says[p][0], Says: says[p][1], Price: h.Store.Imports.FullPrice(p, false), Chosen: p == chosen})
	}
	return list
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

// clock writes a length as a player does: 3:07, 1:02:03.
func clock(ms int64) string {
	s := ms / 1000
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return strconv.FormatInt(s/60, 10) + fmt.Sprintf(":%02d", s%60)
}
