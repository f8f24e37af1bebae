package lookup

import (
	"context"
	"encoding/json"
	"net/url"
	"path"
	"strings"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/billing"
	"socialdata/models/history"
	"socialdata/models/watches"
)

// WatchRequest returns the lookup that a watch makes, for the page at cursor.
func (s *Service) WatchRequest(workspace string, by billing.Spender, src watches.Source, cursor string, maxAge time.Duration) (Request, error) {
	ads := sources.AdFilter{Status: src.Status, Country: strings.ToUpper(src.Country), MediaKind: src.MediaKind, StartedFrom: src.StartedFrom, StartedTo: src.StartedTo}
	switch src.Kind {
	case watches.Account:
		name, account, problem := s.platforms.ParseSelector(src.Account)
		if problem != nil {
			return nil, problem
		}
		p, _ := s.platforms.Find(name)
		sort := p.Lists.Value("sort", src.Sort)
		return ListRequest{Workspace: workspace, By: by, Platform: name, Account: account, Collection: p.Lists.Value("collection", src.Collection),
			Sort: sort, Ads: p.Lists.AdFilter(ads), Cursor: cursor, MaxAge: maxAge, Newest: p.Accounts.Feed && p.NewestFirst(sort)}, nil
	case watches.Search:
		var reads sources.Parameters
		if p, _ := s.platforms.Find(src.Platform); p.Search != nil {
			reads = p.Search.Parameters
		}
		return SearchRequest{Workspace: workspace, By: by, Platform: src.Platform, Query: src.Query, Sort: reads.Value("sort", src.Sort),
			Ads: reads.AdFilter(ads), Cursor: cursor, MaxAge: maxAge}, nil
	case watches.List:
		list, problem := s.platforms.RecognizeList(src.URL)
		if problem != nil {
			return nil, problem
		}
		return ListRequest{Workspace: workspace, By: by, Platform: list.Platform, List: &list, Cursor: cursor, MaxAge: maxAge}, nil
	case watches.Single:
	}
	return ItemRequest{Workspace: workspace, By: by, URL: src.URL, MaxAge: maxAge}, nil
}

// WatchPrice returns the maximum price of a page of a watch, or of its single item, in credits.
func (s *Service) WatchPrice(kind watches.Kind) int64 {
	if kind == watches.Single {
		return s.fullPrice(sources.OpItem)
	}
	return s.fullPrice(sources.OpItems)
}

// Watched is the answer to a watch.
type Watched struct {
	Rows        []watches.Row // of a page
	Cursor      string        // of the next page; "" at the end
	NewestFirst bool
	Anywhere    bool                // new rows may appear anywhere in the list
	Item        *watches.SingleItem // of a single item
	Incomplete  bool
	Credits     int64  // charged
	Total       *int64 // rows of the list, as the platform says; nil if unknown
	Rounded     bool   // the platform rounds Total
}

// Watch looks up the source of a watch: a page of a list, or a single item. It differs from other lookups only in the
// source recorded in the history of counts.
func (s *Service) Watch(ctx context.Context, workspace string, by billing.Spender, src watches.Source, cursor string, maxAge time.Duration) (*Watched, error) {
	request, err := s.WatchRequest(workspace, by, src, cursor, maxAge)
	if err != nil {
		return nil, err
	}
	r, err := s.Answer(history.WithSource(ctx, history.Watch), request)
	if err != nil {
		return nil, err
	}
	w := &Watched{Incomplete: r.Incomplete, Credits: r.Receipt.Usage.CreditsCharged}
	switch src.Kind {
	case watches.Account:
		list := request.(ListRequest)
		p, _ := s.platforms.Find(list.Platform)
		w.NewestFirst = p.NewestFirst(list.Sort)
		err = s.readPage(w, r.Body)
	case watches.List: // a playlist is sorted by its owner, a hashtag by the platform, as a search is
		w.Anywhere = request.(ListRequest).List.Kind == sources.ListPlaylist
		err = s.readPage(w, r.Body)
	case watches.Search:
		err = s.readPage(w, r.Body)
	case watches.Single:
		err = w.readItem(r.Body)
	}
	return w, err
}

// readPage parses the rows of a page.
func (s *Service) readPage(w *Watched, body []byte) error {
	var page struct {
		Data    []content.ItemSummary `json:"data"`
		Page    Paging                `json:"page"`
		Total   *int64                `json:"total"`
		Rounded bool                  `json:"totalApproximate"`
	}
	if err := json.Unmarshal(body, &page); err != nil {
		return err
	}
	if page.Page.NextCursor != nil {
		w.Cursor = *page.Page.NextCursor
	}
	w.Total, w.Rounded = page.Total, page.Rounded
	for n := range page.Data {
		w.Rows = append(w.Rows, s.watchedRow(&page.Data[n]))
	}
	return nil
}

// watchedRow returns what a watch compares of a row.
func (s *Service) watchedRow(row *content.ItemSummary) watches.Row {
	title := row.Title
	if title == nil {
		title = row.Text
	}
	r := watches.Row{ID: row.ID, URL: row.URL, Title: short(title, titleRunes), MadeAt: s.madeAt(row),
		Facts: watches.Facts{Title: short(row.Title, watches.MostText), Text: short(row.Text, watches.MostText), Stats: row.Stats, Approximate: row.ViewsApproximate,
			Pictures: row.Thumbnails[:min(len(row.Thumbnails), watches.MostPictures)]}}
	if row.PublishedAt != nil {
		r.PublishedAt = &row.PublishedAt.Time
	}
	ad := row.Ad
	if ad == nil {
		return r
	}
	r.Active, r.Facts.Link, r.Facts.Media = ad.Active, ad.LinkURL, pictureName(row.Thumbnails)
	if ad.EndedAt != nil {
		r.EndedAt = &ad.EndedAt.Time
	}
	if ad.CollationID != nil {
		r.Collation = *ad.CollationID
	}
	if ad.Transparency != nil {
		r.Facts.EUReach = ad.Transparency.EUReach
	}
	return r
}

// pictureName returns the file name of an ad's first picture, which stays when its signed address changes; "" if there is
// none.
func pictureName(pictures []content.Image) string {
	if len(pictures) == 0 {
		return ""
	}
	u, err := url.Parse(pictures[0].URL)
	if err != nil {
		return ""
	}
	name := path.Base(u.Path)
	if len(name) < 8 || len(name) > 200 { // too short to name one picture
		return ""
	}
	return name
}

// madeAt returns roughly when an item was created: the start of an ad, or the time in its id.
func (s *Service) madeAt(row *content.ItemSummary) *time.Time {
	if row.Ad != nil && row.Ad.StartedAt != nil {
		return &row.Ad.StartedAt.Time
	}
	p, known := s.platforms.Find(row.Platform)
	if !known || p.Items.MadeAt == nil {
		return nil
	}
	_, id, _ := strings.Cut(row.ID, ":")
	if at, ok := p.Items.MadeAt(id); ok {
		return &at
	}
	return nil
}

func (w *Watched) readItem(body []byte) error {
	var item struct {
		ID          string        `json:"id"`
		URL         string        `json:"url"`
		Title       *string       `json:"title"`
		PublishedAt *content.Time `json:"publishedAt"`
		Stats       content.Stats `json:"stats"`
	}
	if err := json.Unmarshal(body, &item); err != nil {
		return err
	}
	w.Item = &watches.SingleItem{Row: watches.Row{ID: item.ID, URL: item.URL, Title: short(item.Title, titleRunes)}, Stats: item.Stats}
	if item.PublishedAt != nil {
		w.Item.PublishedAt = &item.PublishedAt.Time
	}
	return nil
}

// titleRunes is the longest title that a watch stores and sends, in code points.
const titleRunes = 200

// short cuts a text to a number of code points.
func short(text *string, most int) *string {
	if text == nil {
		return nil
	}
	runes := []rune(*text)
	if len(runes) <= most {
		return text
	}
	cut := string(runes[:most-1]) + "…"
	return &cut
}
