package imports

import (
	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/views"
)

// linkTarget describes what a link points to.
func (h *Handlers) linkTarget(l operations.TypedLink) *views.Found {
	if l.List != nil {
		return &views.Found{Supported: true, Platform: h.PlatformOf(l.List.Platform), Target: listWords[l.List.Kind], Canonical: l.List.Canonical, ID: l.List.NaturalID()}
	}
	v := &views.Found{Supported: l.Supported(), Canonical: l.Canonical, ID: l.NaturalID()}
	if l.Platform != "" {
		v.Platform = h.PlatformOf(l.Platform)
	}
	if !v.Supported {
		v.Why = h.WhyUnsupported(l.Link)
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

// priceSaid describes the price of a lookup in advance.
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

// restrictionWords describes who can view an item.
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

// lookupAdvice says what to do about a failed lookup.
func lookupAdvice(code apierror.Code) string {
	if s, ok := lookupAdvices[code]; ok {
		return s
	}
	return apierror.Lookup(code).Advice
}

// lookupAdvices has advice for lookups that differs from that for imports.
var lookupAdvices = map[apierror.Code]string{
	apierror.CodeRouteDegraded:         "Look it up again later.",
	apierror.CodeRouteDisabled:         "The status page shows when this source works again.",
	apierror.CodeNetworkTimeout:        "Look it up again. If it keeps failing, check the status page.",
	apierror.CodeNetworkTransport:      "Look it up again. If it keeps failing, check the status page.",
	apierror.CodeSourceChanged:         "We have to adapt to the change first. Support has the details; another lookup will not help yet.",
	apierror.CodeUnavailablePrivate:    "Only its owner can make it public.",
	apierror.CodeUnavailableRestricted: "It requires a sign-in, an age or a region that we do not have.",
	apierror.CodeUnavailableRemoved:    "It cannot be recovered.",
	apierror.CodeNotFound:              "Check the link.",
	apierror.CodeStorageUnavailable:    "Look it up again.",
	apierror.CodeInsufficientCredits:   "Ask the operator for more credits.",
	apierror.CodeInternalError:         "Look it up again. If it fails again, send support the request id.",
}
