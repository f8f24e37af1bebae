package v1

import (
	"context"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

type resolveInput struct {
	URL    operations.Link `query:"url" required:"true" doc:"Absolute http or https URL" example:"https://youtu.be/dQw4w9WgXcQ"`
	Follow bool            `query:"follow" doc:"true: ask the platform where a short or share link leads"`
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
	List         *ResolvedList     `json:"list" doc:"The list of items that the link names, where it is no account's; else null. GET /v1/items reads it by url if it is listed"`
	Reason       *string           `json:"reason" enum:"unsupported_host,short_link,account_not_supported,object_not_supported,unrecognized_url"`
}

// ResolvedList is a list of items that belongs to no account.
type ResolvedList struct {
	Kind   sources.ListKind `json:"kind" enum:"playlist,hashtag,sound"`
	ID     string           `json:"id" doc:"Natural id"`
	Listed bool             `json:"listed" doc:"GET /v1/items reads it"`
}

// resolve responds with 200 to every well-formed URL. It contacts a platform only to follow a short link on request.
func (h *Handlers) resolve(ctx context.Context, in *resolveInput) (*output[Resolution], error) {
	link, problem := h.Platforms.Recognize(string(in.URL))
	if problem != nil {
		return nil, problem
	}
	if in.Follow {
		followed, err := h.Lookup.Follow(ctx, link)
		switch {
		case err == nil:
			link = followed
		case !apierror.Is(err, apierror.CodeUnsupportedObject): // the response itself says so
			return nil, err
		}
	}
	r := Resolution{Object: "resolution", URL: string(in.URL), CanonicalURL: link.Canonical, Supported: link.Supported(),
		Target: content.OrNil(string(link.Target)), ID: content.OrNil(link.NaturalID()), Reason: content.OrNil(string(link.Reason))}
	if link.Platform != "" {
		r.Platform = &link.Platform
	}
	if list, ok := h.Platforms.ListOf(string(in.URL)); ok {
		r.List = &ResolvedList{Kind: list.Kind, ID: list.NaturalID(), Listed: list.Missing == ""}
	}
	return &output[Resolution]{Body: r}, nil
}
