package videosite

import (
	"context"

	"golang.org/x/sync/errgroup"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/content"
	"socialdata/models/fault"
)

// seen is what the endpoints said about one video.
type seen struct {
	page, phone player
	asked       bool   // the app was asked, and phone is its answer
	comments    *int64 // exact
	next        next
	unanswered  bool                 // a side question failed whose answer is missed
	restriction *content.Restriction // why the item does not play for everybody
}

// item reads one video, and its captions where they are wanted: for these the app is asked too, because only its caption
// addresses open.
func (s *site) item(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
	v, err := s.look(ctx, r.Link.LocalID, r.Transcript)
	if err != nil {
		return nil, err
	}
	return s.told(ctx, v, r)
}

// told makes the item of what was seen.
func (s *site) told(ctx context.Context, v seen, r sources.ItemRequest) (*content.Item, error) {
	item, err := v.item(r.Link.LocalID, r.Link.Kind)
	if err != nil || !r.Transcript {
		return item, err
	}
	if v.restriction != nil {
		return nil, fault.New(fault.UnavailableRestricted)
	}
	item.Transcript, err = s.transcript(ctx, v)
	return item, err
}

// look asks about one video. The browser's player, the first page of comments, whose head counts them all, and with
// withApp the app's player are asked at once. What stands around the video is asked only where these left a count open.
func (s *site) look(ctx context.Context, id string, withApp bool) (v seen, err error) {
	group, gctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) { v.page, err = s.player(gctx, id); return err })
	var commentsErr, nextErr error
	group.Go(func() error { v.comments, commentsErr = s.commentTotal(gctx, id); return nil })
	if withApp {
		v.asked = true
		group.Go(func() (err error) { v.phone, err = s.reel(gctx, id); return err })
	}
	if err := group.Wait(); err != nil {
		return v, err
	}
	if err := s.confirm(ctx, id, &v); err != nil {
		return v, err
	}
	if v.comments == nil || wire.Int(v.page.format.Get("likeCount")) == nil {
		v.next, nextErr = s.next(ctx, id)
	}
	commentsMissed := v.comments == nil && v.next.comments == nil && !v.next.closed
	v.unanswered = nextErr != nil || commentsErr != nil && commentsMissed
	return v, nil
}

// player asks the browser's player.
func (s *site) player(ctx context.Context, id string) (player, error) {
	doc, err := s.call(ctx, browser(), "player", "item", map[string]any{"videoId": id, "contentCheckOk": true, "racyCheckOk": true})
	if err != nil {
		return player{}, err
	}
	return readPlayer(doc), nil
}

// reel asks the app's player, which it reaches through its reel of videos.
func (s *site) reel(ctx context.Context, id string) (player, error) {
	doc, err := s.call(ctx, app(), "reel/reel_item_watch?$fields=playerResponse", "item", map[string]any{
		"playerRequest":         map[string]any{"videoId": id, "contentCheckOk": true, "racyCheckOk": true},
		"disablePlayerResponse": false,
	})
	if err != nil && !fault.Is(err, fault.NotFound) { // no such video: the app's answer without any player
		return player{}, err
	}
	return readPlayer(doc), nil
}

// confirm asks the app where the browser's answer is a refusal or only a part: one program alone refuses videos that
// anybody can see. A bot check and a plain "private" or "removed" need no second word.
func (s *site) confirm(ctx context.Context, id string, v *seen) error {
	problem := v.page.problem()
	switch {
	case problem == nil && wire.Str(v.page.details.Get("title")) != nil:
		return nil
	case fault.Is(orNil(problem), fault.RouteDegraded, fault.UnavailablePrivate, fault.UnavailableRemoved):
		return problem
	}
	if !v.asked {
		phone, err := s.reel(ctx, id)
		switch {
		case err == nil:
			v.phone, v.asked = phone, true
		case problem == nil: // a part is better than nothing
			return nil
		case v.restrict():
			return nil
		default:
			return err
		}
	}
	if problem == nil || v.phone.problem() == nil {
		return nil
	}
	second := v.phone.problem()
	switch {
	case v.restrict():
		return nil
	case second.Code != fault.NotFound:
		return second
	}
	return problem
}

// restrict reports whether the platform describes the video to everybody and names the rule by which it does not play for
// everybody: then it is an item like any other.
func (v *seen) restrict() bool {
	for _, p := range []player{v.page, v.phone} {
		if f := p.problem(); f != nil && f.Code == fault.UnavailableRestricted && p.described() {
			if v.restriction = p.restriction(); v.restriction != nil {
				return true
			}
		}
	}
	return false
}

// orNil keeps a nil fault a nil error.
func orNil(f *fault.Fault) error {
	if f == nil {
		return nil
	}
	return f
}
