package youtube

import (
	"bytes"
	"context"
	"encoding/xml"
	"net/http"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// behindFeed is the token of the page after a feed, which is the first page of the list itself.
const behindFeed = "list"

// maxFeed limits the rows of a feed; a real one has 15.
const maxFeed = 50

// newest reads the feed of one of a channel's lists: its newest items with exact times and views, but without lengths
// and live status. It returns nil if the feed does not answer or is empty; the caller then has to read the list itself.
func (s *site) newest(ctx context.Context, id string, t tab) *sources.Page[content.ItemSummary] {
	a, err := s.fetch.Fetch(ctx, sources.Request{
		URL: home + "/feeds/videos.xml?playlist_id=" + t.playlist + id[2:], Header: map[string]string{"Cookie": consent},
	})
	if err != nil || a.Status != http.StatusOK {
		return nil
	}
	return readFeed(a.Body, id, t)
}

// feed holds the parts of an Atom feed that are used.
type feed struct {
	XMLName xml.Name `xml:"feed"`
	Name    string   `xml:"author>name"`
	Entries []struct {
		ID        string `xml:"http://www.youtube.com/xml/schemas/2015 videoId"`
		Channel   string `xml:"http://www.youtube.com/xml/schemas/2015 channelId"`
		Title     string `xml:"title"`
		Published string `xml:"published"`
		Text      string `xml:"group>description"`
		Thumbnail struct {
			URL    string `xml:"url,attr"`
			Width  string `xml:"width,attr"`
			Height string `xml:"height,attr"`
		} `xml:"group>thumbnail"`
		Statistics struct {
			Views string `xml:"views,attr"`
		} `xml:"group>community>statistics"`
	} `xml:"entry"`
}

// readFeed returns the rows of the channel's own items; nil if there are none, or if the body is not a complete feed.
func readFeed(body []byte, id string, t tab) *sources.Page[content.ItemSummary] {
	var f feed
	if err := xml.NewDecoder(bytes.NewReader(body)).Decode(&f); err != nil {
		return nil
	}
	page := &sources.Page[content.ItemSummary]{Account: accountRef(id, "", f.Name), Next: behindFeed}
	for _, e := range f.Entries[:min(len(f.Entries), maxFeed)] {
		row := newRow(e.ID, t.kind, e.Title, []content.Image{})
		if row == nil || e.Channel != id {
			continue
		}
		row.Author, row.Text, row.PublishedAt = page.Account, &e.Text, scan.Instant(e.Published)
		row.Facts = marks(row.Title, row.Text)
		row.Stats.Views = scan.Digits(e.Statistics.Views)
		if e.Thumbnail.URL != "" {
			row.Thumbnails = append(row.Thumbnails, content.Image{URL: e.Thumbnail.URL, Width: scan.Digits(e.Thumbnail.Width), Height: scan.Digits(e.Thumbnail.Height)})
		}
		page.Rows = append(page.Rows, *row)
	}
	if len(page.Rows) == 0 {
		return nil
	}
	return page
}
