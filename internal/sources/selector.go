package sources

import (
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

// ParseSelector reads the account of a list: <platform>:<id>, <platform>:@<handle>, or a link to an account. Any other
// text is invalid_input on the field "account"; a link to something else is unsupported_object.
func (set Platforms) ParseSelector(s string) (content.Platform, AccountSelector, *apierror.Error) {
	if strings.Contains(s, "://") {
		a, reason := parseAddress(s)
		if reason != "" {
			return "", AccountSelector{}, selectorError(reason)
		}
		l := set.owner(&a)
		if refused := set.Unsupported(l, TargetAccount); refused != nil {
			return l.Platform, AccountSelector{}, set.PointToList(refused, s)
		}
		return l.Platform, l.Account(), nil
	}
	if reason := lengthOf(s); reason != "" {
		return "", AccountSelector{}, selectorError(reason)
	}
	name, local, _ := strings.Cut(s, ":")
	p, known := set.Find(content.Platform(name))
	if !known {
		return "", AccountSelector{}, selectorError("pattern")
	}
	if handle, ok := strings.CutPrefix(local, "@"); ok {
		if !p.IsHandle(handle) {
			return "", AccountSelector{}, selectorError("pattern")
		}
		return p.Name, AccountSelector{Handle: handle}, nil
	}
	if !p.Accounts.IsID(local) {
		return "", AccountSelector{}, selectorError("pattern")
	}
	return p.Name, AccountSelector{ID: local}, nil
}

// NameAccount returns the account of a selector in its shortest form, so that equal accounts have equal names: <platform>:<id>, else
// <platform>:@<handle>. A name that only the platform can resolve remains a link, the canonical one.
func (set Platforms) NameAccount(s string) (string, *apierror.Error) {
	name, account, problem := set.ParseSelector(s)
	switch {
	case problem != nil:
		return "", problem
	case account.ID != "":
		return content.NaturalID(name, account.ID), nil
	case account.Handle != "":
		return content.NaturalID(name, "@"+account.Handle), nil
	}
	return account.URL, nil
}

// AccountAddress returns the canonical address of the account of a selector, or "" if the platform has none for it.
func (set Platforms) AccountAddress(s string) string {
	name, account, problem := set.ParseSelector(s)
	p, _ := set.Find(name)
	if problem != nil || account.URL != "" || p.Accounts.Address == nil {
		return account.URL
	}
	return p.Accounts.Address(account)
}

// ParseItemID reads an item's natural id and returns the item's link. A malformed id is invalid_input on the field "id".
func (set Platforms) ParseItemID(s string) (Link, *apierror.Error) {
	name, local, _ := strings.Cut(s, ":")
	p, known := set.Find(content.Platform(name))
	if known && p.Items.IsID(local) {
		return p.Items.Link(local), nil
	}
	reason := "pattern"
	if s == "" {
		reason = "required"
	}
	return Link{}, apierror.InvalidInput(apierror.Field{Name: "id", In: "query", Reason: reason, Expected: "a natural id such as video_site:<11 characters>"})
}

// HasID reports whether a natural id can be one of an item or account of the platforms.
func (set Platforms) HasID(natural string) bool {
	name, local, _ := strings.Cut(natural, ":")
	p, known := set.Find(content.Platform(name))
	return known && (p.Items.IsID(local) || p.Accounts.IsID(local))
}

// IsHandle reports whether handle, without its @, can name an account of the platform.
func (p Platform) IsHandle(handle string) bool {
	return p.Accounts.IsHandle != nil && p.Accounts.IsHandle(handle)
}

func selectorError(reason string) *apierror.Error {
	return apierror.InvalidInput(apierror.Field{Name: "account", In: "query", Reason: reason, Expected: "<platform>:<id>, <platform>:@<handle> or a link to an account, 1..2048 characters"})
}
