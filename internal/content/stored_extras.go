package content

import "bytes"

// About an item's body: its last member, the maximum distance of that member from the end, and the end of bodies that
// were stored before items had extras.
const (
	lastExtra   = `"unavailableExtras":[`
	extrasTail  = 160
	extrasUnset = `,"media":null,"tags":null,"mentions":null,"sound":null,"location":null,"sponsored":null,"language":null,` +
		`"category":null,"unavailableExtras":["media","tags","mentions","sound","location","sponsored","language","category"]}`
)

// WithExtras returns the body of a stored item with all extras. In bodies stored by earlier versions they become null
// and are listed in unavailableExtras. It only looks at the end of the body, because every cached answer needs it; JSON
// strings cannot contain the member's unescaped quotes.
func WithExtras(body []byte) []byte {
	if len(body) < 3 || bytes.Contains(body[max(0, len(body)-extrasTail):], []byte(lastExtra)) {
		return body
	}
	return append(body[:len(body)-1:len(body)-1], extrasUnset...)
}
