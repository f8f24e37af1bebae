package instagram

import (
	"context"
	"errors"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

func (s *site) item(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
	p, err := s.media(ctx, r.Link.LocalID)
	if err != nil {
		return nil, err
	}
	return s.buildItem(ctx, p, r)
}

// buildItem returns the item of a post, with its captions if requested.
func (s *site) buildItem(ctx context.Context, p media, r sources.ItemRequest) (*content.Item, error) {
	item := p.item()
	if !r.Transcript {
		return item, nil
	}
	return item, s.addTranscript(ctx, item, r.Language, p)
}

// media reads one post: with the query of its page, which has most, else from the page itself, the embed page, or the text
// for link previews. If the query refuses with a reason, that is final; if it returns null, a second source has to agree.
func (s *site) media(ctx context.Context, code string) (media, error) {
	p, refusal := s.queryMedia(ctx, code)
	if refusal == nil || isFinal(refusal) || isTransport(refusal) {
		return p, refusal
	}
	page, err := s.visit(ctx, "/p/"+code+"/")
	if err != nil {
		return media{}, refusal
	}
	p, shown := pageMedia(page, code)
	if shown == nil || isFinal(shown) && !apierror.Is(shown, apierror.CodeNotFound) {
		return p, shown
	}
	if isRenewed(refusal) && s.documents.learn(postQuery, page.Body) {
		if p, err := s.queryMedia(ctx, code); err == nil || isFinal(err) {
			return p, err
		}
	}
	if p, err := s.fetchEmbedPage(ctx, code); err == nil {
		return p, nil
	}
	if p, ok := readOG(page.Body, code); ok {
		return p, nil
	}
	return media{}, s.judgeMissing(ctx, code, refusal, shown)
}

// privateShare is the length above which a code is that of a private post shared by its owner.
const privateShare = 28

// judgeMissing returns the error for a post that no source shows. It is not found if two of these say so: the null of
// the query, the platform's error page, oEmbed. A single one may also mean that the post is private or withheld.
func (s *site) judgeMissing(ctx context.Context, code string, refusal, shown error) error {
	null, missing := isNull(refusal), apierror.Is(shown, apierror.CodeNotFound)
	if !null && !missing {
		return refusal
	}
	heard := s.oembed(ctx, code)
	switch {
	case heard == alive:
		return nullError()
	case heard == unsure && !(null && missing):
		return refusal
	case len(code) > privateShare:
		return apierror.New(apierror.CodeUnavailablePrivate)
	}
	return apierror.New(apierror.CodeNotFound, "resource", "item")
}

// pageMedia reads the data block of a post's page.
func pageMedia(a *sources.Answer, code string) (media, error) {
	for _, key := range []string{"xig_polaris_media", "xdt_api__v1__media__shortcode__web_info"} {
		if v := scan.Block(a.Body, key); v.Exists() {
			return checkPost(scan.First(v.Get("items.0"), v), code)
		}
	}
	return media{}, blockedOrChanged(a, "item", "xig_polaris_media")
}

func (s *site) queryMedia(ctx context.Context, code string) (media, error) {
	v, err := s.ask(ctx, postQuery, map[string]any{"media_id": mediaPK(code)})
	if err != nil {
		return media{}, err
	}
	return checkPost(v, code)
}

// checkPost returns an error unless the post is the requested one. A gated post requires an age, a region or a sign-in.
func checkPost(v gjson.Result, code string) (media, error) {
	if v.Type == gjson.Null {
		return media{}, nullError()
	}
	if inner := v.Get("if_not_gated_logged_out"); inner.Exists() && inner.Type == gjson.Null {
		return media{}, gateReason(v.Get("gating_ruling"))
	}
	p, ok := readMedia(scan.ReadString(v.Raw))
	if !ok || mediaPK(p.code) != mediaPK(code) {
		return media{}, apierror.Wrap(errors.New("the block is not the post's"), apierror.CodeSourceChanged, "missing", []string{"xig_polaris_media"})
	}
	p.code = code
	return p, nil
}

// gateReason returns the error for the reason that the platform shows; a gate without a reason counts as a block.
func gateReason(ruling gjson.Result) error {
	if !ruling.IsObject() {
		return sources.Degraded("gated without a ruling")
	}
	return apierror.Wrap(errors.New(ruling.Get("title").String()), apierror.CodeUnavailableRestricted)
}

func (p media) url() string {
	if p.kind == content.KindShort {
		return origin + "/reel/" + p.code + "/"
	}
	return origin + "/p/" + p.code + "/"
}

func (p media) item() *content.Item {
	return &content.Item{
		ID: content.NaturalID(content.PhotoSite, p.code), Platform: content.PhotoSite, Kind: p.kind, URL: p.url(), Incomplete: p.partial,
		Author: p.author, Text: p.text, PublishedAt: p.published, DurationMs: p.durationMs, Stats: p.stats, Thumbnails: p.thumbnails,
		Extras: p.extras(),
	}
}

func (p media) summary() content.ItemSummary {
	return content.ItemSummary{
		ID: content.NaturalID(content.PhotoSite, p.code), Platform: content.PhotoSite, Kind: p.kind, URL: p.url(),
		Author: p.author, Text: p.text, PublishedAt: p.published, DurationMs: p.durationMs, Stats: p.stats, Thumbnails: p.thumbnails,
		Facts: withMarks(p.facts, p.text),
	}
}
