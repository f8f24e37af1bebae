package engine

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// reader reads one platform through the engine.
type reader struct {
	engine   *Engine
	platform content.Platform
}

// answer holds the members of the program's JSON that are used. The same key has different meanings on different platforms.
type answer struct {
	Type         string    `json:"_type"`
	ID           string    `json:"id"`
	Title        *string   `json:"title"`
	Description  *string   `json:"description"`
	Uploader     string    `json:"uploader"`
	UploaderID   string    `json:"uploader_id"`
	Channel      string    `json:"channel"`
	ChannelID    string    `json:"channel_id"`
	Duration     *float64  `json:"duration"`
	Timestamp    *float64  `json:"timestamp"`
	ViewCount    *float64  `json:"view_count"`
	LikeCount    *float64  `json:"like_count"`
	CommentCount *float64  `json:"comment_count"`
	RepostCount  *float64  `json:"repost_count"`
	SaveCount    *float64  `json:"save_count"`
	MediaType    string    `json:"media_type"`
	LiveStatus   string    `json:"live_status"`
	Availability string    `json:"availability"`
	AgeLimit     float64   `json:"age_limit"`
	Thumbnail    string    `json:"thumbnail"`
	Thumbnails   []picture `json:"thumbnails"`
	Formats      []format  `json:"formats"`
	Entries      []answer  `json:"entries"`
}

type picture struct {
	URL    string `json:"url"`
	Width  *int64 `json:"width"`
	Height *int64 `json:"height"`
}

// format is one rendition. A codec is "none" if the file lacks picture or sound.
type format struct {
	URL      string            `json:"url"`
	Protocol string            `json:"protocol"`
	Ext      string            `json:"ext"`
	VCodec   string            `json:"vcodec"`
	ACodec   string            `json:"acodec"`
	Width    int64             `json:"width"`
	Height   int64             `json:"height"`
	Header   map[string]string `json:"http_headers"`
}

// runFor runs the program for a link and returns its answer. An answer about another object is an error.
func (r reader) runFor(ctx context.Context, link sources.Link) (*answer, error) {
	raw, err := r.dump(ctx, link.Canonical)
	if err != nil {
		return nil, err
	}
	var a answer
	if err := json.Unmarshal(raw, &a); err != nil {
		return nil, apierror.Wrap(err, apierror.CodeSourceChanged, "missing", []string{"a JSON answer of the engine"})
	}
	if a.ID != link.LocalID {
		return nil, sources.Missing("an answer about the object that was asked for")
	}
	return &a, nil
}

// item reads one item. The engine's captions are ignored: other routes read them reliably.
func (r reader) item(ctx context.Context, q sources.ItemRequest) (*content.Item, error) {
	a, err := r.runFor(ctx, q.Link)
	if err != nil {
		return nil, err
	}
	return r.build(a, q.Link)
}

// media reads an item with the addresses of its files.
func (r reader) media(ctx context.Context, q sources.ItemRequest) (*sources.Media, error) {
	a, err := r.runFor(ctx, q.Link)
	if err != nil {
		return nil, err
	}
	item, err := r.build(a, q.Link)
	if err != nil {
		return nil, err
	}
	if item.Restriction != nil {
		return nil, apierror.New(apierror.CodeUnavailableRestricted)
	}
	m := &sources.Media{Item: item, Files: r.files(a)}
	if len(m.Files) == 0 {
		return nil, apierror.New(apierror.CodeRouteDegraded) // most likely a block, so it is never reported as "no media"
	}
	return m, nil
}

// build returns the item of an answer; it is an error if the answer lacks what identifies the item.
func (r reader) build(a *answer, link sources.Link) (*content.Item, error) {
	item := &content.Item{Object: "item", ID: content.NaturalID(r.platform, link.LocalID), Platform: r.platform, URL: link.Canonical, Text: a.Description,
		PublishedAt: seconds(a.Timestamp), Thumbnails: r.pictures(a), Restriction: a.restriction()}
	if a.LiveStatus != "is_live" && a.LiveStatus != "is_upcoming" && a.Duration != nil && *a.Duration > 0 {
		item.DurationMs = new(int64(*a.Duration * 1000))
	}
	switch r.platform {
	case content.VideoSite:
		r.buildVideo(item, a)
	case content.ClipSite:
		if !a.hasPicture() {
			return nil, sources.Missing("the pictures of a photo post")
		}
		r.buildClip(item, a)
	case content.PhotoSite:
		r.buildPhoto(item, a, link)
	case content.AdLibrary:
	}
	if item.Author == nil || item.Author.ID == content.NaturalID(r.platform, "") {
		return nil, sources.Missing("author")
	}
	item.Extras = r.extras(item)
	return item, nil
}

// restriction returns why not everybody may play the item; nil if there is no restriction.
func (a *answer) restriction() *content.Restriction {
	kind := map[string]content.RestrictionKind{
		"subscriber_only": content.RestrictedMembers, "premium_only": content.RestrictedPaid, "needs_auth": content.RestrictedOther,
	}[a.Availability]
	switch {
	case a.AgeLimit >= 18 && len(a.Formats) == 0:
		kind = content.RestrictedByAge
	case kind == "":
		return nil
	}
	return &content.Restriction{Kind: kind}
}

// hasPicture reports whether any rendition has a picture: for a photo post of clip_site the engine returns only the music.
func (a *answer) hasPicture() bool {
	return slices.ContainsFunc(a.Formats, format.hasPicture)
}

func accountRef(p content.Platform, id, handle, name string) *content.AccountRef {
	ref := &content.AccountRef{Object: "account", ID: content.NaturalID(p, id), Platform: p}
	if handle = strings.TrimPrefix(handle, "@"); handle != "" {
		ref.Handle = &handle
	}
	if name != "" {
		ref.Name = &name
	}
	return ref
}
