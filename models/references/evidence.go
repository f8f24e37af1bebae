package references

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"gorm.io/gorm"

	"socialdata/internal/content"
)

// Evidence identifies a reference: where its content came from, and the checksums of what was observed and kept. It is
// the provenance.json of a bundle, and the document that a timestamp covers.
type Evidence struct {
	Object             string           `json:"object" enum:"provenance"`
	ReferenceID        string           `json:"referenceId"`
	WorkspaceID        string           `json:"workspaceId"`
	ImportID           *string          `json:"importId"`
	CanonicalContentID string           `json:"canonicalContentId"`
	Platform           content.Platform `json:"platform"`
	CanonicalURL       string           `json:"canonicalUrl"`
	Provenance         json.RawMessage  `json:"provenance"`
	ObservationSHA256  *string          `json:"observationSha256"` // of observation.json
	Media              []EvidenceFile   `json:"media"`
}

// EvidenceFile is a kept file with its checksum.
type EvidenceFile struct {
	Role        MediaRole    `json:"role"`
	Index       int64        `json:"index,omitempty"` // of parts after the first
	MediaID     string       `json:"mediaId"`
	ContentType string       `json:"contentType"`
	Bytes       int64        `json:"bytes"`
	SHA256      string       `json:"sha256"`
	ImportID    string       `json:"importId"` // that brought it, which may be an earlier one than the facts'
	KeptAt      content.Time `json:"keptAt"`
}

// EvidenceOf encodes the evidence of a reference with its files. The same reference always gives the same bytes.
func EvidenceOf(r *Reference, files []Media) ([]byte, error) {
	e := Evidence{Object: "provenance", ReferenceID: r.ID, WorkspaceID: r.WorkspaceID, ImportID: r.ImportID, CanonicalContentID: r.ContentID,
		Platform: r.Platform, CanonicalURL: r.CanonicalURL, Provenance: r.Provenance, Media: []EvidenceFile{}}
	if len(r.Provenance) == 0 {
		e.Provenance = json.RawMessage("null")
	}
	if len(r.SourceObserved) > 0 {
		sum := sha256.Sum256(r.SourceObserved)
		e.ObservationSHA256 = new(hex.EncodeToString(sum[:]))
	}
	for _, m := range files {
		e.Media = append(e.Media, EvidenceFile{m.Role, m.Part, m.ID, m.ContentType, m.Bytes, m.SHA256, m.ImportID, content.AtMicros(m.CreatedAt)})
	}
	return json.MarshalIndent(e, "", "  ")
}

// filesOf returns the files that a reference currently keeps: its parts in order, poster, transcript, picture of the page, answers, as far as they exist.
func filesOf(tx *gorm.DB, r *Reference) ([]Media, error) {
	var rows []Media
	err := tx.Where("reference_id = ? AND state = ?", r.ID, MediaStored).
		Order("CASE role WHEN 'primary' THEN 0 WHEN 'poster' THEN 1 WHEN 'transcript' THEN 2 WHEN 'page' THEN 3 WHEN 'page_pdf' THEN 4 ELSE 5 END, part").Find(&rows).Error
	return rows, err
}
