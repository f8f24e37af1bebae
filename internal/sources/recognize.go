package sources

import (
	"unicode/utf8"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

// maxAddress is the longest address that is accepted, in code points.
const maxAddress = 2048

// Recognize says what an address points to, without any network. An address that is not absolute http(s) is
// invalid_input on the field "url"; every other one gives a Link, supported or with its reason.
func (set Platforms) Recognize(raw string) (Link, *apierror.Error) {
	a, reason := parseAddress(raw)
	if reason != "" {
		return Link{}, refuse("url", reason)
	}
	return set.link(&a), nil
}

// RecognizeOwner is like Recognize, but also accepts addresses that name an account only as the owner of a list, such as
// an ad library link that shows the ads of one page.
func (set Platforms) RecognizeOwner(raw string) (Link, *apierror.Error) {
	a, reason := parseAddress(raw)
	if reason != "" {
		return Link{}, refuse("url", reason)
	}
	return set.owner(&a), nil
}

func (set *Platforms) link(a *Address) Link {
	if p := set.ofLink(a); p != nil {
		return p.Links.Recognize(*a)
	}
	return a.Unsupported(UnsupportedHost)
}

func (set *Platforms) owner(a *Address) Link {
	if p := set.ofLink(a); p != nil && p.Links.RecognizeOwner != nil {
		if l, ok := p.Links.RecognizeOwner(*a); ok {
			return l
		}
	}
	return set.link(a)
}

// Unsupported returns the error if l does not point to want, or nil if it does.
func (set Platforms) Unsupported(l Link, want Target) *apierror.Error {
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
	return apierror.New(apierror.CodeUnsupportedObject, "platform", platform, "reason", reason, "supported", set.readable(l.Platform, want))
}

// readable describes what can be read from the platform as want; for an unknown platform, from any.
func (set *Platforms) readable(name content.Platform, want Target) []string {
	p, known := set.Find(name)
	switch {
	case want == TargetAccount && known && !p.Accounts.Lookup:
		return []string{}
	case want == TargetAccount:
		return []string{string(TargetAccount)}
	}
	kinds := content.Kinds()
	if known {
		kinds = p.Items.Kinds
	}
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	return names
}

// Account returns the selector of the account that l points to.
func (l Link) Account() AccountSelector {
	if l.LocalID == "" && l.Handle == "" {
		return AccountSelector{URL: l.Canonical}
	}
	return AccountSelector{ID: l.LocalID, Handle: l.Handle}
}

// refuse returns invalid_input for a query parameter that should hold an address.
func refuse(name, reason string) *apierror.Error {
	return apierror.InvalidInput(apierror.Field{Name: name, In: "query", Reason: reason, Expected: "an absolute http or https URL of 1..2048 characters"})
}

// lengthOf returns why the length of a parameter is refused, or "" if it is accepted.
func lengthOf(raw string) string {
	switch {
	case raw == "":
		return "required"
	case len(raw) > maxAddress && utf8.RuneCountInString(raw) > maxAddress:
		return "length"
	}
	return ""
}
