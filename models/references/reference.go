package references

import (
	"encoding/json"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

// State says whether a reference can be read as complete.
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

// The states of primary media: unavailable is by profile or because the source gives none.
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

// HoldReason says why media is kept.
type HoldReason string

// A hold is made by an import and extended on request.
const (
	HoldByIngestion HoldReason = "ingestion_request"
	HoldByExtension HoldReason = "explicit_extension"
)

// Reference is a workspace's saved record of one piece of content. JSON columns hold the public shapes.
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
	Parts             []byte // Parts as JSON; nil where the last import knew one part alone
	PrimaryMediaID    *string
	PosterMediaID     *string
	TranscriptMediaID *string
	HoldExpiresAt     *int64 // nil: no bytes are held
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

	BoardPlace int64 `gorm:"->;-:migration"` // on the board whose list was read in the order AsPlaced; 0 elsewhere, and no column of the table
}

// TableName names GORM's table: "references" is a word of SQL.
func (Reference) TableName() string { return "saved_references" }

// Provenance says where a reference's content came from.
type Provenance struct {
	SourceRouteID        string       `json:"sourceRouteId"`
	RouteContractVersion string       `json:"routeContractVersion"`
	AcquiredAt           content.Time `json:"acquiredAt"`
}

// TagList reads the tags.
func (r *Reference) TagList() []string {
	tags := []string{}
	_ = json.Unmarshal([]byte(r.Tags), &tags) // written by us
	return tags
}

// Content gives a piece of content its id, the same for every workspace.
type Content struct {
	Subject string `gorm:"primaryKey"` // natural id
	ID      string
}
