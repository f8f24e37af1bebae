package youtube

import (
	"bytes"
	"context"
	"errors"
	"net/url"
	"time"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// api is the route of the platform's official data API. It has no captions, handles of authors or shorts flag; its times
// and counts are exact.
type api struct {
	fetch  sources.Fetcher
	key    string
	quotas quotas
}

const apiBase = "https://www.googleapis.com/youtube/v3/"

func (a *api) route(known func() sources.Known) sources.Route {
	return sources.Route{
		ID:              "video_site.api",
		Platform:        content.VideoSite,
		ContractVersion: "1",
		Official:        true,
		Item:            a.item,
		Account:         a.account,
		Items:           a.items,
		Comments:        a.comments,
		Search:          a.search,
		Accounts:        a.accounts,
		Known:           known,
	}
}

// errNoItem is the cause logged when the API has no item for a video and oEmbed does not confirm that it is missing.
var errNoItem = errors.New("the official API has no such item, which another voice does not confirm")

// get requests one resource. The key is sent in a header, so that no logged address and no error can contain it.
func (a *api) get(ctx context.Context, resource, what string, pairs ...string) (gjson.Result, error) {
	used := bucketOf(resource)
	if err := a.quotas.check(used); err != nil {
		return gjson.Result{}, err
	}
	q := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	answer, err := a.fetch.Fetch(ctx, sources.Request{
		URL: apiBase + resource + "?" + q.Encode(), Stay: true, // the key must not be sent to a redirect's target
		Header: map[string]string{"X-Goog-Api-Key": a.key, "Accept": "application/json"},
	})
	if err != nil {
		return gjson.Result{}, err
	}
	body := bytes.TrimSpace(answer.Body)
	doc, ok := scan.Object(body)
	reason := doc.Get("error.errors.0.reason").String()
	switch {
	case answer.Status == 200 && ok:
		return doc, nil
	case answer.Status == 404:
		return doc, apierror.New(apierror.CodeNotFound, "resource", what)
	case answer.Status == 403 && reason == "commentsDisabled":
		return gjson.Result{}, nil
	case answer.Status == 403 && reason == "playlistItemsNotAccessible":
		return doc, apierror.New(apierror.CodeUnavailablePrivate)
	case answer.Status >= 300:
		return doc, a.quotas.refusal(used, reason)
	case len(body) > 0 && body[0] == '{':
		return doc, apierror.Wrap(errCut, apierror.CodeNetworkTransport)
	}
	return doc, sources.Missing("json answer")
}

// judgeMissing returns the error for a video that the API does not return, which may also be private or blocked: "not
// found" has to be confirmed by oEmbed.
func (a *api) judgeMissing(ctx context.Context, id string) error {
	if isUnknownToOEmbed(ctx, a.fetch, id) {
		return apierror.New(apierror.CodeNotFound, "resource", "item")
	}
	return apierror.Wrap(errNoItem, apierror.CodeRouteDegraded)
}

// item reads one video.
func (a *api) item(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
	doc, err := a.get(ctx, "videos", "item", "part", "snippet,contentDetails,statistics", "id", r.Link.LocalID)
	if err != nil {
		return nil, err
	}
	v := doc.Get("items.0")
	if !v.Exists() {
		return nil, a.judgeMissing(ctx, r.Link.LocalID)
	}
	row := apiRow(v, r.Link.LocalID, r.Link.Kind)
	if row == nil || row.Title == nil || row.Author == nil {
		return nil, sources.Missing("snippet.title", "snippet.channelId")
	}
	return &content.Item{
		Object: "item", ID: row.ID, Platform: row.Platform, Kind: row.Kind, URL: row.URL, Author: row.Author, Title: row.Title, Text: row.Text,
		PublishedAt: row.PublishedAt, DurationMs: row.DurationMs, Stats: row.Stats, Thumbnails: row.Thumbnails,
		Extras: content.Extras{Media: []content.ItemMedia{{Kind: content.MediaVideo, DurationMs: row.DurationMs}}, Facts: row.Facts},
	}, nil
}

// account reads one channel. The API rounds followers down to three digits.
func (a *api) account(ctx context.Context, sel sources.AccountSelector) (*content.Account, error) {
	doc, err := a.channel(ctx, sel, "snippet,statistics,brandingSettings")
	if err != nil {
		return nil, err
	}
	v := doc.Get("items.0")
	snippet, stats := v.Get("snippet"), v.Get("statistics")
	by := apiAccount(v)
	if by == nil {
		return nil, sources.Missing("id")
	}
	out := &content.Account{
		Object: "account", ID: by.ID, Platform: by.Platform, Handle: by.Handle, Name: by.Name, URL: by.URL,
		Description: scan.Text(snippet.Get("description")), Avatar: apiImages(snippet.Get("thumbnails")), Banner: []content.Image{},
		Links: []content.Link{}, Country: scan.Str(snippet.Get("country")), VideoSite: &content.VideoAccount{},
		Stats: content.AccountStats{Items: scan.Int(stats.Get("videoCount")), Views: scan.Int(stats.Get("viewCount"))},
	}
	if at := scan.Instant(snippet.Get("publishedAt").String()); at != nil {
		out.JoinedAt = new(at.String()[:len(time.DateOnly)])
	}
	if !stats.Get("hiddenSubscriberCount").Bool() {
		out.Stats.Followers = scan.Int(stats.Get("subscriberCount"))
		out.VideoSite.FollowersApproximate = out.Stats.Followers != nil && *out.Stats.Followers >= 1000
	}
	if banner := scan.Str(v.Get("brandingSettings.image.bannerExternalUrl")); banner != nil {
		out.Banner = append(out.Banner, content.Image{URL: *banner})
	}
	return out, nil
}
