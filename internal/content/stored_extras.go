package content

import "bytes"

// Of an item's body: the member that ends it, how far from its end that begins at most, and what bodies end in that were
// stored before items had extras.
const (
	lastExtra   = `"unavailableExtras":[`
	extrasTail  = 160
	extrasUnset = `,"media":null,"tags":null,"mentions":null,"sound":null,"location":null,"sponsored":null,"language":null,` +
		`"category":null,"unavailableExtras":["media","tags","mentions","sound","location","sponsored","language","category"]}`
)

// WithExtras returns the body of a stored item with every extra. Bodies that earlier versions stored get them as null and
// named in unavailableExtras. It looks at the end of the body alone, because every cached answer runs it: a text in JSON
// cannot contain the member's bare quotes.
func WithExtras(body []byte) []byte {
	if len(body) < 3 || bytes.Contains(body[max(0, len(body)-extrasTail):], []byte(lastExtra)) {
		return body
	}
	return append(body[:len(body)-1:len(body)-1], extrasUnset...)
}
