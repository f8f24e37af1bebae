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

// attemptState holds what an attempt has found so far. It is saved before each stage that waits for a network, so that another
// worker can continue.
type attemptState struct {
	Link          sources.Link           `json:"link"`
	Item          *content.Item          `json:"item"`
	Incomplete    bool                   `json:"incomplete,omitempty"` // of the item
	Files         []sources.MediaFile    `json:"files"`
	Parts         []part                 `json:"parts"`
	ObservationID string                 `json:"observationId"`
	ObservedAt    time.Time              `json:"observedAt"`
	Transcript    *content.Transcript    `json:"transcript"`
	CaptionsCode  apierror.Code          `json:"captionsCode,omitempty"` // why requested captions are missing
	SpeechCode    apierror.Code          `json:"speechCode,omitempty"`   // why speech was not written down
	Derived       content.MachineDerived `json:"derived"`                // of the primary part
	TextOf        []int64                `json:"textOf,omitempty"`       // parts whose text on screen is in Derived
	Captured      references.Captured    `json:"captured"`               // of a post that a browser handed over
	FullEvidence  bool                   `json:"fullEvidence,omitempty"` // the platform's own answers are kept
	MediaCode     apierror.Code          `json:"mediaCode,omitempty"`    // why a capture has no media
}

// Download is a file in the folder of this machine, with its SHA-256. It is used again only while the sum is still the same.
type Download struct {
	Path    string `json:"path"`
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"`
	Poster  string `json:"poster"`            // path, or ""
	Picture string `json:"picture,omitempty"` // path of the picture as received, if it was joined with its sound

	Answers []media.Seen `json:"answers,omitempty"` // of the media host, if full evidence is kept
	Tracks  []track      `json:"tracks,omitempty"`  // picture and sound that were joined, likewise

	Shots []references.ShotHash `json:"shots,omitempty"` // of a video that was analysed

	Uploaded   bool   `json:"uploaded,omitempty"`   // by a member's browser
	UploadedBy string `json:"uploadedBy,omitempty"` // the person; "" for none
}

func loadState(raw []byte) (*attemptState, error) {
	w := &attemptState{}
	if len(raw) == 0 {
		return w, nil
	}
	return w, json.Unmarshal(raw, w)
}

// observed returns the fields of the item that the reference stores.
func (w *attemptState) observed() references.SourceObserved {
	o := references.Observed(w.Item, w.Incomplete)
	o.ObservationID, o.ObservedAt = w.ObservationID, content.At(w.ObservedAt)
	return o
}
