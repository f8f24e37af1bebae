// Package operations is the one threshold of the service: what callers may do, whichever door they come through. Per resource a file
// holds the inputs (structs whose types carry their bounds), and one method per act on Service; table.go lists every operation
// with who may do it, what it counts against, how long it may take and what it costs. handlers/v1 translates JSON into these inputs,
// handlers/pages binds forms to them (Bind), and tools of agents and the command line are clients of the API. It may import
// handlers/session, jobs, models and internal packages; it never renders and never identifies the caller.
package operations

import (
	"socialdata/handlers/session"
	"socialdata/internal/lookup"
	"socialdata/internal/media"
	"socialdata/internal/sources"
	"socialdata/jobs"
	"socialdata/models"
)

// Service performs the operations. It is safe for concurrent use.
type Service struct {
	Store          *models.Store
	Platforms      sources.Platforms
	Lookup         *lookup.Service
	Imports        jobs.Deliverer
	Links          *media.Signer
	Passwords      *session.Passwords
	Mails          *session.Mails // nil: this installation sends no e-mails
	InitialCredits int64          // granted to a new workspace
	WebhooksLocal  bool           // endpoints may be http: for tests

	binder binder
}
