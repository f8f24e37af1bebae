package shown

import (
	"strings"

	"socialdata/internal/lookup"
	"socialdata/views"
)

// LookupPrice says in a few words what a lookup costs now, and in a sentence why.
func LookupPrice(e *lookup.Estimate) (price, sentence string) {
	least, most := e.Price()
	price, why := views.Credits(most), "it is read live. Asking for it again is free while what was read is fresh."
	switch {
	case most == 0:
		price, why = "free", "it is read live."
	case least < most:
		price, why = "up to "+views.Credits(most), "it is read live. An empty answer is free, and so is one that you have paid for."
	}
	switch {
	case e.Stored && most == 0:
		why = "it is stored, and this workspace has paid for it."
	case e.Stored:
		why = "it is stored, and served to this workspace for the first time."
	}
	sentence = strings.ToUpper(price[:1]) + price[1:] + ": " + why
	if !e.Sufficient() {
		sentence += " The balance does not pay that."
	}
	return price, sentence
}
