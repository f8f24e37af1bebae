package content

// AccountRef names an account inside another resource (author, account).
type AccountRef struct {
	Object   string   `json:"object" enum:"account"`
	ID       string   `json:"id"`
	Platform Platform `json:"platform"`
	Handle   *string  `json:"handle"` // 1..256, without the leading @
	Name     *string  `json:"name"`   // at most 500
	URL      *string  `json:"url"`    // 1..2048
}

// Item is the result of a single-item lookup, without the suffix that differs per caller (see Served).
type Item struct {
	Object      string      `json:"object" enum:"item"`
	ID          string      `json:"id"`
	Platform    Platform    `json:"platform"`
	Kind        Kind        `json:"kind"`
	URL         string      `json:"url"`
	Author      *AccountRef `json:"author"`
	Title       *string     `json:"title"` // at most 1000
	Text        *string     `json:"text"`  // at most 10000
	PublishedAt *Time       `json:"publishedAt"`
	DurationMs  *int64      `json:"durationMs"`
	Stats       Stats       `json:"stats"`
	Thumbnails  []Image     `json:"thumbnails"` // at most 64
	Transcript  *Transcript `json:"transcript"`
	// Captions lists the existing captions, at most 200; nil if no transcript was requested.
	Captions          []CaptionTrack `json:"captions" nullable:"true" doc:"The captions that exist; null where no transcript was asked for"`
	UnavailableFields []string       `json:"unavailableFields"`
	Ad                *Ad            `json:"ad"`
	// Restriction is why not everybody may play an item that the platform describes publicly; nil if everybody may.
	Restriction *Restriction `json:"restriction"`
	Extras

	Incomplete bool `json:"-"` // a field is null only because a further request failed
}

// RestrictionKind is the kind of rule about who may play an item.
type RestrictionKind string

// The kinds of a Restriction: by age, by country, for members of the channel, for those who paid, or by another rule.
const (
	RestrictedByAge    RestrictionKind = "age"
	RestrictedByRegion RestrictionKind = "region"
	RestrictedMembers  RestrictionKind = "members"
	RestrictedPaid     RestrictionKind = "paid"
	RestrictedOther    RestrictionKind = "other"
)

// Restriction is the platform's refusal to play an item, in its own words.
type Restriction struct {
	Kind    RestrictionKind `json:"kind" enum:"age,region,members,paid,other"`
	Message *string         `json:"message" doc:"The platform's own words, at most 500 characters"`
}

// Stats are an item's public counts; nil means hidden or unknown, never 0.
type Stats struct {
	Views    *int64 `json:"views"`
	Likes    *int64 `json:"likes"`
	Comments *int64 `json:"comments"`
	Shares   *int64 `json:"shares"`
	Saves    *int64 `json:"saves"`
}

// Image is one size of a picture. ExpiresAt is the expiry time in a signed address.
type Image struct {
	URL       string `json:"url"`
	Width     *int64 `json:"width"`  // pixels, > 0
	Height    *int64 `json:"height"` // pixels, > 0
	ExpiresAt *Time  `json:"expiresAt"`
}

// TranscriptSource is who wrote the captions.
type TranscriptSource string

// Captions were written by people, AutomaticCaptions by the platform's speech recognition,
// MachineSpeech by the operator's server, of which the platform knows nothing.
const (
	Captions          TranscriptSource = "captions"
	AutomaticCaptions TranscriptSource = "automatic_captions"
	MachineSpeech     TranscriptSource = "machine"
)

// CaptionTrack describes the captions of an item in one language.
type CaptionTrack struct {
	Language string           `json:"language"` // 2..16
	Name     *string          `json:"name" doc:"What the platform calls them, at most 500 characters"`
	Source   TranscriptSource `json:"source"`
}

// Transcript is the text of an item's captions.
type Transcript struct {
	Language string           `json:"language"` // 2..16
	Source   TranscriptSource `json:"source"`
	Segments []Segment        `json:"segments"` // at most 20000, in order of StartMs
	Text     string           `json:"text"`     // at most 2000000
	Model    *string          `json:"model,omitempty" doc:"The model that wrote speech down; absent from captions"`
}

// Segment is one caption line.
type Segment struct {
	StartMs int64  `json:"startMs"`
	EndMs   int64  `json:"endMs"` // >= StartMs
	Text    string `json:"text"`  // 1..4000
}

// Ad holds the fields that only an ad library item has.
type Ad struct {
	ArchiveID      string     `json:"archiveId"`  // [0-9]{6,25}
	DeeplinkID     *string    `json:"deeplinkId"` // the id of the link that was followed
	PageID         string     `json:"pageId"`
	PageName       *string    `json:"pageName"`
	Byline         *string    `json:"byline"`
	Active         *bool      `json:"active"`
	StartedAt      *Time      `json:"startedAt"`
	EndedAt        *Time      `json:"endedAt"` // nil while the ad is active
	Platforms      []string   `json:"platforms"`
	DisplayFormat  *string    `json:"displayFormat"`
	CollationID    *string    `json:"collationId"`
	CollationCount *int64     `json:"collationCount"`
	Spend          *string    `json:"spend"`       // the platform's own range
	Impressions    *string    `json:"impressions"` // the platform's own range
	Reach          *int64     `json:"reach"`
	Currency       *string    `json:"currency"`
	Creatives      []Creative `json:"creatives"` // at most 30
	ExtraTexts     []string   `json:"extraTexts,omitempty" doc:"Further texts that the platform may show in the ad, at most 30"`
	ExtraLinks     []string   `json:"extraLinks,omitempty" doc:"Further addresses that the ad leads to, at most 30"`
	// Transparency is what the library publishes about ads shown in the EU or the UK; else nil.
	Transparency *AdTransparency `json:"transparency"`
}

// AdTransparency is what EU and UK rules make public about an ad.
type AdTransparency struct {
	EUReach       *int64       `json:"euReach" doc:"Accounts in the EU that saw the ad, as the platform estimates"`
	UKReach       *int64       `json:"ukReach" doc:"Accounts in the UK that saw the ad, as the platform estimates"`
	Payers        []string     `json:"payers" doc:"Who paid, at most 16"`
	Beneficiaries []string     `json:"beneficiaries" doc:"On whose behalf the ad was shown, at most 16"`
	Targeting     *AdTargeting `json:"targeting" doc:"Whom the ad was meant for: in the EU, or where it was not shown there in the UK"`
	// The fields below are omitted if the library does not publish them.
	Breakdown    []AdReach `json:"breakdown,omitempty" doc:"The reach by country and age, at most 512 rows"`
	AudienceSize *string   `json:"audienceSize,omitempty" doc:"The platform's own bracket of how many people the targeting fits; of political ads"`
	ByAge        []AdShare `json:"byAge,omitempty" doc:"Shares of the impressions by age and gender, of political ads; at most 64"`
	ByRegion     []AdShare `json:"byRegion,omitempty" doc:"Shares of the impressions by region, of political ads; at most 100"`
	BRReach      *int64    `json:"brReach,omitempty" doc:"Accounts in Brazil that saw the ad, as the platform estimates"`
	Languages    []string  `json:"languages,omitempty" doc:"Languages of the ad, at most 16"`
}

// AdReach is the reach of an ad in one country and age group.
type AdReach struct {
	Country string `json:"country"`
	Age     string `json:"age" doc:"As the platform writes it: 18-24, 65+, Unknown"`
	Men     *int64 `json:"men"`
	Women   *int64 `json:"women"`
	Unknown *int64 `json:"unknown" doc:"Of a gender that the platform does not know"`
}

// AdShare is a part of an ad's impressions.
type AdShare struct {
	Name   string  `json:"name" doc:"An age such as 18-24, or a region"`
	Gender *string `json:"gender" enum:"male,female,unknown"`
	Share  float64 `json:"share" minimum:"0" maximum:"1"`
}

// AdTargeting is the intended audience of an ad.
type AdTargeting struct {
	MinAge    *int64       `json:"minAge"`
	MaxAge    *int64       `json:"maxAge" doc:"65 stands for 65 and older"`
	Gender    *string      `json:"gender" enum:"all,men,women"`
	Locations []AdLocation `json:"locations" doc:"At most 100"`
}

// AdLocation is a place in an ad's targeting.
type AdLocation struct {
	Name     string `json:"name"`
	Excluded bool   `json:"excluded"`
}

// Creative is one picture or video of an ad.
type Creative struct {
	Index           int64   `json:"index"`
	Kind            string  `json:"kind"` // image or video
	Title           *string `json:"title"`
	Text            *string `json:"text"`
	LinkURL         *string `json:"linkUrl"`
	LinkCaption     *string `json:"linkCaption"`
	LinkDescription *string `json:"linkDescription"`
	CTAType         *string `json:"ctaType"`
	CTAText         *string `json:"ctaText"`
	MediaURL        *string `json:"mediaUrl"`
	PreviewURL      *string `json:"previewUrl"`
	Width           *int64  `json:"width"`
	Height          *int64  `json:"height"`
	DurationMs      *int64  `json:"durationMs"`
	ExpiresAt       *Time   `json:"expiresAt"`
}
