package youtube

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// confirm asks the apps where the browser's answer is a refusal or only a part: one program alone refuses videos that
// anybody can see. A plain "private" or "removed" needs no second word.
func (s *site) confirm(ctx context.Context, id string, v *seen, pageErr error) error {
	problem := pageErr
	if problem == nil {
		problem = orNil(v.page.problem())
	}
	switch {
	case problem == nil && scan.Str(v.page.details.Get("title")) != nil:
		v.unanswered = v.page.blocked() && !v.page.format.Exists()
		return nil
	case apierror.Is(problem, apierror.CodeUnavailablePrivate, apierror.CodeUnavailableRemoved):
		return problem
	}
	if v.apps == nil {
		v.apps = s.apps(ctx, id)
	}
	for _, a := range v.apps {
		if a.err == nil && a.player.problem() == nil && a.player.described() {
			v.phone, v.unanswered = a.player, apierror.Is(problem, apierror.CodeRouteDegraded, apierror.CodeSourceChanged)
			return nil
		}
	}
	if problem == nil || v.restrict() { // a part is better than nothing
		return nil
	}
	if v.page.described() {
		return v.undecidedRefusal()
	}
	return s.settle(ctx, id, problem, v.apps)
}

// restrict reports whether the platform describes the video to everybody and names the rule by which it does not play
// for everybody: then it is an item like any other.
func (v *seen) restrict() bool {
	all := []player{v.page}
	for _, a := range v.apps {
		if a.err == nil {
			all = append(all, a.player)
		}
	}
	for _, p := range all {
		if f := p.problem(); f != nil && f.Code == apierror.CodeUnavailableRestricted && p.described() {
			if v.restriction = p.restriction(); v.restriction != nil {
				v.phone = p
				return true
			}
		}
	}
	return false
}

// undecidedRefusal is for a page that describes a video and does not play it in words that name no rule. An app that
// refuses it, too, makes it a restriction; apps that are turned away leave it open.
func (v *seen) undecidedRefusal() error {
	for _, a := range v.apps {
		switch problem := a.problem(); {
		case apierror.Is(problem, apierror.CodeUnavailablePrivate, apierror.CodeUnavailableRemoved):
			return problem
		case apierror.Is(problem, apierror.CodeUnavailableRestricted, apierror.CodeNotFound):
			v.restriction = &content.Restriction{Kind: content.RestrictedOther, Message: some(v.page.reason)}
			return nil
		}
	}
	v.unanswered = true
	return nil
}

// orNil keeps a nil fault a nil error.
func orNil(f *apierror.Error) error {
	if f == nil {
		return nil
	}
	return f
}
