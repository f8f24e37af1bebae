package sources

import (
	"unicode/utf8"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

// maxAddress is the longest address that is read, in code points.
const maxAddress = 2048

// Recognize tells what an address points to. It asks nobody. What is no absolute http(s) address is invalid_input on
// the field "url"; every other address gives a Link, supported or with its reason.
func Recognize(raw string) (Link, *apierror.Error) {
	a, reason := parse(raw)
	if reason != "" {
		return Link{}, refuse("url", reason)
	}
	return a.link(), nil
}

// RecognizeOwner is Recognize where the question is whose items to list: a link of the ad library that shows the ads of
// one page names that page as an account, which no lookup of an account could read.
func RecognizeOwner(raw string) (Link, *apierror.Error) {
	a, reason := parse(raw)
	if reason != "" {
		return Link{}, refuse("url", reason)
	}
	return a.owner(), nil
}

// Unsupported is the fault of an operation that wants something else than l points to; nil when l is right.
func (l Link) Unsupported(want Target) *apierror.Error {
	reason := l.Reason
	switch {
	case l.Supported() && l.Target == want:
		return nil
	case l.Supported() && l.Target == TargetAccount:
		reason = AccountNotSupported
	case l.Supported():
		reason = ObjectNotSupported
	}
	var platform any
	if l.Platform != "" {
		platform = l.Platform
	}
	return apierror.New(apierror.CodeUnsupportedObject, "platform", platform, "reason", reason, "supported", readable(l.Platform, want))
}

// Account is the selector of the account that l points to.
func (l Link) Account() AccountSelector {
	if l.LocalID == "" && l.Handle == "" {
		return AccountSelector{URL: l.Canonical}
	}
	return AccountSelector{ID: l.LocalID, Handle: l.Handle}
}

// readable lists what an operation can read from a platform.
func readable(p content.Platform, want Target) []string {
	switch {
	case want == TargetAccount && p == content.AdLibrary: // advertisers are read by their ads alone
		return []string{}
	case want == TargetAccount:
		return []string{string(TargetAccount)}
	}
	kinds := content.Kinds()
	switch p {
	case content.VideoSite:
		kinds = []content.Kind{content.KindVideo, content.KindShort}
	case content.ClipSite:
		kinds = []content.Kind{content.KindShort, content.KindImage, content.KindCarousel}
	case content.PhotoSite:
		kinds = []content.Kind{content.KindVideo, content.KindShort, content.KindImage, content.KindCarousel}
	case content.AdLibrary:
		kinds = []content.Kind{content.KindAd}
	}
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	return names
}

// refuse is invalid_input about one query parameter that should hold an address.
func refuse(name, reason string) *apierror.Error {
	return apierror.InvalidInput(apierror.Field{Name: name, In: "query", Reason: reason, Expected: "an absolute http or https URL of 1..2048 characters"})
}

// lengthOf is the problem with the length of a parameter, "" when it has none.
func lengthOf(raw string) string {
	switch {
	case raw == "":
		return "required"
	case len(raw) > maxAddress && utf8.RuneCountInString(raw) > maxAddress:
		return "length"
	}
	return ""
}
