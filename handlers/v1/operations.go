package v1

import (
	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
)

// Operation is an operation of the contract with its JSON handler.
type Operation struct {
	operations.Operation
	binding
}

// binding is how an operation is exposed as JSON.
type binding struct {
	Register func(huma.API, huma.Operation)
	Check    QueryCheck // checks parameters against each other, which no schema can; may be nil
}

// QueryCheck validates combinations of parameters and headers. given holds those that were sent, by name. It runs
// together with the schema's own checks, so that one response reports all problems.
type QueryCheck func(given map[string]string) []apierror.Field

// Operations returns all operations of the contract.
func (h *Handlers) Operations() []Operation {
	bindings := h.bindings()
	var list []Operation
	for _, o := range operations.Table() {
		if o.Path != "" {
			list = append(list, Operation{o, bindings[o.ID]})
		}
	}
	return list
}

// bindings returns the handler of each operation, by its id.
func (h *Handlers) bindings() map[string]binding {
	return map[string]binding{
		"resolve":                 {Register: register(h.resolve)},
		"lookupItem":              {Register: register(h.lookupItem), Check: itemQuery},
		"getMe":                   {Register: register(h.me)},
		"lookupItems":             {Register: registerBatch[lookupsInput, LookupBatch, LookupResult](h.lookupItems)},
		"lookupAccounts":          {Register: registerBatch[lookupAccountsInput, AccountBatch, AccountResult](h.lookupAccounts)},
		"listItemPages":           {Register: registerBatch[itemPagesInput, ItemPageBatch, ItemPageResult](h.listItemPages)},
		"listSourceRoutes":        {Register: register(h.listSourceRoutes)},
		"signIn":                  {Register: register(h.signIn)},
		"currentSession":          {Register: register(h.currentSession)},
		"signOut":                 {Register: register(h.signOut)},
		"signOutEverywhere":       {Register: register(h.signOutEverywhere)},
		"bootstrap":               {Register: register(h.bootstrap)},
		"listWorkspaces":          {Register: register(h.listWorkspaces)},
		"createWorkspace":         {Register: register(h.createWorkspace)},
		"getWorkspace":            {Register: register(h.getWorkspace)},
		"renameWorkspace":         {Register: register(h.renameWorkspace)},
		"closeWorkspace":          {Register: register(h.closeWorkspace)},
		"eraseAccount":            {Register: register(h.eraseAccount)},
		"getErasure":              {Register: register(h.getErasure)},
		"getUsage":                {Register: register(h.getUsage), Check: usageQuery},
		"listRequests":            {Register: register(h.listRequests)},
		"listCredits":             {Register: register(h.listCredits)},
		"listActs":                {Register: register(h.listActs)},
		"listMembers":             {Register: register(h.listMembers)},
		"setMemberRole":           {Register: register(h.setMemberRole)},
		"removeMember":            {Register: register(h.removeMember)},
		"listInvites":             {Register: register(h.listInvites)},
		"createInvite":            {Register: register(h.createInvite)},
		"deleteInvite":            {Register: register(h.deleteInvite)},
		"acceptInvite":            {Register: register(h.acceptInvite)},
		"listKeys":                {Register: register(h.listKeys)},
		"createKey":               {Register: register(h.createKey)},
		"revokeKey":               {Register: register(h.revokeKey)},
		"changeKey":               {Register: register(h.changeKey)},
		"lookupAccount":           {Register: register(h.lookupAccount), Check: h.accountQuery},
		"listItems":               {Register: register(h.listItems), Check: h.itemsQuery},
		"listItemObservations":    {Register: register(h.itemHistory), Check: linkOrID},
		"listAccountObservations": {Register: register(h.accountHistory), Check: linkOrID},
		"listComments":            {Register: register(h.listComments), Check: h.commentsQuery},
		"search":                  {Register: register(h.search), Check: h.searchQuery},
		"createIngestion":         {Register: register(h.createIngestion), Check: keyUnlessDryRun},
		"createIngestions":        {Register: register(h.createIngestions)},
		"getIngestionBatch":       {Register: register(h.readBatch)},
		"createCapture":           {Register: register(h.createCapture)},
		"getCapture":              {Register: register(h.getCapture)},
		"putCapturePart":          {Register: register(h.putCapturePart)},
		"importCapture":           {Register: register(h.importCapture)},
		"listIngestions":          {Register: register(h.listIngestions)},
		"getImport":               {Register: register(h.getImport)},
		"cancelImport":            {Register: register(h.cancelImport)},
		"listReferences":          {Register: register(h.listReferences), Check: referencesQuery},
		"exportReferences":        {Register: registerExport(h.exportReferences)},
		"changeReferences":        {Register: register(h.changeReferences)},
		"createChange":            {Register: register(h.createChange)},
		"getChange":               {Register: register(h.getChange)},
		"stopChange":              {Register: register(h.stopChange)},
		"listTags":                {Register: register(h.listTags)},
		"getReference":            {Register: register(h.getReference)},
		"getTranscript":           {Register: registerTranscript(h.getTranscript)},
		"findSimilar":             {Register: register(h.findSimilar)},
		"getBundle":               {Register: registerBundle(h.getBundle)},
		"annotateReference":       {Register: register(h.annotateReference)},
		"deleteReference":         {Register: register(h.deleteReference)},
		"holdMedia":               {Register: register(h.holdMedia)},
		"listEvents":              {Register: register(h.listEvents), Check: eventsQuery},
		"listWebhooks":            {Register: register(h.listWebhooks)},
		"createWebhook":           {Register: register(h.createWebhook)},
		"changeWebhook":           {Register: register(h.changeWebhook)},
		"deleteWebhook":           {Register: register(h.deleteWebhook)},
		"rotateWebhookSecret":     {Register: register(h.rotateSecret)},
		"testWebhook":             {Register: register(h.testWebhook)},
		"listDeliveries":          {Register: register(h.listDeliveries)},
		"resendDelivery":          {Register: register(h.resendDelivery)},
		"listWatches":             {Register: register(h.listWatches)},
		"listExports":             {Register: register(h.listExports)},
		"createExport":            {Register: register(h.createExport)},
		"getExport":               {Register: register(h.getExport)},
		"changeExport":            {Register: register(h.changeExport)},
		"runExport":               {Register: register(h.runExport)},
		"deleteExport":            {Register: register(h.deleteExport)},
		"createWatch":             {Register: register(h.createWatch)},
		"getWatch":                {Register: register(h.getWatch)},
		"changeWatch":             {Register: register(h.changeWatch)},
		"deleteWatch":             {Register: register(h.deleteWatch)},
		"runWatch":                {Register: register(h.runWatch)},
		"getWatchReport":          {Register: register(h.getWatchReport)},
		"listWatchFeeds":          {Register: register(h.listWatchFeeds)},
		"createWatchFeed":         {Register: register(h.createWatchFeed)},
		"revokeWatchFeed":         {Register: register(h.revokeWatchFeed)},
		"listWatchRuns":           {Register: register(h.listWatchRuns)},
		"listWatchItems":          {Register: register(h.listWatchItems)},
		"createRetry":             {Register: register(h.createRetry)},
		"getRetry":                {Register: register(h.getRetry)},
		"changeRetry":             {Register: register(h.changeRetry)},
		"listBoards":              {Register: register(h.listBoards)},
		"createBoard":             {Register: register(h.createBoard)},
		"getBoard":                {Register: register(h.getBoard)},
		"changeBoard":             {Register: register(h.changeBoard)},
		"deleteBoard":             {Register: register(h.deleteBoard)},
		"arrangeBoard":            {Register: register(h.arrangeBoard)},
		"listShares":              {Register: register(h.listShares)},
		"createShare":             {Register: register(h.createShare)},
		"revokeShare":             {Register: register(h.revokeShare)},
		"createDownloadURL":       {Register: register(h.createDownloadURL)},
	}
}
