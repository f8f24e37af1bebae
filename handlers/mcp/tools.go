package mcp

// tool is one row of the table.
type tool struct {
	name, title string
	operation   string   // of the contract, which provides schemas, price and scope
	arguments   []string // parameters of the operation that the tool accepts, in addition to those of the body
	about       string   // description
	rest        string   // how to get what a long result left out
	steps       steps    // nil if one request is enough
	ours        bool     // whether the result contains no text from platforms
	local       bool     // whether it contacts no platform
	writes      bool
}

// allTools is the table of tools. Repeating a call never pays or creates anything twice.
func allTools() []tool {
	filters := []string{"status", "country", "mediaKind", "startedFrom", "startedTo", "cursor", "limit", "maxAge"}
	return []tool{
		{name: "resolve_link", title: "Recognise a link", operation: "resolve", arguments: []string{"url"}, local: true,
			about: "Which platform a link belongs to and what it points to (item, account, …), without contacting it."},
		{name: "look_up_item", title: "Look up an item", operation: "lookupItem", arguments: []string{"url", "include", "transcriptLanguage", "maxAge"},
			about: "Facts about one public post, video, short or ad by its link: title, description, author, counts, media, and with include=transcript what is said in it.",
			rest:  "Import the link and read its transcript with get_transcript, which has pages."},
		{name: "look_up_account", title: "Look up an account", operation: "lookupAccount", arguments: []string{"url", "platform", "handle", "id", "maxAge"},
			about: "Facts about one public account, by url, or by platform and either handle or id."},
		{name: "list_items", title: "List items", operation: "listItems", arguments: append([]string{"account", "url", "collection", "sort"}, filters...), steps: listRows,
			about: "The items of an account, or by url of a playlist or hashtag, a page at a time: pass nextCursor as cursor.", rest: rowsInFull},
		{name: "list_comments", title: "List comments", operation: "listComments", arguments: []string{"url", "id", "parent", "sort", "cursor", "limit", "maxAge"}, steps: listRows,
			about: "The comments on an item, or with parent the replies to one, a page at a time.", rest: "Texts of comments are cut to 300 characters."},
		{name: "search", title: "Search a platform", operation: "search", arguments: append([]string{"platform", "q", "type", "sort"}, filters...), steps: listRows,
			about: "Searches a platform for items or accounts, a page at a time.", rest: rowsInFull},
		{name: "list_item_counts", title: "How an item's counts changed", operation: "listItemObservations", arguments: []string{"url", "id", "from", "to", "cursor", "limit"}, steps: listRows, local: true,
			about: "The counts of an item over time, as this workspace was served them."},
		{name: "estimate_price", title: "Estimate a price", operation: estimated, steps: estimatePrice, ours: true, local: true,
			about: "What a call of another tool would cost now, and whether the balance suffices. It is checked as the call would be."},
		{name: "import_link", title: "Import a link", operation: "createIngestion", arguments: []string{idempotencyKey}, steps: importLink, writes: true,
			about: "Keeps an item as a reference, in the background: facts, transcript, analysis, and only with mediaProfile full its files; wait for up to 30 seconds, then ask get_import. " +
				"Without idempotencyKey, the same arguments within 24 hours are one import, charged once; to import again after a failure, send a new key."},
		{name: "get_import", title: "Read an import", operation: "getImport", arguments: []string{"importId", "wait"}, local: true,
			about: "The progress and outcome of an import; wait answers when it ends. referenceId names what it kept."},
		{name: "search_references", title: "Search references", operation: "listReferences", local: true,
			arguments: []string{"q", "tag", "sourceTag", "platform", "state", "mediaAvailability", "board", "cursor", "limit"}, steps: listRows,
			about: "What the workspace has kept: by words in titles, notes, transcripts and on screen, by tags, the platform's or its own, platform and board; without any, the newest.", rest: referenceInFull},
		{name: "list_boards", title: "List boards", operation: "listBoards", arguments: []string{"reference", "cursor", "limit"}, steps: listRows, local: true,
			about: "The workspace's boards; search_references with board lists what is on one."},
		{name: "put_on_board", title: "Put on a board", operation: "arrangeBoard", arguments: []string{"boardId"}, local: true, writes: true,
			about: "Puts references on a manual board, moves them, or takes them off it; they stay saved."},
		{name: "get_reference", title: "Read a reference", operation: "getReference", arguments: []string{"referenceId"}, local: true,
			about: "What is known of one reference: facts, media, notes, tags."},
		{name: "get_transcript", title: "Read a transcript", operation: "getTranscript", arguments: []string{"referenceId"}, steps: pageTranscript, local: true,
			about: "What is said in a reference, with times, a page at a time: pass nextOffset as offset until it is null."},
		{name: "list_watches", title: "List watches", operation: "listWatches", arguments: []string{"cursor", "limit"}, steps: listRows, local: true,
			about: "What the workspace looks at regularly: accounts, searches, lists and single items."},
		{name: "report_watch", title: "Report on a watch", operation: "getWatchReport", arguments: []string{"watchId", "from", "to"}, local: true,
			about: "What a watch knows: what runs and for how long, what ended, what is new, creatives with their variants, reach in the EU, growth of the account, " +
				"and the days on which the platform refused, of which no end is claimed.", rest: "Ask for a shorter period."},
		{name: "check_balance", title: "Check the balance", operation: "getMe", ours: true, local: true,
			about: "The workspace's credits, what the key may do, and what is left of the rate limits."},
	}
}

const (
	rowsInFull      = "look_up_item has the whole of a row."
	referenceInFull = "get_reference has the whole of a reference."
)
