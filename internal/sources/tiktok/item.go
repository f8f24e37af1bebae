package tiktok

import (
	"context"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

func (s site) item(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
	c, st, err := s.fetchItem(ctx, r.Link)
	if err != nil {
		return nil, err
	}
	return s.buildItem(ctx, c, st, r)
}

// buildItem returns the item of a clip, with its captions if requested. A partial source has no captions, which does not
// mean that the item has none.
func (s site) buildItem(ctx context.Context, c clip, st state, r sources.ItemRequest) (*content.Item, error) {
	item := c.item()
	switch {
	case !r.Transcript:
		return item, nil
	case c.partial:
		return nil, sources.Degraded("the page that names the captions refused")
	case len(c.captions.list()) == 0 && !c.hasFiles():
		return nil, c.withoutFiles()
	}
	return item, s.addTranscript(ctx, item, r.Language, c.captions, st.header())
}

// fetchItem reads an item from its page for phones, then for desktops; if both are blocked, from the embedding endpoints.
func (s site) fetchItem(ctx context.Context, link sources.Link) (c clip, st state, err error) {
	for _, as := range []visitor{s.phone(), nil} {
		if c, st, err = s.fetchItemPage(ctx, as, link); !apierror.Is(err, apierror.CodeRouteDegraded, apierror.CodeSourceChanged) {
			return c, st, err
		}
	}
	c, err = s.fetchByEmbedding(ctx, link, err)
	return c, st, err
}

// fetchItemPage reads an item's page. The id alone identifies it, so any handle works; the answer contains the author.
func (s site) fetchItemPage(ctx context.Context, as visitor, link sources.Link) (clip, state, error) {
	id := link.LocalID
	address := itemURL(link.Handle, "video", id)
	st, err := s.page(ctx, as, address, "webapp.video-detail", itemState)
	if err != nil {
		return clip{}, st, err
	}
	if st.status == gone && reasonCode(st.reason) == "" {
		return clip{}, st, s.explainGone(ctx, address, st)
	}
	if err := statusError(st.status, st.reason); err != nil {
		return clip{}, st, err
	}
	c, ok := readClip(scan.ReadString(st.item.Raw))
	if !ok || c.id != id {
		return clip{}, st, sources.Missing("itemInfo.itemStruct")
	}
	return c, st, nil
}

// explainGone asks oEmbed about an item whose page says "gone" without a reason, because the platform also says so to
// visitors that it distrusts. If oEmbed still shows the item, it is not gone: it is withheld from us, for a new reason
// or because of a block.
func (s site) explainGone(ctx context.Context, address string, st state) error {
	o, err := s.oembed(ctx, address)
	switch {
	case err != nil:
		return err
	case o.gone:
		return statusError(gone, st.reason)
	case st.reason == "" || strings.Contains(st.reason, "doesn't exist"):
		return apierror.New(apierror.CodeRouteDegraded)
	}
	return apierror.New(apierror.CodeUnavailableRestricted)
}

// itemURL returns the public address of an item; the platform adds an unknown handle.
func itemURL(handle, word, id string) string { return origin + "/@" + handle + "/" + word + "/" + id }

func (c clip) item() *content.Item {
	return &content.Item{
		ID: content.NaturalID(content.ClipSite, c.id), Platform: content.ClipSite, Kind: c.kind(), URL: c.url(), Incomplete: c.partial,
		Author: c.author, Title: c.title, Text: c.text, PublishedAt: c.published, DurationMs: c.durationMs,
		Stats: c.stats, Thumbnails: c.thumbnails, Restriction: c.restriction(), Extras: c.extras(),
	}
}

// restriction returns the restriction of an item that is shown only to people who are signed in; nil for others.
func (c clip) restriction() *content.Restriction {
	if !c.classified || c.hasFiles() {
		return nil
	}
	return &content.Restriction{Kind: content.RestrictedOther}
}

// hasFiles reports whether the page contains a file of the item.
func (c clip) hasFiles() bool { return len(c.files(nil)) > 0 }

// withoutFiles returns the error for a complete page without files: the item is withheld, or the format has changed.
func (c clip) withoutFiles() error {
	if c.classified {
		return apierror.New(apierror.CodeUnavailableRestricted)
	}
	return sources.Missing("video.playAddr")
}

func (c clip) summary() content.ItemSummary {
	return content.ItemSummary{
		ID: content.NaturalID(content.ClipSite, c.id), Platform: content.ClipSite, Kind: c.kind(), URL: c.url(),
		Author: c.author, Title: c.title, Text: c.text, PublishedAt: c.published, DurationMs: c.durationMs,
		Stats: c.stats, ViewsApproximate: c.viewsRounded, Thumbnails: c.thumbnails, Facts: c.facts,
	}
}

func (c clip) kind() content.Kind {
	switch {
	case c.images == 1:
		return content.KindImage
	case c.images > 1:
		return content.KindCarousel
	}
	return content.KindShort
}

func (c clip) url() string {
	handle, word := c.handle, "video"
	if c.author != nil && c.author.Handle != nil {
		handle = *c.author.Handle
	}
	if c.images > 0 {
		word = "photo"
	}
	return itemURL(handle, word, c.id)
}
