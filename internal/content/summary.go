package content

// ItemSummary is one row of an item list. Values are nil for the same reasons as in an Item.
type ItemSummary struct {
	Object           string      `json:"object" enum:"item_summary"`
	ID               string      `json:"id"`
	Platform         Platform    `json:"platform"`
	Kind             Kind        `json:"kind"`
	URL              string      `json:"url"`
	Author           *AccountRef `json:"author"`
	Title            *string     `json:"title"`
	Text             *string     `json:"text"`
	PublishedAt      *Time       `json:"publishedAt"`
	PublishedText    *string     `json:"publishedText"` // the platform's own text, "3 weeks ago"
	DurationMs       *int64      `json:"durationMs"`
	Stats            Stats       `json:"stats"`
	ViewsApproximate bool        `json:"viewsApproximate"`
	Thumbnails       []Image     `json:"thumbnails"`
	Live             bool        `json:"live"`
	Ad               *AdSummary  `json:"ad"`
	Facts
}

// AdSummary holds the fields that only an ad's row has.
type AdSummary struct {
	ArchiveID      string   `json:"archiveId"`
	PageID         string   `json:"pageId"`
	PageName       *string  `json:"pageName"`
	Active         *bool    `json:"active"`
	StartedAt      *Time    `json:"startedAt"`
	EndedAt        *Time    `json:"endedAt"`
	CollationID    *string  `json:"collationId"`
	CollationCount *int64   `json:"collationCount"`
	DisplayFormat  *string  `json:"displayFormat"`
	Platforms      []string `json:"platforms"`
	MediaKind      *string  `json:"mediaKind"` // image or video
	LinkURL        *string  `json:"linkUrl,omitempty" doc:"Where the ad leads; omitted where the list does not tell"`
	Spend          *string  `json:"spend"`
	Impressions    *string  `json:"impressions"`
	Reach          *int64   `json:"reach"`
	Currency       *string  `json:"currency"`
	// Transparency is what the official API publishes about ads shown in the EU or the UK; else nil.
	Transparency *AdTransparency `json:"transparency"`
}
