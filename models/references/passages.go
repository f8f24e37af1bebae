package references

import (
	"context"
	"encoding/json"
	"strings"

	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/internal/vectors"
	"socialdata/models/db"
)

// Bounds of the passages of a transcript.
const (
	passageRunes = 60 // code points that a passage has at least: about five seconds of speech
	mostPassages = 64 // of one transcript, so that one request has all of them; those of a long one are longer
)

// Passage is a part of what is said in a reference, with its vector.
type Passage struct {
	StartMs int64  `json:"at"`
	Text    string `json:"text"` // its beginning, as a snippet shows it
	Vector  []byte `json:"vector"`
}

// passageRow holds the passages of a reference, all by one model.
type passageRow struct {
	ReferenceID string `gorm:"primaryKey"`
	WorkspaceID string
	Model       string
	Passages    string // JSON
}

// TableName implements GORM's Tabler.
func (passageRow) TableName() string { return "reference_passages" }

// Passages joins the lines of a transcript to at most mostPassages passages, of which vectors are made. A nil transcript has none.
func Passages(said *content.Transcript) (list []content.Segment) {
	if said == nil {
		return nil
	}
	total := 0
	for _, line := range said.Segments {
		total += len([]rune(line.Text)) + 1
	}
	size, runes := max(passageRunes, total/mostPassages+1), 0
	for _, line := range said.Segments {
		if runes == 0 {
			list = append(list, content.Segment{StartMs: line.StartMs})
		}
		last := &list[len(list)-1]
		last.Text, last.EndMs = strings.TrimSpace(last.Text+" "+line.Text), line.EndMs
		if runes += len([]rune(line.Text)) + 1; runes >= size {
			runes = 0
		}
	}
	for n := range list {
		list[n].Text = clipped(list[n].Text, maxMeaning)
	}
	return list
}

// PassagesOf joins passages with their vectors, one for each.
func PassagesOf(said []content.Segment, list []vectors.Vector) []Passage {
	passages := make([]Passage, len(said))
	for n, p := range said {
		passages[n] = Passage{StartMs: p.StartMs, Text: beginning(p.Text), Vector: list[n].Bytes()}
	}
	return passages
}

// beginning returns the first words of a text as a snippet.
func beginning(text string) string {
	if cut := clipped(text, snippetRunes); cut != text {
		return strings.TrimSpace(cut) + "…"
	}
	return text
}

// clipped returns at most so many code points of a text.
func clipped(text string, most int) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), most)])
}

// keepPassages replaces the passages of a reference.
func keepPassages(tx *gorm.DB, r *Reference, model string, passages []Passage) error {
	if len(passages) == 0 {
		return tx.Where("reference_id = ?", r.ID).Delete(&passageRow{}).Error
	}
	stored, err := json.Marshal(passages)
	if err != nil {
		return err
	}
	return tx.Save(&passageRow{ReferenceID: r.ID, WorkspaceID: r.WorkspaceID, Model: model, Passages: string(stored)}).Error
}

// momentsMeant returns, by reference, the passage nearest to a vector, where it is nearer than the reference as a whole: else it is
// something else than what is said that is meant.
func (s *Store) momentsMeant(ctx context.Context, workspaceID, model string, v vectors.Vector, list []near) (map[string]Passage, error) {
	ids, least := make([]string, len(list)), map[string]float32{}
	for n, one := range list {
		ids[n], least[one.id] = one.id, one.cosine
	}
	found := map[string]Passage{}
	if len(ids) == 0 {
		return found, nil
	}
	var rows []passageRow
	if err := s.Read(ctx).Where("reference_id IN ?", ids).Find(&rows).Error; err != nil {
		return nil, db.Error(err)
	}
	for _, row := range rows {
		if row.WorkspaceID != workspaceID || row.Model != model {
			continue
		}
		var passages []Passage
		if err := json.Unmarshal([]byte(row.Passages), &passages); err != nil {
			return nil, err
		}
		for _, p := range passages {
			if cosine := vectors.Cosine(v, vectors.Stored(p.Vector)); cosine >= least[row.ReferenceID] {
				found[row.ReferenceID], least[row.ReferenceID] = p, cosine
			}
		}
	}
	return found, nil
}
