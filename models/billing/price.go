package billing

import "socialdata/internal/content"

// Prices is the only price list, in credits: charges, estimates, errors, the contract and the pages all use it.
type Prices struct {
	Lookup     int64 // an item or account: live, or the first serving of a stored observation
	Page       int64 // a page of a list, of comments or of a search with at least one row
	Import     int64 // an import that succeeds
	Transcript int64 // additional, if an import keeps one
	Speech     int64 // additional to that, if the operator's server wrote it down; 0: there is none
	Analysis   int64 // additional, if an import verified and analysed media
	Media      int64 // additional, if an import keeps primary media
}

// StandardPrices returns the prices that every installation has.
func StandardPrices() Prices {
	return Prices{Lookup: 1, Page: 1, Import: 1, Transcript: 1, Analysis: 2, Media: 2}
}

// WithSpeech returns the prices of an installation whose operator has a server that writes speech down.
func (p Prices) WithSpeech() Prices {
	p.Speech = 2
	return p
}

// ImportParts are the optional parts of an import; the lookup is always part of it.
type ImportParts struct {
	Transcript, Analysis, Media bool
	Speech                      bool // the transcript is of speech that the operator's server wrote down
	Captured                    bool // a browser handed the post over, so nothing is fetched
}

// OfCapture returns the parts of the import of a capture, if it is one. A capture has no captions.
func (parts ImportParts) OfCapture(captured bool) ImportParts {
	if captured {
		parts.Captured, parts.Transcript, parts.Speech = true, false, false
	}
	return parts
}

// Charge is one line of a price, in credits.
type Charge struct {
	Part    content.Part
	Credits int64
}

// ImportCharges returns the lines of an import's price.
func (p Prices) ImportCharges(parts ImportParts) []Charge {
	charges := []Charge{}
	if !parts.Captured {
		charges = append(charges, Charge{content.PartFetch, p.Import})
	}
	if parts.Transcript {
		charges = append(charges, Charge{content.PartTranscript, p.Transcript})
	}
	if parts.Speech && p.Speech > 0 {
		charges = append(charges, Charge{content.PartSpeech, p.Speech})
	}
	if parts.Analysis {
		charges = append(charges, Charge{content.PartAnalysis, p.Analysis})
	}
	if parts.Media {
		charges = append(charges, Charge{content.PartMedia, p.Media})
	}
	return charges
}

// FullImport returns what an import costs with every part.
func (p Prices) FullImport() int64 {
	return Total(p.ImportCharges(ImportParts{Transcript: true, Speech: true, Analysis: true, Media: true}))
}

// Total adds up the lines of a price.
func Total(charges []Charge) int64 {
	credits := int64(0)
	for _, c := range charges {
		credits += c.Credits
	}
	return credits
}
