package references

import (
	"encoding/json"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

// Limits on the parts of a reference.
const (
	MaxParts   = 40
	MaxAltText = 1000 // characters
)

// PartState is the state of a part.
type PartState string

// A part is skipped if the import kept no media, and expired once its hold has ended.
const (
	PartKept    PartState = "kept"
	PartFailed  PartState = "failed"
	PartSkipped PartState = "skipped"
	PartExpired PartState = "expired"
)

// PartStates lists every PartState once.
func PartStates() []PartState { return []PartState{PartKept, PartFailed, PartSkipped, PartExpired} }

// Part is one picture or video of a post or ad: what the platform showed, what was measured, and its state. What was not
// measured is nil.
type Part struct {
	MediaID             *string           `json:"mediaId" doc:"null unless it is or was kept"`
	Index               int64             `json:"index" doc:"From 0, in the platform's order"`
	Kind                content.MediaKind `json:"kind"`
	State               PartState         `json:"state"`
	FailureCode         *apierror.Code    `json:"failureCode" doc:"Why it is not kept; null unless it failed"`
	DetectedContentType *string           `json:"detectedContentType"`
	MeasuredBytes       *int64            `json:"measuredBytes"`
	MeasuredDurationMs  *int64            `json:"measuredDurationMs"`
	Width               *int64            `json:"width" doc:"Pixels as displayed"`
	Height              *int64            `json:"height" doc:"Pixels as displayed"`
	SHA256              *string           `json:"sha256" doc:"In hex"`
	AltText             *string           `json:"altText" doc:"As its author or the platform describes the picture, at most 1,000 characters"`
	Origin              *string           `json:"origin" doc:"Says so in words where a member's browser uploaded the bytes; null where the service fetched them, or has none"`
	UploadedBy          *string           `json:"uploadedBy" doc:"The person whose browser uploaded the bytes; null for none"`
}

// UploadedOrigin is the origin of a part whose bytes a browser uploaded.
const UploadedOrigin = "uploaded by a member's browser, not fetched by this service"

// Parts are the parts of a reference as stored. Total is how many the platform showed, nil if no import read it. Names
// are the platform's names of the parts in the same order; "" or missing if it has none.
type Parts struct {
	Total *int64   `json:"total"`
	Media []Part   `json:"media"`
	Names []string `json:"names,omitempty"`
}

// Kept counts the parts that can be downloaded.
func (p *Parts) Kept() (n int64) {
	for _, one := range p.Media {
		if one.State == PartKept {
			n++
		}
	}
	return n
}

// Origins returns the origins of the media that browsers uploaded, by the media's id.
func (p *Parts) Origins() map[string]*string {
	list := map[string]*string{}
	for _, one := range p.Media {
		if one.MediaID != nil && one.Origin != nil {
			list[*one.MediaID] = one.Origin
		}
	}
	return list
}

// Shown returns how many parts the post has, as far as is known.
func (p *Parts) Shown() int64 {
	if p.Total == nil {
		return int64(len(p.Media))
	}
	return max(*p.Total, int64(len(p.Media)))
}

// PartList returns the parts of a reference.
func (r *Reference) PartList() *Parts {
	p := &Parts{Media: []Part{}}
	if len(r.Parts) > 0 {
		_ = json.Unmarshal(r.Parts, p) // written by this package
	}
	if r.PrimaryMediaID == nil {
		p.expire()
	}
	return p
}

// expire marks kept parts as expired.
func (p *Parts) expire() {
	for n := range p.Media {
		if p.Media[n].State == PartKept {
			p.Media[n].State = PartExpired
		}
	}
}
