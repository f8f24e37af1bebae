package content

import "reflect"

// MediaKind is the kind of stored bytes.
type MediaKind string

// The kinds of media.
const (
	MediaVideo MediaKind = "video"
	MediaImage MediaKind = "image"
)

// MachineDerived holds the measurements of a reference's media and text; nil means not measured.
type MachineDerived struct {
	MediaKind           *MediaKind     `json:"mediaKind"`
	DetectedContentType *string        `json:"detectedContentType"` // detected from the bytes, not taken from the server
	MeasuredBytes       *int64         `json:"measuredBytes"`
	MeasuredDurationMs  *int64         `json:"measuredDurationMs"`
	Width               *int64         `json:"width"`  // pixels as displayed
	Height              *int64         `json:"height"` // pixels as displayed
	HasVideoTrack       *bool          `json:"hasVideoTrack"`
	HasAudioTrack       *bool          `json:"hasAudioTrack"`
	Transcript          *TranscriptRef `json:"transcript"`
	CreativeSpec        *CreativeSpec  `json:"creativeSpec"`
	AIProvenance        *AIProvenance  `json:"aiProvenance"`
	OnScreenText        []ScreenText   `json:"onScreenText" nullable:"true" doc:"What pictures and frames of the video show as text, read by a program; null if nothing was read, which needs tesseract; empty if no text was found"`
}

// IsZero reports whether nothing was measured.
func (d MachineDerived) IsZero() bool { return reflect.ValueOf(d).IsZero() }

// The bounds of the text on screen of one post: lines, and code points of each.
const (
	MaxScreenTexts = 100
	MaxScreenText  = 300
)

// ScreenText is one text on screen. The times are those of the frames that show it, so they are as exact as frames were looked at: about
// two seconds. Both are nil for a picture.
type ScreenText struct {
	Part       int64   `json:"part" minimum:"0" doc:"The picture or video that shows it: its index in media"`
	StartMs    *int64  `json:"startMs" minimum:"0" doc:"Null for a picture"`
	EndMs      *int64  `json:"endMs" minimum:"0" doc:"Null for a picture"`
	Text       string  `json:"text"`
	Confidence float64 `json:"confidence" minimum:"0" maximum:"1" doc:"How sure the program is of its letters"`
}

// TranscriptRef names a kept transcript.
type TranscriptRef struct {
	MediaID      string           `json:"mediaId"`
	Language     string           `json:"language"`
	Source       TranscriptSource `json:"source"`
	SegmentCount int64            `json:"segmentCount"`
	Model        *string          `json:"model" doc:"The model of the operator's that wrote speech down; null for captions"`
}

// CreativeSpec describes how a creative is made, by fixed rules on measurements and captions.
type CreativeSpec struct {
	Version          string  `json:"version"` // creative-spec.v0
	Hook             *string `json:"hook"`
	Shots            []Shot  `json:"shots"` // empty if no engine could detect them
	Pacing           *Pacing `json:"pacing"`
	CallToAction     *string `json:"callToAction"`
	GenerationPrompt *string `json:"generationPrompt"`
}

// Shot is one continuous take.
type Shot struct {
	StartMs     int64   `json:"startMs"`
	EndMs       int64   `json:"endMs"`
	Description *string `json:"description"`
}

// Pacing is how fast the shots change.
type Pacing struct {
	AverageShotMs *float64 `json:"averageShotMs"`
	CutsPerMinute *float64 `json:"cutsPerMinute"`
}

// AIProvenance is what the bytes claim about their origin. Without evidence the score is nil.
type AIProvenance struct {
	Version          string   `json:"version"`          // ai-provenance.v0
	AIGeneratedScore *float64 `json:"aiGeneratedScore"` // 0..1
	ModelGuess       *string  `json:"modelGuess"`
	C2PAPresent      *bool    `json:"c2paPresent"`
	C2PA             *C2PA    `json:"c2pa" doc:"What became of checking the C2PA manifest; null if it was not looked at, as in imports before there was a check"`
}
