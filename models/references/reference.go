package references

import (
	"encoding/json"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/db"
)

// State is whether a reference is complete.
type State string

// A reference is processing until its first import ends; a ready one stays ready while it is refreshed.
const (
	Processing State = "processing"
	Ready      State = "ready"
	Failed     State = "failed"
)

// States lists every ReferenceState once.
func States() []State {
	return []State{Processing, Ready, Failed}
}

// MediaAvailability is the state of the primary media of a reference.
type MediaAvailability string

// The states of primary media. It is unavailable because of the media profile, or because the source has none.
const (
	MediaProcessing  MediaAvailability = "processing"
	MediaReady       MediaAvailability = "ready"
	MediaExpired     MediaAvailability = "expired"
	MediaFailed      MediaAvailability = "failed"
	MediaUnavailable MediaAvailability = "unavailable"
)

// MediaAvailabilities lists every MediaAvailability once.
func MediaAvailabilities() []MediaAvailability {
	return []MediaAvailability{MediaProcessing, MediaReady, MediaExpired, MediaFailed, MediaUnavailable}
}

// HoldReason is why media is kept.
type HoldReason string

// A hold is made by an import and extended on request.
const (
	HoldByIngestion HoldReason = "ingestion_request"
	HoldByExtension HoldReason = "explicit_extension"
)

// Reference is a workspace's saved record of one content. JSON columns have the format of the API.
type Reference struct {
	ID                string `gorm:"primaryKey"`
	WorkspaceID       string
	ContentID         string
	ImportID          *string // the last successful import
	Platform          content.Platform
	CanonicalURL      string
	State             State
	MediaAvailability MediaAvailability
	FailureCode       apierror.Code
	Retryable         bool
	CustomTitle       *string
	Notes             *string
	Tags              string // JSON array
	SourceObserved    []byte // SourceObserved as JSON, or nil
	MachineDerived    []byte // content.MachineDerived as JSON, or nil
	Provenance        []byte // Provenance as JSON, or nil
	Parts             []byte // Parts as JSON, or nil
	PrimaryMediaID    *string
	PosterMediaID     *string
	TranscriptMediaID *string
	HoldExpiresAt     *int64 // nil: no bytes are kept
	HoldReason        HoldReason
	HoldRevision      int64
	MediaExpiredAt    *int64
	Revision          int64
	CreatedAt         int64 `gorm:"autoCreateTime:false"`
	UpdatedAt         int64 `gorm:"autoUpdateTime:false"`

	// What lists are narrowed to and sorted by, read from the columns above; -1 and "" are unknown.
	ChannelID   string // natural id of the account whose content it is
	SortTitle   string
	ViewCount   int64
	LikeCount   int64
	LengthMs    int64
	PublishedAt int64

	BoardPlace int64 `gorm:"->;-:migration"` // position on the board of a list in the order AsPlaced; else 0. Not a column of the table
}

// TableName implements GORM's Tabler: "references" is a reserved word of SQL.
func (Reference) TableName() string { return "saved_references" }

// Provenance is where a reference's content came from.
type Provenance struct {
	SourceRouteID        string       `json:"sourceRouteId"`
	RouteContractVersion string       `json:"routeContractVersion"`
	AcquiredAt           content.Time `json:"acquiredAt"`
	Captured

	PagePicture *content.PagePicture `json:"pagePicture" doc:"A picture of the post's page as a visitor without login saw it, of the last import with full evidence; null for none"`
}

// Captured says that a person's browser handed the content over. All are null for content that the service fetched.
type Captured struct {
	CapturedAt *content.Time `json:"capturedAt" doc:"When the browser received it, by its own clock"`
	CapturedBy *string       `json:"capturedBy" doc:"The person; null for none"`
	Origin     *string       `json:"origin" doc:"Says so in words; null where the service fetched it"`
}

// CapturedOrigin is the origin of captured content.
const CapturedOrigin = "captured in a member's browser, not fetched by this service"

// CapturedBy returns the origin of content that a person's browser received at a time. userID is "" for none.
func CapturedBy(userID string, at content.Time) Captured {
	c := Captured{CapturedAt: &at, Origin: new(CapturedOrigin)}
	if userID != "" {
		c.CapturedBy = &userID
	}
	return c
}

// Origin returns CapturedOrigin for content that a member's browser handed over; nil for what the service fetched.
func (r *Reference) Origin() *string {
	return db.FromJSON[Provenance](r.Provenance).Origin
}

// TagList returns the tags.
func (r *Reference) TagList() []string {
	tags := []string{}
	_ = json.Unmarshal([]byte(r.Tags), &tags) // written by this package
	return tags
}

// Content assigns a content its id, the same for every workspace.
type Content struct {
	Subject string `gorm:"primaryKey"` // natural id
	ID      string
}
