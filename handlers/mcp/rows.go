package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

// Settings for lists of rows.
const (
	limitArgument = "limit"
	usualRows     = 20  // unless the agent requests another number
	rowText       = 300 // characters of a text in a row
	maxAgeOfRows  = "1h"
)

// rowFields are the properties shown in rows, by tool. Looking up a single row returns the rest.
var rowFields = map[string][]string{
	"list_items":        itemFields,
	"search":            append([]string{"name", "followers", "followersApproximate"}, itemFields...),
	"list_comments":     {"id", "author", "text", "publishedAt", "publishedText", "likes", "likesApproximate", "replies", "byItemAuthor", "pinned"},
	"search_references": {"id", "canonicalUrl", "state", "mediaAvailability", "parts", "matches", "sourceObserved", "humanAuthored", "provenance", "createdAt", "updatedAt"},
	"list_boards":       {"id", "name", "description", "kind", "filter", "order", "count"},
	"list_watches":      {"id", "name", "source", "every", "state", "items", "nextRunAt", "lastRun"},
	"list_item_counts":  {"observedAt", "confirmedAt", "stats", "source", "approximate"},
}

var itemFields = []string{"id", "url", "kind", "title", "text", "author", "publishedAt", "publishedText", "durationMs", "live", "stats", "viewsApproximate", "ad", "handle"}

// innerFields are the properties shown of objects inside rows. Objects that are not listed are shown whole.
var innerFields = map[string][]string{
	"author":         {"id", "handle", "name"},
	"ad":             {"active", "pageName", "startedAt", "endedAt", "ctaText", "linkUrl"},
	"sourceObserved": {"sourceTitle", "sourceDescription", "channelHandle", "channelName", "publishedAt", "durationMs", "viewCount", "likeCount", "commentCount", "sourceTags", "sound"},
	"lastRun":        {"state", "startedAt", "found", "ended", "returned", "edited", "code"},
	"humanAuthored":  {"customTitle", "notes", "tags"},
	"provenance":     {"origin"}, // of what a browser handed over; null otherwise
}

// listRows requests a page of rows and returns them in brief. If they do not all fit, it requests again as many as
// fit, so that the cursor continues after the last row shown. The second request is free, because the page is stored
// by then.
func listRows(c *call) (*Answer, error) {
	if c.args[limitArgument] == nil {
		c.args[limitArgument] = json.RawMessage(strconv.Itoa(usualRows))
	}
	again := arguments{}
	for name, v := range c.args {
		again[name] = v
	}
	answer, err := c.ask(c.tool, c.args, nil)
	if err != nil || answer.Status >= http.StatusBadRequest {
		return answer, err
	}
	page := readRows(answer.Body)
	body, fit := page.brief(c.tool.name, MaxResult)
	if fit < len(page.rows) {
		c.left = fmt.Sprintf("Of %d rows %d fit; the cursor goes on behind them.", len(page.rows), fit)
		again[limitArgument] = json.RawMessage(strconv.Itoa(fit))
		if string(again["maxAge"]) == `"0"` {
			again["maxAge"] = json.RawMessage(`"` + maxAgeOfRows + `"`)
		}
		fewer, err := c.ask(c.tool, again, nil)
		if err != nil || fewer.Status >= http.StatusBadRequest {
			return fewer, err
		}
		body, _ = readRows(fewer.Body).brief(c.tool.name, MaxResult)
	}
	answer.Body = body
	return answer, nil
}

// rowPage is a page of rows. name is the property that holds them.
type rowPage struct {
	whole map[string]any
	name  string
	rows  []any
}

func readRows(body []byte) rowPage {
	p := rowPage{name: "items"}
	p.whole, _ = decode(body).(map[string]any)
	if _, is := p.whole["data"]; is {
		p.name = "data"
	}
	p.rows, _ = p.whole[p.name].([]any)
	return p
}

// brief encodes the page in brief, and returns how many rows fit into size bytes, at least one.
func (p rowPage) brief(tool string, size int) (body []byte, fit int) {
	rows := make([]any, len(p.rows))
	for n, row := range p.rows {
		rows[n] = briefValue(row, rowFields[tool])
	}
	whole := map[string]any{}
	for name, v := range p.whole {
		whole[name] = v
	}
	whole[p.name] = []any{}
	left := size - len(encode(whole))
	for fit < len(rows) && (fit == 0 || left > 0) {
		if left -= len(encode(rows[fit])) + 1; left >= 0 || fit == 0 {
			fit++
		}
	}
	whole[p.name] = rows
	return encode(whole), fit
}

// briefValue returns a value without null and empty parts, with texts truncated. Of an object it keeps the given
// fields, or all fields if there are none.
func briefValue(v any, fields []string) any {
	switch v := v.(type) {
	case string:
		return cutText(v, rowText)
	case []any:
		list := make([]any, 0, len(v))
		for _, e := range v {
			list = append(list, briefValue(e, nil))
		}
		return list
	case map[string]any:
		out := map[string]any{}
		for name, e := range v {
			if fields != nil && !slices.Contains(fields, name) {
				continue
			}
			if e = briefValue(e, innerFields[name]); !isEmpty(e) {
				out[name] = e
			}
		}
		return out
	}
	return v
}

// isEmpty reports whether a value is null or an empty list or object.
func isEmpty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}
