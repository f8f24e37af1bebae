package erasures

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"gorm.io/gorm/clause"
)

// erasureName is a name of something of the account: an id, an address or the subject of an answer. It is kept until the erasure ends.
type erasureName struct {
	ErasureID string `gorm:"primaryKey"`
	Name      string `gorm:"primaryKey"`
}

// named is true of names of an erasure, whose id its ? is.
const named = "(SELECT name FROM erasure_names WHERE erasure_id = ?)"

// insertNames bounds the names of one statement: SQLite allows some thousand parameters.
const insertNames = 200

// add remembers names of the account's data.
func (t *taking) add(names ...string) error {
	rows := make([]erasureName, 0, len(names))
	for _, n := range names {
		if isName(n) && !slices.Contains(rows, erasureName{t.ID, n}) {
			rows = append(rows, erasureName{t.ID, n})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return t.Clauses(clause.OnConflict{DoNothing: true}).CreateInBatches(rows, insertNames).Error
}

// isName reports whether a text can be a name: as long as an address at most, and what PostgreSQL takes for a text.
func isName(text string) bool {
	return text != "" && len(text) <= 2048 && !strings.Contains(text, "\x00")
}

// addItems remembers items of the account: by their natural ids and as the subjects of their answers.
func (t *taking) addItems(ids ...string) error {
	var names []string
	for _, id := range ids {
		names = append(names, id, itemAnswer(id))
	}
	return t.add(names...)
}

// itemAnswer and accountAnswer are the subjects of what platforms answered about an item and an account (internal/lookup).
func itemAnswer(id string) string    { return "item:" + id }
func accountAnswer(id string) string { return "account:" + id }

// known returns which of some texts are names of the account's data.
func (t *taking) known(texts []string) (map[string]bool, error) {
	known := map[string]bool{t.Subject: true}
	slices.Sort(texts)
	for some := range slices.Chunk(slices.Compact(texts), insertNames) {
		var found []string
		if err := t.Model(&erasureName{}).Where("erasure_id = ? AND name IN ?", t.ID, some).Pluck("name", &found).Error; err != nil {
			return nil, err
		}
		for _, name := range found {
			known[name] = true
		}
	}
	return known, nil
}

// textsOf lists the strings of a JSON document; none where it is no JSON.
func textsOf(raw []byte) (list []string) {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return nil
	}
	walk(v, func(v any) {
		if text, is := v.(string); is && isName(text) {
			list = append(list, text)
		}
	})
	return list
}

// walk visits every value of a document.
func walk(v any, visit func(any)) {
	visit(v)
	switch v := v.(type) {
	case map[string]any:
		for _, inner := range v {
			walk(inner, visit)
		}
	case []any:
		for _, inner := range v {
			walk(inner, visit)
		}
	}
}

// ownNames lists the names of the account and of its items in an answer; none where the answer does not know the account. author and
// account are references to accounts, data is the rows of a page.
func ownNames(account string, raw []byte) (names []string) {
	if !strings.Contains(string(raw), account) {
		return nil
	}
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return nil
	}
	walk(v, func(v any) {
		o, _ := v.(map[string]any)
		switch {
		case o == nil:
		case o["id"] == account: // the account itself, wherever it is named
			names = append(names, accountNames(account, text(o["url"]), text(o["handle"]))...)
		case idOf(o["author"]) == account:
			names = append(names, itemNames(o)...)
		case idOf(o["account"]) == account, idOf(o["source"]) == account:
			rows, _ := o["data"].([]any)
			for _, row := range rows {
				if item, is := row.(map[string]any); is && item["object"] != "comment" {
					names = append(names, itemNames(item)...)
				}
			}
		}
	})
	return names
}

// accountNames are the names of the account: by its id, its address, and the addresses that people type for its handle.
func accountNames(account, link, handle string) []string {
	names := []string{account, accountAnswer(account), link, address(link)}
	if at, err := url.Parse(link); err == nil && at.Host != "" && handle != "" {
		names = append(names, address("https://"+at.Host+"/"+handle), address("https://"+at.Host+"/@"+handle))
	}
	return names
}

// address is a link to an account without what its spellings differ in; "" if it is none.
func address(link string) string {
	at, err := url.Parse(strings.ToLower(link))
	if err != nil || at.Host == "" {
		return ""
	}
	host := strings.TrimPrefix(strings.TrimPrefix(at.Host, "www."), "m.")
	return "at:" + host + strings.TrimSuffix(at.Path, "/")
}

// itemNames are the names of an item in an answer; none of a comment, whose id may be another thing's.
func itemNames(o map[string]any) []string {
	id := text(o["id"])
	if !strings.Contains(id, ":") {
		return nil
	}
	return []string{id, itemAnswer(id), text(o["url"])}
}

func idOf(v any) string {
	o, _ := v.(map[string]any)
	return text(o["id"])
}

func text(v any) string {
	s, _ := v.(string)
	return s
}
