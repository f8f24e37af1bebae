package imports

import (
	"slices"
	"strings"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
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
	word := h.itemWord(l.Link)
	v.Target, v.Importable = page.WithArticle(word), !l.IsAccount()
	v.Name = strings.TrimSpace(v.Platform.Word + " " + word + " " + shortID(l.Link))
	return v
}

// itemWord names what a link points to: an account, or an item as people call those of its platform.
func (h *Handlers) itemWord(l sources.Link) string {
	p, _ := h.Platforms.Find(l.Platform)
	kinds := p.Items.Kinds
	if l.Kind != "" {
		kinds = []content.Kind{l.Kind}
	}
	only := func(of ...content.Kind) bool {
		return !slices.ContainsFunc(kinds, func(k content.Kind) bool { return !slices.Contains(of, k) })
	}
	switch {
	case l.Target == sources.TargetAccount:
		return "account"
	case only(content.KindAd):
		return "ad"
	case only(content.KindVideo, content.KindShort):
		return "video"
	}
	return "post"
}

// shortID returns what tells a link from others of its platform: its handle, or its id without its end if that is long.
func shortID(l sources.Link) string {
	if l.Handle != "" && l.Target == sources.TargetAccount {
		return "@" + l.Handle
	}
	return page.Beginning(l.LocalID, 12)
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
