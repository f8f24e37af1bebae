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

// readAnswer reads a JSON object; false when it does not close, which is how a cut answer shows. A check of every
// character would take longer than reading what is needed, and nothing that reads an answer trusts it.
func readAnswer(body string) (doc answer, whole bool) {
	doc = answer{raw: body, top: map[string]gjson.Result{}}
	end := 1
	gjson.Parse(body).ForEach(func(key, v gjson.Result) bool {
		doc.top[key.Str] = v
		end = v.Index + len(v.Raw)
		return true
	})
	return doc, strings.TrimSpace(body[min(end, len(body)):]) == "}"
}

// arrived is what a continuation brought, "" in another answer. Each endpoint has its own word for it.
func (a answer) arrived() string {
	for _, key := range []string{"onResponseReceivedActions", "onResponseReceivedCommands", "onResponseReceivedEndpoints"} {
		if v := a.top[key]; v.Exists() {
			return v.Raw
		}
	}
	return ""
}
