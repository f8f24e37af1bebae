package youtube

import (
	"context"
	"net/url"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// recheckWithApps calls the apps if the browser's answer is a refusal or incomplete, because a single client may refuse
// videos that are public. A plain "private" or "removed" is accepted without a check.
func (s *site) recheckWithApps(ctx context.Context, id string, v *responses, pageErr error) error {
	problem := pageErr
	if problem == nil {
		problem = v.page.problem()
	}
	switch {
	case problem == nil && scan.Str(v.page.details.Get("title")) != nil:
		v.incomplete = v.page.isBlocked() && !v.page.format.Exists()
		return nil
	case apierror.Is(problem, apierror.CodeUnavailablePrivate, apierror.CodeUnavailableRemoved):
		return problem
	}
	if v.apps == nil {
		v.apps = s.apps(ctx, id)
	}
	for _, a := range v.apps {
		if a.err == nil && a.player.problem() == nil && a.player.hasDetails() {
			v.phone, v.incomplete = a.player, apierror.Is(problem, apierror.CodeRouteDegraded, apierror.CodeSourceChanged)
			return nil
		}
	}
	if problem == nil || v.findRestriction() { // partial data is better than none
		return nil
	}
	if v.page.hasDetails() {
		return v.judgeRefusal()
	}
	return s.judgeMissing(ctx, id, problem, v.apps)
}

// findRestriction reports whether the platform describes the video publicly and names the rule that restricts playing
// it. Such a video is returned as an item.
func (v *responses) findRestriction() bool {
	all := []player{v.page}
	for _, a := range v.apps {
		if a.err == nil {
			all = append(all, a.player)
		}
	}
	for _, p := range all {
		if !apierror.Is(p.problem(), apierror.CodeUnavailableRestricted) || !p.hasDetails() {
			continue
		}
		if v.restriction = p.restriction(); v.restriction != nil {
			v.phone = p
			return true
		}
	}
	return false
}

// judgeRefusal handles a page that describes a video but refuses to play it without naming a rule. If an app refuses it,
// too, the video is restricted; if the apps are refused themselves, the reason stays unknown.
func (v *responses) judgeRefusal() error {
	for _, a := range v.apps {
		switch problem := a.problem(); {
		case apierror.Is(problem, apierror.CodeUnavailablePrivate, apierror.CodeUnavailableRemoved):
			return problem
		case apierror.Is(problem, apierror.CodeUnavailableRestricted, apierror.CodeNotFound):
			v.restriction = &content.Restriction{Kind: content.RestrictedOther, Message: nonBlank(v.page.reason)}
			return nil
		}
	}
	v.incomplete = true
	return nil
}

// confirmNotFound returns notFound if the client still works. The platform answers a retired client with the same text,
// but such a client cannot even get a visitor id.
func (s *site) confirmNotFound(ctx context.Context, c client, notFound error) error {
	if _, err := s.send(ctx, c, "visitor_id", "", "", map[string]any{}); err != nil {
		return err
	}
	return notFound
}

// judgeMissing returns the error for a video that the page does not describe, from the answers of page and apps. A
// statement about the video takes precedence over a refusal of the client; "not found" needs two of them.
func (s *site) judgeMissing(ctx context.Context, id string, page error, apps []appAnswer) error {
	gone, refusal := 0, error(nil)
	for _, problem := range append([]error{page}, problems(apps)...) {
		switch {
		case apierror.Is(problem, apierror.CodeUnavailablePrivate, apierror.CodeUnavailableRemoved, apierror.CodeUnavailableRestricted):
			return problem
		case apierror.Is(problem, apierror.CodeNotFound):
			gone++
		case refusal == nil:
			refusal = problem
		}
	}
	if gone > 1 || gone == 1 && isUnknownToOEmbed(ctx, s.fetch, id) {
		return apierror.New(apierror.CodeNotFound, "resource", "item")
	}
	if refusal == nil {
		refusal = apierror.Wrap(errRefused, apierror.CodeRouteDegraded)
	}
	return refusal
}

func problems(apps []appAnswer) (list []error) {
	for _, a := range apps {
		if err := a.problem(); err != nil {
			list = append(list, err)
		}
	}
	return list
}

// isUnknownToOEmbed reports whether oEmbed does not know the video. Any other answer proves nothing: oEmbed also refuses
// videos that may not be embedded.
func isUnknownToOEmbed(ctx context.Context, fetch sources.Fetcher, id string) bool {
	query := url.Values{"format": {"json"}, "url": {watchURL(id)}}
	ask := sources.Request{URL: home + "/oembed?" + query.Encode(), Header: map[string]string{"Cookie": consent}}
	a, err := fetch.Fetch(ctx, ask)
	return err == nil && (a.Status == 404 || a.Status == 400)
}
