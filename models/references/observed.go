package references

import (
	"socialdata/internal/content"
	"socialdata/models/db"
)

// SourceObserved is what the platform showed at the last import.
type SourceObserved struct {
	ObservationID     string        `json:"observationId"`
	ObservedAt        content.Time  `json:"observedAt"`
	SourceTitle       *string       `json:"sourceTitle"`
	SourceDescription *string       `json:"sourceDescription"`
	ChannelID         *string       `json:"channelId"`
	ChannelName       *string       `json:"channelName"`
	PublishedAt       *content.Time `json:"publishedAt"`
	DurationMs        *int64        `json:"durationMs"`
	ViewCount         *int64        `json:"viewCount"`
	LikeCount         *int64        `json:"likeCount"`
	CommentCount      *int64        `json:"commentCount"`
	ShareCount        *int64        `json:"shareCount"`
	SaveCount         *int64        `json:"saveCount"`
	Kind              *content.Kind `json:"kind"`
	ChannelHandle     *string       `json:"channelHandle"`
	ChannelURL        *string       `json:"channelUrl"`
	Ad                *ObservedAd   `json:"ad" doc:"null unless it is an ad"`
	Incomplete        bool          `json:"incomplete" doc:"A value is null only because the platform refused a side request"`
	SourceFacts
}

// ObservedAd is what the ad library showed of an ad beside its text.
type ObservedAd struct {
	PageName  *string       `json:"pageName"`
	Active    *bool         `json:"active"`
	StartedAt *content.Time `json:"startedAt"`
	EndedAt   *content.Time `json:"endedAt"`
	Platforms []string      `json:"platforms"`
	CTAText   *string       `json:"ctaText"`
	LinkURL   *string       `json:"linkUrl"`
}

// SourceFacts are content.Facts as stored.
type SourceFacts struct {
	Tags      []string          `json:"sourceTags" nullable:"true" doc:"Hashtags of the platform as written, without #; the workspace's own are in humanAuthored. null where it is not known, as all below"`
	Mentions  []string          `json:"mentions" nullable:"true" doc:"Handles as written, without @"`
	Sound     *content.Sound    `json:"sound"`
	Location  *content.Location `json:"location"`
	Sponsored *bool             `json:"sponsored"`
	Language  *string           `json:"language" doc:"BCP 47, as the platform says it"`
	Category  *string           `json:"category" doc:"The platform's own word"`
}

// Observe stores what the platform showed.
func (r *Reference) Observe(o SourceObserved) { r.SourceObserved = []byte(db.JSON(o)) }

// Observed returns what a reference stores of an item, within the limits of the API.
func Observed(item *content.Item, incomplete bool) SourceObserved {
	i := *item
	i.Finish(false)
	o := SourceObserved{SourceTitle: i.Title, SourceDescription: i.Text, PublishedAt: i.PublishedAt, DurationMs: i.DurationMs, ViewCount: i.Stats.Views,
		LikeCount: i.Stats.Likes, CommentCount: i.Stats.Comments, ShareCount: i.Stats.Shares, SaveCount: i.Stats.Saves, Kind: &i.Kind,
		Ad: observedAd(i.Ad), Incomplete: incomplete, SourceFacts: SourceFacts(i.Facts)}
	if a := i.Author; a != nil {
		o.ChannelID, o.ChannelName, o.ChannelHandle, o.ChannelURL = &a.ID, a.Name, a.Handle, a.URL
	}
	return o
}

// observedAd returns nil unless the item is an ad. Its call to action is that of the first creative with one.
func observedAd(a *content.Ad) *ObservedAd {
	if a == nil {
		return nil
	}
	o := &ObservedAd{PageName: a.PageName, Active: a.Active, StartedAt: a.StartedAt, EndedAt: a.EndedAt, Platforms: a.Platforms}
	for _, c := range a.Creatives {
		if c.CTAText != nil {
			o.CTAText, o.LinkURL = c.CTAText, c.LinkURL
			break
		}
	}
	return o
}
