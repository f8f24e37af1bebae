package v1

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
)

// Operation is one row of the contract.
type Operation struct {
	Method, Path, ID, Group, Summary string

	Credential session.Credential
	Role       session.Role   // that a person needs
	Scope      accounts.Scope // that a key needs; "" for any live key
	Limit      session.Limit  // "" is session.LimitRead
	Wait       session.Wait   // from which its deadline follows
	Status     int            // of success
	Price      PriceText      // nil: free

	Register func(huma.API, huma.Operation)
	Check    QueryCheck // nil, or what no schema can say about the parameters together
}

// Repeatable reports whether the operation makes something and takes an Idempotency-Key, so that it can be sent again. Imports
// keep their keys themselves, and a download link is as good as another one.
func (o Operation) Repeatable() bool {
	makes := o.Method == http.MethodPost && (o.Status == http.StatusCreated || o.Status == http.StatusAccepted)
	caller := o.Credential == session.APIKey || o.Credential == session.APIKeyOrSession || o.Credential == session.Session
	return makes && caller && o.Scope != accounts.IngestionsWrite && o.ID != "createDownloadURL"
}

// Rule says who may call the operation and what it counts against.
func (o Operation) Rule() session.Rule {
	return session.Rule{Credential: o.Credential, Role: o.Role, Scope: o.Scope, Limit: o.Limit, Wait: o.Wait}
}

// QueryCheck finds problems between parameters. It sees those that were given, headers too, by name, and runs with the schema's own
// checks, so that all problems come in one answer.
type QueryCheck func(given map[string]string) []apierror.Field

// Operations is the whole contract.
func (h *Handlers) Operations() []Operation {
	const get, post, patch, put, del = http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete
	const ws = "/v1/workspaces/{workspaceId}"
	const public, setup, key, either, person = session.NoCredential, session.SetupToken, session.APIKey, session.APIKeyOrSession, session.Session
	const member, owner, operator = session.Member, session.Owner, session.Operator
	const noFetch, oneFetch, twoFetches = session.NoFetch, session.OneFetch, session.TwoFetches
	const read, lookup, imports, signIn = session.LimitRead, session.LimitLookup, session.LimitImport, session.LimitSignIn
	return []Operation{
		{get, "/v1/resolve", "resolve", "urls", "Recognise what a link points to: locally, unless a short one is to be followed",
			key, "", "", read, noFetch, 200, nil, register(h.resolve), nil},
		{get, "/v1/items/lookup", "lookupItem", "items", "Look up one public item",
			key, "", "", lookup, oneFetch, 200, lookupPrice, register(h.lookupItem), transcriptQuery},
		{get, "/v1/me", "getMe", "auth", "Who you are, what you may do and what is left",
			either, member, "", read, noFetch, 200, nil, register(h.me), nil},
		{post, "/v1/items/lookups", "lookupItems", "items", "Look up to 100 public items at once",
			key, "", "", lookup, session.Batch, 200, batchPrice, registerBatch[lookupsInput, LookupBatch, LookupResult](h.lookupItems), nil},
		{post, "/v1/accounts/lookups", "lookupAccounts", "accounts", "Look up to 100 public accounts at once",
			key, "", "", lookup, session.Batch, 200, batchPrice, registerBatch[lookupAccountsInput, AccountBatch, AccountResult](h.lookupAccounts), nil},
		{post, "/v1/items/pages", "listItemPages", "items", "List the newest items of up to 100 accounts at once",
			key, "", "", lookup, session.Batch, 200, pagesPrice, registerBatch[itemPagesInput, ItemPageBatch, ItemPageResult](h.listItemPages), nil},
		{get, "/v1/source-routes", "listSourceRoutes", "sourceRoutes", "Which source works now",
			either, member, "", read, noFetch, 200, nil, register(h.listSourceRoutes), nil},

		{post, "/v1/auth/sessions", "signIn", "auth", "Sign in",
			public, "", "", signIn, noFetch, 201, nil, register(h.signIn), nil},
		{get, "/v1/auth/sessions/current", "currentSession", "auth", "Who is signed in",
			person, "", "", read, noFetch, 200, nil, register(h.currentSession), nil},
		{del, "/v1/auth/sessions/current", "signOut", "auth", "Sign out here",
			person, "", "", read, noFetch, 204, nil, register(h.signOut), nil},
		{del, "/v1/auth/sessions", "signOutEverywhere", "auth", "Sign out everywhere",
			person, "", "", read, noFetch, 204, nil, register(h.signOutEverywhere), nil},

		{post, "/v1/workspaces/bootstrap", "bootstrap", "workspaces", "Make the first owner and workspace",
			setup, "", "", signIn, noFetch, 201, nil, register(h.bootstrap), nil},
		{get, "/v1/workspaces", "listWorkspaces", "workspaces", "List your workspaces",
			person, "", "", read, noFetch, 200, nil, register(h.listWorkspaces), nil},
		{post, "/v1/workspaces", "createWorkspace", "workspaces", "Make a workspace",
			person, operator, "", read, noFetch, 201, nil, register(h.createWorkspace), nil},
		{get, ws, "getWorkspace", "workspaces", "Read a workspace",
			person, member, "", read, noFetch, 200, nil, register(h.getWorkspace), nil},
		{patch, ws, "renameWorkspace", "workspaces", "Rename a workspace",
			person, owner, "", read, noFetch, 200, nil, register(h.renameWorkspace), nil},
		{get, ws + "/usage", "getUsage", "workspaces", "What a workspace did and spent",
			either, member, "", read, noFetch, 200, nil, register(h.getUsage), usageQuery},
		{get, ws + "/requests", "listRequests", "workspaces", "The request log of a workspace",
			either, owner, accounts.RequestsRead, read, noFetch, 200, nil, register(h.listRequests), nil},
		{get, ws + "/credits", "listCredits", "workspaces", "The ledger of a workspace",
			person, owner, "", read, noFetch, 200, nil, register(h.listCredits), nil},
		{get, ws + "/members", "listMembers", "workspaces", "List members",
			person, member, "", read, noFetch, 200, nil, register(h.listMembers), nil},
		{patch, ws + "/members/{userId}", "setMemberRole", "workspaces", "Change a member's role",
			person, owner, "", read, noFetch, 200, nil, register(h.setMemberRole), nil},
		{del, ws + "/members/{userId}", "removeMember", "workspaces", "Remove a member",
			person, owner, "", read, noFetch, 204, nil, register(h.removeMember), nil},
		{get, ws + "/invites", "listInvites", "workspaces", "List open invites",
			person, owner, "", read, noFetch, 200, nil, register(h.listInvites), nil},
		{post, ws + "/invites", "createInvite", "workspaces", "Invite a person",
			person, owner, "", read, noFetch, 201, nil, register(h.createInvite), nil},
		{del, ws + "/invites/{inviteId}", "deleteInvite", "workspaces", "Withdraw an invite",
			person, owner, "", read, noFetch, 204, nil, register(h.deleteInvite), nil},
		{post, "/v1/invites/accept", "acceptInvite", "workspaces", "Accept an invite",
			public, "", "", signIn, noFetch, 201, nil, register(h.acceptInvite), nil},
		{get, ws + "/api-keys", "listKeys", "workspaces", "List API keys",
			person, owner, "", read, noFetch, 200, nil, register(h.listKeys), nil},
		{post, ws + "/api-keys", "createKey", "workspaces", "Make an API key, shown once",
			person, owner, "", read, noFetch, 201, nil, register(h.createKey), nil},
		{del, ws + "/api-keys/{keyId}", "revokeKey", "workspaces", "Revoke an API key at once",
			person, owner, "", read, noFetch, 200, nil, register(h.revokeKey), nil},
		{patch, ws + "/api-keys/{keyId}", "changeKey", "workspaces", "Change an API key's name or budget",
			person, owner, "", read, noFetch, 200, nil, register(h.changeKey), nil},

		{get, "/v1/accounts/lookup", "lookupAccount", "accounts", "Look up an account",
			key, "", "", lookup, oneFetch, 200, lookupPrice, register(h.lookupAccount), h.accountQuery},
		{get, "/v1/items", "listItems", "items", "List the items of an account, a playlist or a hashtag",
			key, "", "", lookup, oneFetch, 200, pagePrice, register(h.listItems), h.itemsQuery},
		{get, "/v1/items/observations", "listItemObservations", "items", "How an item's counts changed, as you were served them",
			key, "", "", read, noFetch, 200, nil, register(h.itemHistory), linkOrID},
		{get, "/v1/accounts/observations", "listAccountObservations", "accounts", "How an account's counts changed, as you were served them",
			key, "", "", read, noFetch, 200, nil, register(h.accountHistory), linkOrID},
		{get, "/v1/comments", "listComments", "comments", "List an item's comments",
			key, "", "", lookup, twoFetches, 200, pagePrice, register(h.listComments), h.commentsQuery},
		{get, "/v1/search", "search", "search", "Search items or accounts",
			key, "", "", lookup, oneFetch, 200, pagePrice, register(h.search), h.searchQuery},
		{post, "/v1/ingestions", "createIngestion", "imports", "Import a link",
			key, "", accounts.IngestionsWrite, imports, noFetch, 202, importPrice, register(h.createIngestion), keyUnlessDryRun},
		{post, "/v1/ingestions/batch", "createIngestions", "imports", "Import up to 100 links at once",
			key, "", accounts.IngestionsWrite, session.LimitImportEach, noFetch, 200, importsPrice, register(h.createIngestions), nil},
		{get, "/v1/ingestions/batch/{batchId}", "getIngestionBatch", "imports", "How far a batch of imports is",
			key, "", accounts.IngestionsRead, read, session.LongPoll, 200, nil, register(h.readBatch), nil},
		{get, "/v1/ingestions", "listIngestions", "imports", "List imports",
			key, "", accounts.IngestionsRead, read, noFetch, 200, nil, register(h.listIngestions), nil},
		{get, "/v1/imports/{importId}", "getImport", "imports", "Read an import",
			key, "", accounts.IngestionsRead, read, session.LongPoll, 200, nil, register(h.getImport), nil},
		{post, "/v1/imports/{importId}/cancel", "cancelImport", "imports", "Cancel an import",
			key, "", accounts.IngestionsWrite, read, noFetch, 200, nil, register(h.cancelImport), nil},
		{get, "/v1/references", "listReferences", "references", "List references",
			either, member, accounts.ReferencesRead, read, noFetch, 200, nil, register(h.listReferences), nil},
		{get, "/v1/references/export", "exportReferences", "references", "Export references as CSV or JSON lines",
			either, member, accounts.ReferencesRead, read, noFetch, 200, nil, registerExport(h.exportReferences), nil},
		{post, "/v1/references/bulk", "changeReferences", "references", "Tag, hold or delete up to 100 references",
			either, member, accounts.ReferencesWrite, read, noFetch, 200, nil, register(h.changeReferences), nil},
		{get, "/v1/references/{referenceId}", "getReference", "references", "Read a reference",
			either, member, accounts.ReferencesRead, read, noFetch, 200, nil, register(h.getReference), nil},
		{get, "/v1/references/{referenceId}/transcript", "getTranscript", "references", "Read a transcript as JSON, SRT, WebVTT or text",
			either, member, accounts.ReferencesRead, read, noFetch, 200, nil, registerTranscript(h.getTranscript), nil},
		{get, "/v1/references/{referenceId}/bundle", "getBundle", "references", "Download a reference with its evidence, as a signed zip",
			either, member, accounts.MediaRead, read, noFetch, 200, nil, registerBundle(h.getBundle), nil},
		{patch, "/v1/references/{referenceId}", "annotateReference", "references", "Change human-authored fields",
			either, member, accounts.ReferencesWrite, read, noFetch, 200, nil, register(h.annotateReference), nil},
		{del, "/v1/references/{referenceId}", "deleteReference", "references", "Delete a reference",
			either, owner, accounts.ReferencesWrite, read, noFetch, 204, nil, register(h.deleteReference), nil},
		{put, "/v1/references/{referenceId}/media-hold", "holdMedia", "references", "Keep media bytes for longer",
			either, owner, accounts.ReferencesWrite, read, noFetch, 200, nil, register(h.holdMedia), nil},
		{get, "/v1/events", "listEvents", "events", "What happened in the workspace",
			either, member, accounts.EventsRead, read, noFetch, 200, nil, register(h.listEvents), eventsQuery},
		{get, ws + "/webhooks", "listWebhooks", "events", "List endpoints that are told of events",
			either, owner, accounts.WebhooksRead, read, noFetch, 200, nil, register(h.listWebhooks), nil},
		{post, ws + "/webhooks", "createWebhook", "events", "Add an endpoint; its secret is shown once",
			either, owner, accounts.WebhooksWrite, read, noFetch, 201, nil, register(h.createWebhook), nil},
		{patch, ws + "/webhooks/{webhookId}", "changeWebhook", "events", "Change, disable or enable an endpoint",
			either, owner, accounts.WebhooksWrite, read, noFetch, 200, nil, register(h.changeWebhook), nil},
		{del, ws + "/webhooks/{webhookId}", "deleteWebhook", "events", "Delete an endpoint with its deliveries",
			either, owner, accounts.WebhooksWrite, read, noFetch, 204, nil, register(h.deleteWebhook), nil},
		{post, ws + "/webhooks/{webhookId}/rotate-secret", "rotateWebhookSecret", "events", "Give an endpoint a new secret; the old one signs, too, for a day",
			either, owner, accounts.WebhooksWrite, read, noFetch, 200, nil, register(h.rotateSecret), nil},
		{post, ws + "/webhooks/{webhookId}/test", "testWebhook", "events", "Send an endpoint an event to try it",
			either, owner, accounts.WebhooksWrite, read, noFetch, 202, nil, register(h.testWebhook), nil},
		{get, ws + "/webhooks/{webhookId}/deliveries", "listDeliveries", "events", "What an endpoint was sent, and how that went",
			either, owner, accounts.WebhooksRead, read, noFetch, 200, nil, register(h.listDeliveries), nil},
		{post, ws + "/webhooks/{webhookId}/deliveries/{deliveryId}/resend", "resendDelivery", "events", "Send an event once more",
			either, owner, accounts.WebhooksWrite, read, noFetch, 202, nil, register(h.resendDelivery), nil},
		{get, "/v1/watches", "listWatches", "watches", "List watches",
			either, member, accounts.WatchesRead, read, noFetch, 200, nil, register(h.listWatches), nil},
		{post, "/v1/watches", "createWatch", "watches", "Watch an account, a search or an item",
			either, owner, accounts.WatchesWrite, read, oneFetch, 201, watchPrice, register(h.createWatch), nil},
		{get, "/v1/watches/{watchId}", "getWatch", "watches", "Read a watch",
			either, member, accounts.WatchesRead, read, noFetch, 200, nil, register(h.getWatch), nil},
		{patch, "/v1/watches/{watchId}", "changeWatch", "watches", "Change, pause or resume a watch",
			either, owner, accounts.WatchesWrite, read, noFetch, 200, nil, register(h.changeWatch), nil},
		{del, "/v1/watches/{watchId}", "deleteWatch", "watches", "Delete a watch with what it has seen",
			either, owner, accounts.WatchesWrite, read, noFetch, 204, nil, register(h.deleteWatch), nil},
		{post, "/v1/watches/{watchId}/run", "runWatch", "watches", "Run a watch now",
			either, owner, accounts.WatchesWrite, lookup, noFetch, 202, watchPrice, register(h.runWatch), nil},
		{get, "/v1/watches/{watchId}/runs", "listWatchRuns", "watches", "How the runs of a watch went",
			either, member, accounts.WatchesRead, read, noFetch, 200, nil, register(h.listWatchRuns), nil},
		{get, "/v1/watches/{watchId}/items", "listWatchItems", "watches", "What a watch has seen, oldest first",
			either, member, accounts.WatchesRead, read, noFetch, 200, nil, register(h.listWatchItems), nil},
		{post, "/v1/media/{mediaId}/download-url", "createDownloadURL", "media", "Make a signed download link",
			either, member, accounts.MediaRead, read, noFetch, 201, nil, register(h.createDownloadURL), nil},
	}
}
