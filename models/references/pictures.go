package references

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/media/likeness"
)

// wholeFile is the start of the row that every hashed file has. Shots have rows of their own beside it.
const wholeFile = -1

// MaxShotHashes is how many shots of one video are hashed, the longest ones.
const MaxShotHashes = 64

// PictureHash is the perceptual hash of a picture, a poster or a shot.
type PictureHash struct {
	ReferenceID string `gorm:"primaryKey"`
	MediaID     string `gorm:"primaryKey"` // "" for shots of a video that was not kept
	StartMs     int64  `gorm:"primaryKey;autoIncrement:false"`
	WorkspaceID string
	SHA256      string `gorm:"column:sha256"`
	Hash        *int64
	Band0       *int64
	Band1       *int64
	Band2       *int64
	Band3       *int64
}

// TableName implements GORM's Tabler: its plural of hash is another.
func (PictureHash) TableName() string { return "picture_hashes" }

// ShotHash is the hash of a shot.
type ShotHash struct {
	StartMs int64         `json:"startMs"`
	Hash    likeness.Hash `json:"hash"`
}

// HashedFile is what was computed of one file. MediaID is "" if the file is not kept; it then has only shots.
type HashedFile struct {
	MediaID string
	SHA256  string         // of a kept part
	Picture *likeness.Hash // nil: a video, a plain picture, or one that could not be read
	Shots   []ShotHash
}

// KeepHashes stores the hashes of files of a reference, inside the transaction that keeps the files. Shots replace those of a video
// that was not kept.
func KeepHashes(tx *gorm.DB, r *Reference, files []HashedFile) error {
	var rows []PictureHash
	for _, f := range files {
		row := PictureHash{ReferenceID: r.ID, MediaID: f.MediaID, WorkspaceID: r.WorkspaceID}
		if f.MediaID != "" {
			whole := row
			whole.StartMs, whole.SHA256 = wholeFile, f.SHA256
			if f.Picture != nil {
				whole.set(*f.Picture)
			}
			rows = append(rows, whole)
		}
		for _, s := range f.Shots[:min(len(f.Shots), MaxShotHashes)] {
			shot := row
			shot.StartMs = s.StartMs
			shot.set(s.Hash)
			rows = append(rows, shot)
		}
		if len(f.Shots) > 0 {
			if err := tx.Delete(&PictureHash{}, "reference_id = ? AND media_id = ''", r.ID).Error; err != nil {
				return err
			}
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return tx.Clauses(clause.OnConflict{DoNothing: true}).CreateInBatches(rows, 100).Error
}

// ForgetHashes deletes the hashes of files that others have replaced.
func ForgetHashes(tx *gorm.DB, mediaIDs []string) error {
	return tx.Delete(&PictureHash{}, "media_id IN ?", mediaIDs).Error
}

func (p *PictureHash) set(h likeness.Hash) {
	p.Hash = new(int64(h)) //nolint:gosec // the database has signed numbers; the bits stay
	for n, band := range []**int64{&p.Band0, &p.Band1, &p.Band2, &p.Band3} {
		*band = new(h.Band(n))
	}
}

// hash returns the hash of a row that has one.
func (p *PictureHash) hash() likeness.Hash { return likeness.Hash(*p.Hash) } //nolint:gosec // see set
