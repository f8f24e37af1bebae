package shown

import (
	"slices"
	"strings"

	"socialdata/internal/content"
	"socialdata/models/billing"
	"socialdata/views"
)

// PriceList formats the price list for the credits page and the API reference.
func PriceList(p billing.Prices) []views.Price {
	list := []views.Price{
		{What: "Lookup of an item or an account", Credits: views.Number(p.Lookup), Note: "Live, or the first serving of a stored observation. Asked again within maxAge it is free."},
		{What: "Page of a list, of comments or of a search", Credits: views.Number(p.Page), Note: "With at least one row. An empty page is free, and so is a page asked for again within maxAge."},
		{What: "Import", Credits: views.Number(p.Import), Note: "What the platform shows, kept as a reference."},
		{What: "… with a transcript", Credits: "+" + views.Number(p.Transcript), Note: "When one is kept."},
		{What: "… of speech", Credits: "+" + views.Number(p.Speech), Note: "When there are no captions and a machine writes down what is said in the media, beside the transcript."},
		{What: "… with analysis", Credits: "+" + views.Number(p.Analysis), Note: "When media was verified and analysed."},
		{What: "… with media", Credits: "+" + views.Number(p.Media), Note: "When primary media is kept. A hold costs nothing more."},
		{What: "Anything that fails", Credits: "0", Note: "Errors, failed and cancelled imports, and everything else of the API."},
	}
	return slices.DeleteFunc(list, func(v views.Price) bool { return v.What == "… of speech" && p.Speech == 0 })
}

// importParts names what an import stored, by the price parts of the ledger.
var importParts = map[content.Part]string{content.PartTranscript: "transcript", content.PartSpeech: "speech", content.PartAnalysis: "analysis", content.PartMedia: "media"}

// lookups names the kinds of lookups, by the prefix of an entry's subject. For searches and for entries of earlier
// versions about lists, the rest of the subject is only a digest.
var lookups = map[string]string{"item": "Lookup", "account": "Account", "items": "List", "comments": "Comments", "search": "Search"}

// PostingWords describes what a ledger entry is for and what its subject is.
func PostingWords(p billing.Posting) (word, subject string) {
	if p.Amount > 0 {
		return "Granted", ""
	}
	if p.ImportID() != "" {
		words := []string{}
		for _, part := range p.Parts {
			if w := importParts[part]; w != "" {
				words = append(words, w)
			}
		}
		if len(words) == 0 {
			return "Import", p.Subject
		}
		return "Import: " + strings.Join(words, ", "), p.Subject
	}
	kind, rest, _ := strings.Cut(p.Subject, ":")
	if !isNaturalID(rest) {
		rest = ""
	}
	if p.Part == content.PartStored {
		return lookups[kind] + ", stored", rest
	}
	return lookups[kind] + ", live", rest
}

// digestLength is the length of the digests by which lists are stored, which no platform's name has.
const digestLength = 32

// isNaturalID reports whether a text begins with the name of a platform, not with a digest.
func isNaturalID(text string) bool {
	platform, _, found := strings.Cut(text, ":")
	return found && len(platform) < digestLength
}
