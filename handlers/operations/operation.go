package operations

import (
	"cmp"
	"net/http"

	"socialdata/handlers/session"
	"socialdata/models/accounts"
	"socialdata/models/billing"
)

// Operation is one row of the table: an operation of the contract, or an act of pages alone, and the rule that every door to it applies. The zero value of a
// field means free, unlimited by anything but the read limit, and no wait for a platform.
type Operation struct {
	ID, Method, Path, Group, Summary string

	Credential session.Credential // that the API takes
	Role       session.Role       // that a person needs, through the API and on pages
	Scope      accounts.Scope     // that a key needs; "" for any live key
	Importing  accounts.Scope     // that a key needs beside Scope where the request imports
	Limit      session.Limit      // "" is session.LimitRead
	Wait       session.Wait       // from which its deadline follows
	Status     int                // of success; 0 is 200
	Price      PriceText          // nil: free
}

// Success returns the status of success.
func (o Operation) Success() int { return cmp.Or(o.Status, http.StatusOK) }

// Rule returns who may call the operation through the API, and what it counts against.
func (o Operation) Rule() session.Rule {
	return session.Rule{Credential: o.Credential, Role: o.Role, Scope: o.Scope, Limit: o.Limit, Wait: o.Wait}
}

// PageRule returns the same rule for a signed-in person who uses a page.
func (o Operation) PageRule() session.Rule {
	r := o.Rule()
	r.Scope = ""
	if r.Credential == session.APIKey || r.Credential == session.APIKeyOrSession {
		r.Credential = session.Session
	}
	if r.Credential == session.SetupToken || r.Credential == session.NoCredential {
		r.Credential = session.OptionalSession // a form carries the token
	}
	return r
}

// Repeatable reports whether the operation makes something and takes an Idempotency-Key, so that it can be sent again. Imports
// keep their keys themselves, a download link is as good as another one, and who closed a workspace has no access to it any more, so
// that a repeat is refused before it is looked for.
func (o Operation) Repeatable() bool {
	makes := o.Method == http.MethodPost && (o.Status == http.StatusCreated || o.Status == http.StatusAccepted)
	caller := o.Credential == session.APIKey || o.Credential == session.APIKeyOrSession || o.Credential == session.Session
	return makes && caller && o.ID != "createIngestion" && o.ID != "createDownloadURL" && o.ID != "closeWorkspace"
}

// PriceText says in words, for the documentation, what an operation costs by a price list.
type PriceText func(billing.Prices) string
