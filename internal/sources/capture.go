package sources

import (
	"errors"
	"net/url"
	"slices"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/crash"
)

// CaptureRules say how the post on a page is read from what the platform sent to a person's own browser. No platform is
// called, and only the members that an Item has are read: whatever else an answer holds about the viewer is skipped.
type CaptureRules struct {
	// Version is increased when values that are read change their meaning.
	Version string
	// Read reads the post of a link from one answer. It returns ErrNotCovered for an answer that is not about the post, and
	// unavailable_private for a post that not everybody may see.
	Read func(Link, *Answer) (*Media, error)
	// Comments reads the comments on the post of a link that one answer holds: none of another post where the answer names the
	// posts. nil: comments are not read.
	Comments func(Link, *Answer) []content.Comment
	// IsPrivate reports whether a page shows messages, stories or the like, which are never read; nil: none does.
	IsPrivate func(Address) bool
}

// captureSuffix ends the ids of capture routes.
const captureSuffix = ".capture"

// CaptureRoute returns the route id of captures: "video_site.capture".
func (p Platform) CaptureRoute() string { return string(p.Name) + captureSuffix }

// IsCaptureRoute reports whether a route id is that of captures.
func IsCaptureRoute(id string) bool { return strings.HasSuffix(id, captureSuffix) }

// ShowsPrivate reports whether an address is a page on which a platform shows private content, such as messages or stories.
func (set Platforms) ShowsPrivate(raw string) bool {
	a, reason := parseAddress(raw)
	if reason != "" {
		return false
	}
	p := set.ofLink(&a)
	return p != nil && p.Capture != nil && p.Capture.IsPrivate != nil && p.Capture.IsPrivate(a)
}

// Sends reports whether an address is https on one of the platform's own hosts.
func (p Platform) Sends(address string) bool {
	u, err := url.Parse(address)
	return err == nil && isOn(u, p.Hosts)
}

// MaxCapturedComments is how many comments of a capture are read; those beyond are ignored.
const MaxCapturedComments = 500

// Captured is what was read of a post in a browser's answers.
type Captured struct {
	*Media
	Comments []content.Comment // each once, at most MaxCapturedComments
	Accepted int               // how many answers something was read from
}

// ReadCapture reads the post of a link from the first answer that has it, and the comments on it from all. Its errors have no
// cause, which could quote an answer.
func (p Platform) ReadCapture(link Link, answers []*Answer) (*Captured, error) {
	refused := apierror.CodeSourceChanged
	for n, a := range answers {
		found, err := p.readCaptured(link, a)
		if err == nil {
			c := &Captured{Media: found}
			p.addComments(c, link, answers, n)
			return c, nil
		}
		if code := apierror.From(err).Code; refused == apierror.CodeSourceChanged && slices.Contains(saidOfPost, code) {
			refused = code
		}
	}
	if refused == apierror.CodeSourceChanged {
		return nil, apierror.New(refused, "platform", p.Name, "routeId", p.CaptureRoute(), "missing", []string{"the post of pageUrl"})
	}
	return nil, apierror.New(refused, "platform", p.Name)
}

// addComments adds the comments in the answers, of which the one at post holds the post.
func (p Platform) addComments(c *Captured, link Link, answers []*Answer, post int) {
	c.Comments = []content.Comment{}
	known := map[string]bool{}
	for n, a := range answers {
		before := len(c.Comments)
		for _, comment := range p.capturedComments(link, a) {
			if len(c.Comments) < MaxCapturedComments && !known[comment.ID] {
				known[comment.ID] = true
				comment.Finish()
				c.Comments = append(c.Comments, comment)
			}
		}
		if n == post || len(c.Comments) > before {
			c.Accepted++
		}
	}
	detach(&c.Comments)
}

// capturedComments reads one answer. An answer that breaks its reader has none.
func (p Platform) capturedComments(link Link, a *Answer) (rows []content.Comment) {
	if p.Capture.Comments == nil || containers(a.Body) > maxContainers {
		return nil
	}
	if err := crash.Call(func() error {
		rows = p.Capture.Comments(link, a)
		return nil
	}); err != nil {
		return nil
	}
	return rows
}

// saidOfPost lists the errors by which an answer speaks of the post itself.
var saidOfPost = []apierror.Code{apierror.CodeUnavailablePrivate, apierror.CodeUnavailableRemoved, apierror.CodeUnavailableRestricted}

func (p Platform) readCaptured(link Link, a *Answer) (found *Media, err error) {
	if containers(a.Body) > maxContainers {
		return nil, ErrNotCovered
	}
	err = crash.Call(func() error {
		found, err = p.Capture.Read(link, a)
		return err
	})
	if err == nil && found.Item.Platform != link.Platform {
		err = errors.New("the answer is of another platform")
	}
	if err != nil {
		return nil, err
	}
	detach(found)
	return found, nil
}

// IsMarkup reports whether an answer is a page.
func (a *Answer) IsMarkup() bool {
	return strings.HasPrefix(strings.TrimLeft(string(a.Body[:min(len(a.Body), 64)]), " \t\r\n\ufeff"), "<")
}

// PublicOnly returns unavailable_private if any of the flags by which a platform marks private content is set.
func PublicOnly(private ...bool) error {
	if slices.Contains(private, true) {
		return apierror.New(apierror.CodeUnavailablePrivate)
	}
	return nil
}
