package operations

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/models/accounts"
	"socialdata/models/captures"
	"socialdata/models/db"
	"socialdata/models/imports"
)

// CapturedText is the body of an answer.
type CapturedText string

// Schema implements huma.SchemaProvider.
func (CapturedText) Schema(huma.Registry) *huma.Schema { return Ready(text(0, input.MaxCaptureAnswer)) }

// ContentType is the content type of an answer.
type ContentType string

// Schema implements huma.SchemaProvider.
func (ContentType) Schema(huma.Registry) *huma.Schema { return Ready(text(0, input.MaxContentType)) }

// CapturedAnswer is one answer that the platform sent to the browser: the page, or one that the page asked for itself.
type CapturedAnswer struct {
	URL         Link         `json:"url" doc:"Where it came from: https, on one of the platform's own hosts"`
	Status      int64        `json:"status" minimum:"100" maximum:"599"`
	ContentType ContentType  `json:"contentType" doc:"As the platform sent it"`
	Body        CapturedText `json:"body" doc:"HTML of a page, or JSON. Of it only the fields of an Item and of comments are read; nothing else is stored or logged"`
}

// CreateCapture is the input of handing over a post.
type CreateCapture struct {
	PageURL    Link             `json:"pageUrl" doc:"The page of one post, as the browser's address bar shows it. Only the post's own address is kept"`
	CapturedAt string           `json:"capturedAt" format:"instant" minLength:"1" doc:"RFC 3339, when the browser received it: at most 24 hours ago, and at most 5 minutes ahead of our clock"`
	Answers    []CapturedAnswer `json:"answers" minItems:"1" maxItems:"20" nullable:"false" doc:"The post is read from the first that holds it, comments on it from all"`
	Import     *ImportInput     `json:"import,omitempty" doc:"Also import the post, as POST /v1/ingestions does, without its fetch. A person needs to be an editor for it"`
}

// MadeCapture is a stored capture.
type MadeCapture struct {
	*captures.Capture
	Item     *content.Item
	Comments []content.Comment
	Accepted int    // answers that something was read from
	ImportID string // "" for none
}

// CreateCapture reads the post that a browser hands over and stores it for the workspace alone. An import of it is stored in
// the same transaction; a worker finds it within a second.
func (s *Service) CreateCapture(ctx context.Context, c *session.Caller, in CreateCapture) (*MadeCapture, error) {
	if in.Import != nil {
		if c.Key == nil && !c.Has(accounts.Editor) {
			return nil, apierror.New(apierror.CodeForbidden, "requiredRole", session.Editor)
		}
		if err := s.TakesImports(ctx, c, in.Import.Board); err != nil {
			return nil, err
		}
	}
	at, err := capturedAt(s.now(), in.CapturedAt)
	if err != nil {
		return nil, err
	}
	read, err := s.readCapture(in)
	if err != nil {
		return nil, err
	}
	c.Note.Subject, c.Note.RouteID = read.Item.ID, read.RouteID
	files, err := json.Marshal(read.Files)
	if err != nil {
		return nil, err
	}
	made := &MadeCapture{Item: read.Item, Comments: read.Comments, Accepted: read.Accepted, Capture: &captures.Capture{WorkspaceID: c.WorkspaceID, PageURL: read.Link.Canonical,
		RouteID: read.RouteID, Version: read.Version, CapturedAt: db.Micros(at), CapturedBy: c.UserID()}}
	if c.Key != nil {
		made.KeyID, made.CapturedBy = c.Key.ID, c.Key.CreatedBy
	}
	if err := made.Keep(read.Item, read.Comments, files); err != nil {
		return nil, err
	}
	made.ImportID, err = s.Store.Captures.Create(ctx, made.Capture, importOfCapture(c, in.Import, read))
	return made, err
}

// importOfCapture returns the import of what was read, or nil if none is requested.
func importOfCapture(c *session.Caller, in *ImportInput, read *lookup.Capture) *imports.NewImport {
	if in == nil {
		return nil
	}
	n := in.newImport(c, "")
	n.SourceURL, n.CanonicalURL, n.Platform, n.Subject = read.Link.Canonical, read.Link.Canonical, read.Link.Platform, read.Item.ID
	return &n
}

// capturedAt returns when a browser received a post, or invalid_input if that is too long ago or ahead of our clock.
func capturedAt(now time.Time, given string) (time.Time, error) {
	at := ParseInstant(given)
	if age := now.Sub(*at); age > input.MaxCaptureHours*time.Hour || age < -input.MaxClockMinutes*time.Minute {
		return *at, apierror.InvalidInput(apierror.Field{Name: "capturedAt", In: "body", Reason: "range",
			Expected: fmt.Sprintf("at most %d hours ago and at most %d minutes ahead", input.MaxCaptureHours, input.MaxClockMinutes)})
	}
	return *at, nil
}

// readCapture reads the post. Query strings of the answers' addresses are dropped: they may name the viewer.
func (s *Service) readCapture(in CreateCapture) (*lookup.Capture, error) {
	link, platform, err := s.Lookup.CapturePage(string(in.PageURL))
	if err != nil {
		return nil, err
	}
	var foreign []apierror.Field
	var answers []*sources.Answer
	for n, a := range in.Answers {
		if !platform.Sends(string(a.URL)) {
			foreign = append(foreign, apierror.Field{Name: fmt.Sprintf("answers[%d].url", n), In: "body", Reason: "host", Expected: "an https address on a host of " + platform.Title})
		}
		answers = append(answers, &sources.Answer{Status: int(a.Status), Body: []byte(a.Body), URL: link.Canonical})
	}
	if foreign != nil {
		return nil, apierror.InvalidInput(foreign...)
	}
	return s.Lookup.ReadCapture(link, platform, answers)
}
