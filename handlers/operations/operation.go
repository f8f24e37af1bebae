package operations

import (
	"cmp"
	"net/http"

	"socialdata/handlers/session"
	"socialdata/models/accounts"
	"socialdata/models/billing"
)

// Operation is one row of the table: an operation of the API, or an action that only pages offer, with the rule that
// applies however it is called. Zero values mean: free, limited by the read limit only, and no wait for a platform.
type Operation struct {
	ID, Method, Path, Group, Summary string

	Credential session.Credential // required by the API
	Role       session.Role       // required of a person, in the API and on pages
	Scope      accounts.Scope     // required of a key; "" for any valid key
	Importing  accounts.Scope     // also required of a key if the request imports
	Limit      session.Limit      // "" means session.LimitRead
	Wait       session.Wait       // determines the deadline
	Status     int                // on success; 0 means 200
	Body       int                // most bytes of a request's body, more than the usual limit; 0 means that one
	Price      PriceText          // nil means free
}

// Unknown is in the request log instead of an operation if the API does not have the path or the method of a request.
const Unknown = "unknown"

// Success returns the status of a successful response.
func (o Operation) Success() int { return cmp.Or(o.Status, http.StatusOK) }

// Rule returns who may call the operation through the API and which limit it counts against.
func (o Operation) Rule() session.Rule {
	return session.Rule{Credential: o.Credential, Role: o.Role, Scope: o.Scope, Limit: o.Limit, Wait: o.Wait}
}

// PageRule returns the same rule for a signed-in person on a page.
func (o Operation) PageRule() session.Rule {
	r := o.Rule()
	r.Scope = ""
	if r.Credential == session.APIKey || r.Credential == session.APIKeyOrSession {
		r.Credential = session.Session
	}
	if r.Credential == session.SetupToken || r.Credential == session.NoCredential {
		r.Credential = session.OptionalSession // the form carries the token
	}
	return r
}

// Repeatable reports whether the operation creates something and accepts an Idempotency-Key, so that it can be sent
// again. Three are excluded: imports store their keys themselves, repeating a download link is harmless, and whoever
// closed a workspace can no longer access it, so a repeat is refused before its key is looked up.
func (o Operation) Repeatable() bool {
	makes := o.Method == http.MethodPost && (o.Status == http.StatusCreated || o.Status == http.StatusAccepted)
	caller := o.Credential == session.APIKey || o.Credential == session.APIKeyOrSession || o.Credential == session.Session
	return makes && caller && o.ID != "createIngestion" && o.ID != "createDownloadURL" && o.ID != "closeWorkspace"
}

// PriceText describes for the documentation what an operation costs under a price list.
type PriceText func(billing.Prices) string
