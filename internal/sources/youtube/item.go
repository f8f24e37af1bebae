package youtube

import (
	"context"

	"golang.org/x/sync/errgroup"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/crash"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// responses are the endpoints' answers about one video.
type responses struct {
	page        player      // the browser's answer
	phone       player      // an app's answer, used if the browser's is not enough
	apps        []appAnswer // nil: not asked
	comments    *int64      // exact
	next        next
	incomplete  bool                 // a further request failed, so a field is unknown
	restriction *content.Restriction // why not everybody may play the item
}

// askApps calls the apps about a video; nil if they are only called after a refusal of the browser's player.
type askApps func(ctx context.Context, id string) []appAnswer

// item reads one video, with its captions if requested. Captions also need the apps, because only their caption addresses work.
func (s *site) item(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
	var apps askApps
	if r.Transcript {
		apps = s.apps
	}
	v, err := s.fetchAll(ctx, r.Link.LocalID, apps)
	if err != nil {
		return nil, err
	}
	return s.buildItem(ctx, v, r)
}

// buildItem returns the item of the responses, with its captions if requested.
func (s *site) buildItem(ctx context.Context, v responses, r sources.ItemRequest) (*content.Item, error) {
	item, err := v.item(r.Link.LocalID, r.Link.Kind)
	if err != nil || !r.Transcript {
		return item, err
	}
	if v.restriction != nil {
		return nil, apierror.New(apierror.CodeUnavailableRestricted)
	}
	return item, s.addTranscript(ctx, item, r, v)
}

// fetchAll fetches, concurrently, the browser's player, the first page of comments, which has their number, and the
// apps; then the page around the video if a count is still unknown.
func (s *site) fetchAll(ctx context.Context, id string, apps askApps) (v responses, err error) {
	var pageErr, commentsErr, nextErr error
	group, gctx := errgroup.WithContext(ctx)
	ask := func(f func() error) { group.Go(func() error { return crash.Call(f) }) }
	ask(func() error { v.page, pageErr = s.player(gctx, id); return finalError(pageErr) })
	ask(func() error { v.comments, commentsErr = s.commentTotal(gctx, id); return nil })
	if apps != nil {
		ask(func() error { v.apps = apps(gctx, id); return nil })
	}
	if err := group.Wait(); err != nil {
		return v, err
	}
	if err := s.recheckWithApps(ctx, id, &v, pageErr); err != nil {
		return v, err
	}
	if v.comments == nil || scan.Int(v.page.format.Get("likeCount")) == nil {
		v.next, nextErr = s.next(ctx, id)
	}
	commentsMissed := v.comments == nil && v.next.comments == nil && !v.next.closed
	v.incomplete = v.incomplete || nextErr != nil || commentsErr != nil && commentsMissed
	return v, nil //nolint:nilerr // v is marked as incomplete
}

// finalError returns the player's error if calling the apps would not help, as after a failed connection, else nil.
func finalError(page error) error {
	if apierror.Is(page, apierror.CodeRouteDegraded, apierror.CodeSourceChanged) {
		return nil
	}
	return page
}

// player fetches the answer of the browser's player. If the platform refuses the visitor without describing the video,
// the request is repeated with another visitor id.
func (s *site) player(ctx context.Context, id string) (player, error) {
	body := map[string]any{"videoId": id, "contentCheckOk": true, "racyCheckOk": true}
	doc, err := s.call(ctx, s.web(), "player", "", body)
	if err != nil {
		return player{}, err
	}
	p := readPlayer(doc)
	if p.refusesVisitor() && !p.hasDetails() && s.otherVisitor(ctx, s.web(), doc) != "" {
		if doc, err = s.call(ctx, s.web(), "player", "", body); err != nil {
			return player{}, err
		}
		p = readPlayer(doc)
	}
	if p.status == "" && !p.hasDetails() {
		return player{}, sources.Missing("playabilityStatus", "videoDetails")
	}
	return p, nil
}
