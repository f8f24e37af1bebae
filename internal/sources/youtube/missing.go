package youtube

import (
	"context"
	"net/url"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
)

// confirmNotFound returns notFound if the client still works. The platform refuses a retired client in the same words,
// and such a client cannot even get a visitor id.
func (s *site) confirmNotFound(ctx context.Context, c client, notFound error) error {
	if _, err := s.send(ctx, c, "visitor_id", "", "", map[string]any{}); err != nil {
		return err
	}
	return notFound
}

// judgeMissing decides about a video that the page does not describe, by the answers of the page and the apps. What one
// says about the video counts more than its refusal of the client; "not found" needs two that say so.
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
	if gone > 1 || gone == 1 && s.isUnknownToOEmbed(ctx, id) {
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

// isUnknownToOEmbed reports whether oEmbed does not know the video, either. Any other answer proves nothing: oEmbed
// refuses a video that may not be embedded, too.
func (s *site) isUnknownToOEmbed(ctx context.Context, id string) bool {
	query := url.Values{"format": {"json"}, "url": {watchURL(id)}}
	ask := sources.Request{URL: home + "/oembed?" + query.Encode(), Header: map[string]string{"Cookie": consent}}
	a, err := s.fetch.Fetch(ctx, ask)
	return err == nil && (a.Status == 404 || a.Status == 400)
}
