package videosite

import (
	"strings"

	"github.com/tidwall/gjson"
)

// answer is a JSON answer and its members, found in one walk.
type answer struct {
	raw string
	top map[string]gjson.Result
}

// fullCheck is the longest answer, in bytes, of which every character is checked. A check of a larger one takes longer
// than reading what is needed; that its objects close is enough to tell that it was not cut.
const fullCheck = 128 << 10

// readAnswer reads a JSON object; false when it is cut or malformed.
func readAnswer(body string) (doc answer, whole bool) {
	doc = answer{raw: body, top: map[string]gjson.Result{}}
	end := 1
	gjson.Parse(body).ForEach(func(key, v gjson.Result) bool {
		doc.top[key.Str] = v
		end = v.Index + len(v.Raw)
		return true
	})
	closed := strings.TrimSpace(body[min(end, len(body)):]) == "}"
	return doc, closed && (len(body) > fullCheck || gjson.Valid(body))
}
