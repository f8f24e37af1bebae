package shown

import (
	"strings"

	"socialdata/internal/content"
	"socialdata/models/billing"
	"socialdata/views"
)

// PriceList writes the price list for the credits page and the API reference.
func PriceList(p billing.Prices) []views.Price {
	return []views.Price{
		{What: "Lookup of an item or an account", Credits: views.Number(p.Lookup), Note: "Live, or the first serving of a stored observation. Asked again within maxAge it is free."},
		{What: "Page of a list, of comments or of a search", Credits: views.Number(p.Page), Note: "With at least one row. An empty page is free, and so is a page asked for again within maxAge."},
		{What: "Import", Credits: views.Number(p.Import), Note: "What the platform shows, kept as a reference."},
		{What: "… with a transcript", Credits: "+" + views.Number(p.Transcript), Note: "When one is kept."},
		{What: "… with analysis", Credits: "+" + views.Number(p.Analysis), Note: "When media was verified and analysed."},
		{What: "… with media", Credits: "+" + views.Number(p.Media), Note: "When primary media is kept. A hold costs nothing more."},
		{What: "Anything that fails", Credits: "0", Note: "Errors, failed and cancelled imports, and everything else of the API."},
	}
}

// importParts say what of an import an entry of the ledger is for.
var importParts = map[content.Part]string{content.PartFetch: "Import", content.PartTranscript: "Import: transcript", content.PartAnalysis: "Import: analysis",
	content.PartMedia: "Import: media"}

// lookups say what was looked up, by how the subject of an entry begins. Of a list the rest is a digest, which says nothing.
var lookups = map[string]string{"item": "Lookup", "account": "Account", "items": "List", "comments": "Comments", "search": "Search"}

// EntryWords say what an entry of the ledger is for, and what it is about.
func EntryWords(e billing.Entry) (word, subject string) {
	if e.Amount > 0 {
		return "Granted", ""
	}
	if e.ImportID() != "" {
		return importParts[e.Part], e.Subject
	}
	kind, rest, _ := strings.Cut(e.Subject, ":")
	if kind != "item" && kind != "account" {
		rest = ""
	}
	if e.Part == content.PartStored {
		return lookups[kind] + ", stored", rest
	}
	return lookups[kind] + ", live", rest
}
