package imports

import (
	"socialdata/handlers/operations"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/views"
)

// linkTarget says in words what a link points to.
func (h *Handlers) linkTarget(l operations.TypedLink) *views.Found {
	if l.List != nil {
		return &views.Found{Supported: true, Platform: h.PlatformOf(l.List.Platform), Target: listWords[l.List.Kind], Canonical: l.List.Canonical, ID: l.List.NaturalID()}
	}
	v := &views.Found{Supported: l.Supported(), Canonical: l.Canonical, ID: l.NaturalID()}
	if l.Platform != "" {
		v.Platform = h.PlatformOf(l.Platform)
	}
	if !v.Supported {
		v.Why = shown.WhyUnsupported(h.Base, l.Link)
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
