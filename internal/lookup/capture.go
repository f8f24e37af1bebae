package lookup

import (
	"encoding/json"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// Capture is what was read of a post in answers that a person's own browser received.
type Capture struct {
	Link     sources.Link
	Item     *content.Item // finished
	Files    []sources.MediaFile
	Comments []content.Comment // finished, at most sources.MaxCapturedComments
	Accepted int               // answers that something was read from
	RouteID  string
	Version  string // of the route
}

// CapturePage recognises the page of a capture. It returns unavailable_private for a page that shows stories or messages, and
// unsupported_object for any other page that does not show one post.
func (s *Service) CapturePage(pageURL string) (sources.Link, sources.Platform, error) {
	link, problem := s.platforms.Recognize(pageURL)
	if problem != nil {
		return link, sources.Platform{}, apierror.InvalidInput(apierror.Field{Name: "pageUrl", In: "body", Reason: "pattern", Expected: "an absolute http or https URL of an item"})
	}
	if !link.Supported() && s.platforms.ShowsPrivate(pageURL) {
		return link, sources.Platform{}, apierror.New(apierror.CodeUnavailablePrivate, "platform", link.Platform)
	}
	if err := s.checkItem(link, pageURL); err != nil {
		return link, sources.Platform{}, err
	}
	platform, _ := s.platforms.Find(link.Platform)
	switch {
	case platform.Capture == nil:
		return link, platform, notServed(link.Platform)
	case s.disabled[platform.CaptureRoute()]:
		return link, platform, apierror.New(apierror.CodeRouteDisabled, "platform", platform.Name, "routeId", platform.CaptureRoute())
	}
	return link, platform, nil
}

// ReadCapture reads the post of a page, and comments on it, from answers. It calls no platform and stores nothing, and nothing that it returns
// counts for the health of a route.
func (s *Service) ReadCapture(link sources.Link, platform sources.Platform, answers []*sources.Answer) (*Capture, error) {
	found, err := platform.ReadCapture(link, answers)
	if err != nil {
		return nil, err
	}
	c := &Capture{Link: link, Item: found.Item, Files: found.Files, Comments: found.Comments, Accepted: found.Accepted, RouteID: platform.CaptureRoute(), Version: platform.Capture.Version}
	c.Item.Finish(false)
	body, err := json.Marshal(c.Item)
	if err != nil {
		return nil, apierror.Wrap(err, apierror.CodeInternalError)
	}
	return c, s.policy.checkBody(body)
}
