package references

// MediaRole is the purpose of a kept file.
type MediaRole string

// Primary media has a hold, with a row for each part; all others are kept as long as the reference.
const (
	PrimaryMedia    MediaRole = "primary"
	PosterMedia     MediaRole = "poster"
	TranscriptMedia MediaRole = "transcript"
	AnswersMedia    MediaRole = "answers"  // the platform's own answers, as a WARC file
	PageMedia       MediaRole = "page"     // a picture of the post's page
	PagePDFMedia    MediaRole = "page_pdf" // the page as a PDF
)

// ShowsPost reports whether a file is a picture or video of the post itself, which others may look like.
func (r MediaRole) ShowsPost() bool { return r == PrimaryMedia || r == PosterMedia }

// MediaState is whether the bytes of a row exist.
type MediaState string

// A row is written in state uploading before its upload, and stays in state deleting until its bytes are deleted. State
// gone is what remains of primary media whose reference still exists.
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
	Part        int64 // index of the part of primary media
	State       MediaState
	BlobKey     string
	ContentType string
	Bytes       int64
	SHA256      string `gorm:"column:sha256"`
	Filename    string
	CreatedAt   int64 `gorm:"autoCreateTime:false"`

	Thumbnail bool `gorm:"-"` // the platform's thumbnail, which never replaces a poster
}
