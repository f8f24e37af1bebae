package content

// Extras holds the fields of an Item that UnavailableFields does not cover.
type Extras struct {
	// Media lists the item's pictures and videos in the platform's order; nil if the platform names none.
	Media []ItemMedia `json:"media" nullable:"true" doc:"The item's pictures and videos in order, at most 40"`
	Facts
	UnavailableExtras []string `json:"unavailableExtras" doc:"Names which of media, tags, mentions, sound, location, sponsored, language and category are null"`
}

// Facts holds what the platform says about an item's content. A nil member is unknown; an empty list is known to be
// empty. Nothing is guessed: only tags and mentions may be read from the item's text, by the platform's own rules, if
// the platform marks none. A place or sound that is known to be absent is nil, too.
type Facts struct {
	Tags      []string  `json:"tags" nullable:"true" doc:"Hashtags as written, without #, at most 100"`
	Mentions  []string  `json:"mentions" nullable:"true" doc:"Handles as written, without @, at most 100"`
	Sound     *Sound    `json:"sound"`
	Location  *Location `json:"location"`
	Sponsored *bool     `json:"sponsored" doc:"Whether the platform marks the item as an ad or paid partnership; null where it tells visitors nothing"`
	Language  *string   `json:"language" doc:"BCP 47, as the platform says it"`
	Category  *string   `json:"category" doc:"The platform's own word, at most 100 characters"`
}

// ItemMedia is one picture or video of an item.
type ItemMedia struct {
	Index      int64     `json:"index" minimum:"0"` // position in the post, from 0
	Kind       MediaKind `json:"kind" enum:"video,image"`
	Width      *int64    `json:"width"`  // pixels, > 0
	Height     *int64    `json:"height"` // pixels, > 0
	DurationMs *int64    `json:"durationMs"`
	AltText    *string   `json:"altText" doc:"As the platform gives it, at most 1000 characters"`
	URL        *string   `json:"url" doc:"Null where the platform's address needs cookies or headers of a session"`
	ExpiresAt  *Time     `json:"expiresAt" doc:"When a signed address ends"`
}

// Sound is the music or recording that a video plays.
type Sound struct {
	ID       *string `json:"id"`     // 1..128
	Title    *string `json:"title"`  // 1..500
	Author   *string `json:"author"` // 1..500
	Original *bool   `json:"original" doc:"Whether it was recorded for a post, and is no published music"`
}

// Location is the place that a post names.
type Location struct {
	ID   *string `json:"id"`   // 1..128
	Name *string `json:"name"` // 1..500
}
