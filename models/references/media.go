package references

// MediaRole is the purpose of a kept file.
type MediaRole string

// Primary media is under a hold, each part in a row of its own; poster and transcript live as long as the reference.
const (
	PrimaryMedia    MediaRole = "primary"
	PosterMedia     MediaRole = "poster"
	TranscriptMedia MediaRole = "transcript"
)

// MediaState says whether the bytes of a row are there.
type MediaState string

// A row in state uploading precedes an upload; one in state deleting outlives its bytes until they are
// surely gone, and one in state gone is all that is left of the primary media of a reference that still stands.
const (
	MediaUploading MediaState = "uploading"
	MediaStored    MediaState = "ready"
	MediaDeleting  MediaState = "deleting"
	MediaGone      MediaState = "gone"
)

// Media is one kept file.
type Media struct {
	ID          string `gorm:"primaryKey"`
	WorkspaceID string
	ReferenceID string
	ImportID    string
	Role        MediaRole
	Part        int64 // index of primary media
	State       MediaState
	BlobKey     string
	ContentType string
	Bytes       int64
	SHA256      string `gorm:"column:sha256"`
	Filename    string
	CreatedAt   int64 `gorm:"autoCreateTime:false"`

	Thumbnail bool `gorm:"-"` // the platform's own, which never replaces a poster
}
