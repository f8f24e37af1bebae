package jobs

import (
	"encoding/json"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/media"
	"socialdata/internal/sources"
	"socialdata/models/references"
)

// attemptState holds what an attempt has found so far. It is saved before stages that wait, so that another worker can
// continue.
type attemptState struct {
	Link          sources.Link           `json:"link"`
	Item          *content.Item          `json:"item"`
	Incomplete    bool                   `json:"incomplete,omitempty"` // of the item
	Files         []sources.MediaFile    `json:"files"`
	ObservationID string                 `json:"observationId"`
	ObservedAt    time.Time              `json:"observedAt"`
	Transcript    *content.Transcript    `json:"transcript"`
	CaptionsCode  apierror.Code          `json:"captionsCode,omitempty"` // why captions that were asked for did not come
	Download      *Download              `json:"download"`               // in the folder of this machine
	Facts         *media.Facts           `json:"facts"`
	Derived       content.MachineDerived `json:"derived"`
}

// Download is a primary file that lies in the folder, with its sum: it is used again only if it is still the same.
type Download struct {
	Path    string `json:"path"`
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"`
	Poster  string `json:"poster"`            // path, or ""
	Picture string `json:"picture,omitempty"` // path of the picture as it was received, where it was joined with its sound
}

func loadState(raw []byte) (*attemptState, error) {
	w := &attemptState{}
	if len(raw) == 0 {
		return w, nil
	}
	return w, json.Unmarshal(raw, w)
}

// observed returns what the reference keeps of the item.
func (w *attemptState) observed() references.SourceObserved {
	o := references.Observed(w.Item, w.Incomplete)
	o.ObservationID, o.ObservedAt = w.ObservationID, content.At(w.ObservedAt)
	return o
}
