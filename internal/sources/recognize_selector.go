package sources

import (
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

// ParseSelector reads the account of a list: <platform>:<id>, <platform>:@<handle>, or a link to an account. What is
// none of these is invalid_input on the field "account"; a link to something else is unsupported_object.
func ParseSelector(s string) (content.Platform, AccountSelector, *apierror.Error) {
	if strings.Contains(s, "://") {
		a, reason := parse(s)
		if reason != "" {
			return "", AccountSelector{}, selectorFault(reason)
		}
		l := a.owner()
		return l.Platform, l.Account(), l.Unsupported(TargetAccount)
	}
	if reason := lengthOf(s); reason != "" {
		return "", AccountSelector{}, selectorFault(reason)
	}
	name, local, _ := strings.Cut(s, ":")
	p := content.Platform(name)
	if handle, ok := strings.CutPrefix(local, "@"); ok {
		if !IsHandle(p, handle) {
			return "", AccountSelector{}, selectorFault("pattern")
		}
		return p, AccountSelector{Handle: handle}, nil
	}
	if !IsAccountID(p, local) {
		return "", AccountSelector{}, selectorFault("pattern")
	}
	return p, AccountSelector{ID: local}, nil
}

// ParseItemID reads an item's natural id. A wrong one is invalid_input on the field "id". The id of an ad is its archive
// id, which stands in the Link in place of a deeplink id.
func ParseItemID(s string) (Link, *apierror.Error) {
	name, local, _ := strings.Cut(s, ":")
	p := content.Platform(name)
	if !IsItemID(p, local) {
		reason := "pattern"
		if s == "" {
			reason = "required"
		}
		return Link{}, apierror.InvalidInput(apierror.Field{Name: "id", In: "query", Reason: reason, Expected: "a natural id such as video_site:<11 characters>"})
	}
	l := Link{Platform: p, Target: TargetItem, LocalID: local}
	switch p {
	case content.VideoSite:
		l = videoLink(local, "")
	case content.ClipSite:
		l.Canonical = clipHome + "@/video/" + local
	case content.PhotoSite:
		l.Canonical = photoHome + "p/" + local + "/"
	case content.AdLibrary:
		l = adLink(local)
	}
	return l, nil
}

// IsItemID tells whether id can be an item's own id on the platform.
func IsItemID(p content.Platform, id string) bool {
	switch p {
	case content.VideoSite:
		return isVideoID(id)
	case content.ClipSite:
		return isClipID(id)
	case content.PhotoSite:
		return isShortcode(id)
	case content.AdLibrary:
		return isAdID(id)
	}
	return false
}

// IsHandle tells whether handle, without the leading @, can name an account of the platform.
func IsHandle(p content.Platform, handle string) bool {
	switch p {
	case content.VideoSite:
		return isName(handle, 100)
	case content.ClipSite:
		return isClipUser(handle)
	case content.PhotoSite:
		return isPhotoUser(handle)
	}
	return false
}

// IsAccountID tells whether id can be an account's stable id on the platform.
func IsAccountID(p content.Platform, id string) bool {
	switch p {
	case content.VideoSite:
		return isChannelID(id)
	case content.ClipSite, content.PhotoSite:
		return isDigits(id, 1, 25)
	case content.AdLibrary:
		return isPageID(id)
	}
	return false
}

func selectorFault(reason string) *apierror.Error {
	return apierror.InvalidInput(apierror.Field{Name: "account", In: "query", Reason: reason, Expected: "<platform>:<id>, <platform>:@<handle> or a link to an account, 1..2048 characters"})
}
