// Package operations defines what callers may do. The API and the pages both call it. Each resource has a file with
// its inputs (structs whose types carry their bounds) and one method of Service per action; table.go lists every
// operation with who may call it, which limit it counts against, how long it may take and what it costs. handlers/v1
// decodes JSON into these inputs, handlers/pages binds forms to them (Bind), and agents' tools and the command line
// are clients of the API. It may import handlers/session, jobs, models and internal packages. It never renders output
// and never authenticates the caller.
package operations

import (
	"socialdata/handlers/session"
	"socialdata/internal/issuer"
	"socialdata/internal/lookup"
	"socialdata/internal/media"
	"socialdata/internal/rollout"
	"socialdata/internal/sources"
	"socialdata/jobs"
	"socialdata/models"
	"socialdata/models/accounts"
)

// IssuerOnly reports whether people sign in at the operator's issuer only, and never with a password.
func (s *Service) IssuerOnly() bool { return s.Issuer != nil && s.Passwords.Closed }

// IssuerName returns the name of the operator's issuer, or "" if there is none.
func (s *Service) IssuerName() string {
	if s.Issuer == nil {
		return ""
	}
	return s.Issuer.Name()
}

// Service performs the operations. It is safe for concurrent use.
type Service struct {
	Store          *models.Store
	Platforms      sources.Platforms
	Lookup         *lookup.Service
	Imports        jobs.Deliverer
	Links          *media.Signer
	Passwords      *session.Passwords
	Mails          *session.Mails // nil if this installation sends no e-mail
	Shapes         *rollout.Shapes
	InitialCredits int64      // granted to each new workspace
	Unmetered      bool       // whether new workspaces are refused nothing for credits
	Embedder       Embedder   // makes vectors of texts for searches by meaning; nil: there are none
	AsksMeter      bool       // whether the page that sets up asks about it
	Uploads        PieceStore // of what browsers upload
	MaxMediaBytes  int64      // of all parts of a post
	WebhooksLocal  bool       // allows http endpoints, for tests
	TakesPictures  bool       // imports with full evidence keep a picture of the page

	Issuer   *issuer.Issuer     // where people sign in; nil if the operator has none
	AutoJoin *accounts.AutoJoin // what people from there join who have no account; nil: they need an invite

	binder binder
}
