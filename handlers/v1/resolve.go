package v1

import (
	"context"

	"socialdata/internal/content"
)

type resolveInput struct {
	URL string `query:"url" required:"true" minLength:"1" maxLength:"2048" format:"link" doc:"Absolute http or https URL" example:"https://youtu.be/dQw4w9WgXcQ"`
}

// Resolution says what a link points to.
type Resolution struct {
	Object       string            `json:"object" enum:"resolution"`
	URL          string            `json:"url"`
	CanonicalURL string            `json:"canonicalUrl"`
	Platform     *content.Platform `json:"platform"`
	Target       *string           `json:"target" enum:"item,account"`
	ID           *string           `json:"id" doc:"Natural id; null where the link does not carry it"`
	Supported    bool              `json:"supported"`
	Reason       *string           `json:"reason" enum:"unsupported_host,short_link,account_not_supported,object_not_supported,unrecognized_url"`
}

type resolveOutput struct{ Body Resolution }

// resolve answers 200 for every well-formed URL; no platform is contacted and nothing is stored.
func (h *Handlers) resolve(_ context.Context, in *resolveInput) (*resolveOutput, error) {
	link, problem := h.Platforms.Recognize(in.URL)
	if problem != nil {
		return nil, problem
	}
	r := Resolution{Object: "resolution", URL: in.URL, CanonicalURL: link.Canonical, Supported: link.Supported(),
		Target: text(link.Target), ID: text(link.NaturalID()), Reason: text(link.Reason)}
	if link.Platform != "" {
		r.Platform = &link.Platform
	}
	return &resolveOutput{Body: r}, nil
}

// text is nil for "".
func text[T ~string](v T) *string {
	if v == "" {
		return nil
	}
	s := string(v)
	return &s
}
