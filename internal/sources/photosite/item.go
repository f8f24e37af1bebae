package photosite

import (
	"context"
	"errors"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/content"
	"socialdata/models/fault"
)

// item reads one post by its page. Where the page holds its data back the query of that page is asked; the words for
// link previews are the last resort.
func (s site) item(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
	p, err := s.media(ctx, r.Link.LocalID)
	if err != nil {
		return nil, err
	}
	return s.told(ctx, p, r)
}

// told makes the item of a post, with its captions where they are wanted.
func (s site) told(ctx context.Context, p media, r sources.ItemRequest) (item *content.Item, err error) {
	item = p.item()
	if r.Transcript {
		item.Transcript, err = s.transcript(ctx, p)
	}
	if err != nil {
		return nil, err
	}
	return item, nil
}

func (s site) media(ctx context.Context, code string) (media, error) {
	a, err := s.visit(ctx, "/p/"+code+"/")
	if err != nil {
		return media{}, err
	}
	p, err := pageMedia(a, code)
	if err == nil || decided(err) {
		return p, err
	}
	asked, askedErr := s.queryMedia(ctx, code, wire.LSD(a.Body))
	if askedErr == nil || decided(askedErr) {
		return asked, askedErr
	}
	if p, ok := readOG(a.Body, code); ok {
		return p, nil
	}
	return media{}, err
}

// pageMedia reads the data block of a post's page.
func pageMedia(a *sources.Answer, code string) (media, error) {
	for _, key := range []string{"xig_polaris_media", "xdt_api__v1__media__shortcode__web_info"} {
		if v := wire.Block(a.Body, key); v.Exists() {
			return checked(wire.First(v.Get("items.0"), v), code)
		}
	}
	return media{}, withheld(a, "item", "xig_polaris_media")
}

// queryMedia asks the page's own query.
func (s site) queryMedia(ctx context.Context, code, lsd string) (media, error) {
	v, err := s.graphQL(ctx, query{postQuery, postDoc}, `{"media_id":"`+mediaPK(code)+`"}`, lsd, "item")
	if err != nil {
		return media{}, err
	}
	data := v.Get("data").Map()
	for _, key := range []string{"xig_polaris_media", "xdt_shortcode_media", "shortcode_media"} {
		if m, there := data[key]; there {
			return checked(m, code)
		}
	}
	if m, there := data["xdt_api__v1__media__shortcode__web_info"]; there {
		return checked(m.Get("items.0"), code)
	}
	return media{}, fault.New(fault.SourceChanged, "missing", []string{"xig_polaris_media"})
}

// checked reads the post that was asked for. A null one is not there, or its author is private: the platform does not
// tell which. One that is there but gated needs an age or a sign-in.
func checked(v gjson.Result, code string) (media, error) {
	if v.Type == gjson.Null {
		return media{}, fault.New(fault.NotFound, "resource", "item")
	}
	if inner := v.Get("if_not_gated_logged_out"); inner.Exists() && inner.Type == gjson.Null {
		return media{}, fault.New(fault.UnavailableRestricted)
	}
	p, ok := readMedia(wire.ReadString(v.Raw))
	if !ok || mediaPK(p.code) != mediaPK(code) {
		return media{}, fault.Wrap(errors.New("the block is not the post's"), fault.SourceChanged, "missing", []string{"xig_polaris_media"})
	}
	p.code = code
	return p, nil
}

func (p media) url() string {
	if p.kind == content.KindShort {
		return origin + "/reel/" + p.code + "/"
	}
	return origin + "/p/" + p.code + "/"
}

func (p media) item() *content.Item {
	return &content.Item{
		ID: content.NaturalID(content.PhotoSite, p.code), Platform: content.PhotoSite, Kind: p.kind, URL: p.url(),
		Author: p.author, Text: p.text, PublishedAt: p.published, DurationMs: p.durationMs, Stats: p.stats, Thumbnails: p.thumbnails,
	}
}

func (p media) summary() content.ItemSummary {
	return content.ItemSummary{
		ID: content.NaturalID(content.PhotoSite, p.code), Platform: content.PhotoSite, Kind: p.kind, URL: p.url(),
		Author: p.author, Text: p.text, PublishedAt: p.published, DurationMs: p.durationMs, Stats: p.stats, Thumbnails: p.thumbnails,
	}
}
