package operations

import (
	"context"
	"slices"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/models/watches"
)

// LookUp performs a lookup and records its subject for the request log. asked is the subject to record for a list or
// a failed lookup.
func (s *Service) LookUp(ctx context.Context, c *session.Caller, request lookup.Request, asked string) (*lookup.Result, error) {
	r, err := s.Lookup.Answer(ctx, request)
	if r != nil {
		operation := c.Note.Operation
		c.Note = NoteOf(r)
		c.Note.Operation = operation
	}
	if c.Note.Subject == "" {
		c.Note.Subject = asked
	}
	return r, err
}

// LookUpAsOf answers a lookup with what the caller's workspace was served by a time. asked is the natural id to record if it fails.
func (s *Service) LookUpAsOf(ctx context.Context, c *session.Caller, request lookup.Request, asked string, by time.Time) (*lookup.Result, error) {
	c.Note.Subject = asked
	r, err := s.Lookup.AsOf(ctx, request, by)
	if r != nil {
		c.Note = NoteOf(r)
	}
	return r, err
}

// NoteOf returns what the request log stores about a lookup's result.
func NoteOf(r *lookup.Result) session.Note {
	return session.Note{Subject: r.Subject, RouteID: r.RouteID(), Cached: r.Cached(), Charged: r.Receipt.Usage.CreditsCharged}
}

// SubjectOf returns the natural id that a link contains, or "" if it contains none. It contacts no platform.
func (s *Service) SubjectOf(url string) string {
	link, problem := s.Platforms.Recognize(url)
	if problem != nil {
		return ""
	}
	return link.NaturalID()
}

// TypedLink is a link that a person typed.
type TypedLink struct {
	sources.Link

	URL  string            // with its scheme
	List *sources.ListLink // nil if the link names no list that can be read
}

// ReadLink recognizes a link that a person typed, without contacting a platform. ok is false if the text is not a
// link.
func (s *Service) ReadLink(typed string) (l TypedLink, ok bool) {
	url, link, problem := s.Platforms.RecognizeTyped(typed)
	l = TypedLink{Link: link, URL: url}
	if list, named := s.Platforms.ListOf(url); named && list.Missing == "" {
		l.List = &list
	}
	return l, problem == nil
}

// WatchKind returns the kind of watch that a link is for: "" if it points to nothing that can be read.
func (l TypedLink) WatchKind() watches.Kind {
	switch {
	case l.List != nil:
		return watches.List
	case l.IsAccount():
		return watches.Account
	case l.Supported():
		return watches.Single
	}
	return ""
}

// FollowLink returns the target of a short link, asking its platform unless the target is cached. Other links are
// returned unchanged.
func (s *Service) FollowLink(ctx context.Context, l TypedLink) (TypedLink, error) {
	followed, err := s.Lookup.Follow(ctx, l.Link)
	if err == nil {
		l.Link = followed
	}
	return l, err
}

// IsAccount reports whether the link leads to an account that can be looked up.
func (l TypedLink) IsAccount() bool { return l.Supported() && l.Target == sources.TargetAccount }

// operation returns the id of the operation that looks the link up.
func (l TypedLink) operation() string {
	switch {
	case l.List != nil:
		return "listItems"
	case l.IsAccount():
		return "lookupAccount"
	}
	return "lookupItem"
}

// LookUpLink looks up the target of a link under the rule of the matching operation. An item includes captions in the
// given language ("" means the item's own) if the platform provides them; if it refuses them, the item comes without.
func (s *Service) LookUpLink(ctx context.Context, c *session.Caller, l TypedLink, language string) (*lookup.Result, error) {
	c.Note.Operation = l.operation()
	if err := c.Permit(Find(l.operation()).PageRule()); err != nil {
		return nil, err
	}
	request, asked := s.linkRequest(c, l, language)
	r, err := s.LookUp(ctx, c, request, asked)
	if item, is := request.(lookup.ItemRequest); is && item.Transcript && lookup.CaptionsRefused(err) { // the item is still useful without captions
		item.Transcript = false
		return s.LookUp(ctx, c, item, asked)
	}
	return r, err
}

// EstimateLink returns what LookUpLink would cost now.
func (s *Service) EstimateLink(ctx context.Context, c *session.Caller, l TypedLink) (*lookup.Estimate, error) {
	request, _ := s.linkRequest(c, l, "")
	return s.Lookup.Estimate(ctx, request)
}

// linkRequest returns the lookup for a link and the natural id to record for it.
func (s *Service) linkRequest(c *session.Caller, l TypedLink, language string) (request lookup.Request, asked string) {
	switch {
	case l.List != nil:
		return lookup.ListRequest{Workspace: c.WorkspaceID, By: c.Spender(), Platform: l.List.Platform, List: l.List, MaxAge: CheckedMaxAge(input.ListMaxAge, "")}, l.List.NaturalID()
	case l.IsAccount():
		return lookup.AccountRequest{Workspace: c.WorkspaceID, By: c.Spender(), URL: l.URL, MaxAge: CheckedMaxAge(input.AccountMaxAge, "")}, l.NaturalID()
	}
	item := lookup.ItemRequest{Workspace: c.WorkspaceID, By: c.Spender(), URL: l.URL, MaxAge: CheckedMaxAge(input.ItemMaxAge, "")}
	of, _ := s.Platforms.Find(l.Platform)
	item.Transcript = slices.ContainsFunc(of.Items.Kinds, func(k content.Kind) bool { return of.Items.Offers(k, "transcript") })
	if item.Transcript {
		item.Language, _ = input.Language(language)
	}
	return item, l.NaturalID()
}
