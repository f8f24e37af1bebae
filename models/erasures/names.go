package erasures

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"gorm.io/gorm/clause"
)

// erasureName is an id, an address or the subject of an answer that belongs to the account. It is kept until the erasure ends.
type erasureName struct {
	ErasureID string `gorm:"primaryKey"`
	Name      string `gorm:"primaryKey"`
}

// named is a subquery for the names of an erasure, whose id is its argument.
const named = "(SELECT name FROM erasure_names WHERE erasure_id = ?)"

// insertNames is how many names one statement has: SQLite limits the number of parameters.
const insertNames = 200

// add stores names of the account's data.
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

// isName reports whether a text can be a name: at most as long as an address, and valid as a text in PostgreSQL.
func isName(text string) bool {
	return text != "" && len(text) <= 2048 && !strings.Contains(text, "\x00")
}

// addItems stores the natural ids of items of the account, and the subjects of answers about them.
func (t *taking) addItems(ids ...string) error {
	var names []string
	for _, id := range ids {
		names = append(names, id, itemAnswer(id))
	}
	return t.add(names...)
}

// itemAnswer and accountAnswer return the subjects of stored answers about an item and an account (see internal/lookup).
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

// textsOf returns the strings in a JSON document; none if it is invalid.
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

// ownNames returns the names of the account and of its items in an answer; none if the account is not in it. The members
// author, account and source refer to accounts, and data holds the rows of a page.
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
		case o["id"] == account: // the account itself, wherever it occurs
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

// accountNames returns the names of the account: its id, its address, and the addresses that people type for its handle.
func accountNames(account, link, handle string) []string {
	names := []string{account, accountAnswer(account), link, address(link)}
	if at, err := url.Parse(link); err == nil && at.Host != "" && handle != "" {
		names = append(names, address("https://"+at.Host+"/"+handle), address("https://"+at.Host+"/@"+handle))
	}
	return names
}

// address normalizes a link to an account, so that different spellings are equal. It returns "" for other texts.
func address(link string) string {
	at, err := url.Parse(strings.ToLower(link))
	if err != nil || at.Host == "" {
		return ""
	}
	host := strings.TrimPrefix(strings.TrimPrefix(at.Host, "www."), "m.")
	return "at:" + host + strings.TrimSuffix(at.Path, "/")
}

// itemNames returns the names of an item in an answer; none for a comment, whose id may also belong to something else.
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
