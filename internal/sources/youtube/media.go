package youtube

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
)

// media reads one video together with its files, which only the apps tell without a signature.
func (s *site) media(ctx context.Context, r sources.ItemRequest) (*sources.Media, error) {
	v, err := s.fetchAll(ctx, r.Link.LocalID, s.bothApps)
	if err != nil {
		return nil, err
	}
	if v.restriction != nil {
		return nil, apierror.New(apierror.CodeUnavailableRestricted)
	}
	item, err := s.buildItem(ctx, v, r)
	if err != nil {
		return nil, err
	}
	list := v.files()
	if len(list) == 0 && !v.hasNoMedia() {
		return nil, mediaRefusal(v.apps)
	}
	return &sources.Media{Item: item, Files: list}, nil
}

// hasNoMedia reports whether an answer that tells all says that there is nothing to keep: what is live has no file yet,
// what has not begun nothing at all.
func (v responses) hasNoMedia() bool {
	if v.page.isPending() || v.page.isLive() {
		return true
	}
	for _, a := range v.apps {
		if a.err == nil && (a.player.isPending() || a.player.isLive()) {
			return true
		}
	}
	return false
}

// mediaRefusal returns why the apps told nothing of what only they tell: that they were turned away, then that they are out of
// date, then that the video is not for everybody. Apps that answered without it have changed.
func mediaRefusal(apps []appAnswer) error {
	faults := problems(apps)
	for _, code := range []apierror.Code{apierror.CodeRouteDegraded, apierror.CodeNetworkTimeout, apierror.CodeNetworkTransport, apierror.CodeSourceChanged,
		apierror.CodeUnavailableRestricted, apierror.CodeUnavailablePrivate, apierror.CodeUnavailableRemoved} {
		for _, f := range faults {
			if apierror.Is(f, code) {
				return f
			}
		}
	}
	for _, a := range apps {
		if a.isComplete() {
			return missing("streamingData.formats.url")
		}
	}
	return apierror.Wrap(errRefused, apierror.CodeRouteDegraded)
}
