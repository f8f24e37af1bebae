package youtube

import (
	"context"
	"slices"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
)

// media reads one video with its files. Only the apps get file addresses that need no signature.
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

// hasNoMedia reports whether a complete answer shows that the video has no file: a live video has none yet, and a
// scheduled one has no streams at all.
func (v responses) hasNoMedia() bool {
	none := func(p player) bool { return p.isPending() || p.isLive() }
	return none(v.page) || slices.ContainsFunc(v.apps, func(a appAnswer) bool { return a.err == nil && none(a.player) })
}

// mediaRefusal returns why the apps returned no files or captions: they were blocked, or are out of date, or the video
// is restricted. In any other case the format of their answers has changed.
func mediaRefusal(apps []appAnswer) error {
	errs := problems(apps)
	for _, code := range []apierror.Code{apierror.CodeRouteDegraded, apierror.CodeNetworkTimeout, apierror.CodeNetworkTransport, apierror.CodeSourceChanged,
		apierror.CodeUnavailableRestricted, apierror.CodeUnavailablePrivate, apierror.CodeUnavailableRemoved} {
		for _, f := range errs {
			if apierror.Is(f, code) {
				return f
			}
		}
	}
	if slices.ContainsFunc(apps, appAnswer.isComplete) {
		return sources.Missing("streamingData.formats.url")
	}
	return apierror.Wrap(errRefused, apierror.CodeRouteDegraded)
}
