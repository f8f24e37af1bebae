package youtube

import (
	"github.com/tidwall/gjson"

	"socialdata/internal/sources/scan"
)

// answer is a JSON answer and its members, found in one walk.
type answer struct {
	raw string
	top map[string]gjson.Result
}

// readAnswer reads a JSON object; false if it does not close, which is how a cut answer shows. A check of every
// character would take longer than reading what is needed, and nothing that reads an answer trusts it.
func readAnswer(body string) (doc answer, whole bool) {
	doc = answer{raw: body, top: map[string]gjson.Result{}}
	r := scan.ReadString(body)
	for key := range r.Object() {
		doc.top[key] = r.Value()
	}
	return doc, r.Complete()
}

// continued returns what a continuation brought; the zero Result for another answer. Each endpoint has its own word for
// it.
func (a answer) continued() gjson.Result {
	for _, key := range []string{"onResponseReceivedActions", "onResponseReceivedCommands", "onResponseReceivedEndpoints"} {
		if v := a.top[key]; v.Exists() {
			return v
		}
	}
	return gjson.Result{}
}
