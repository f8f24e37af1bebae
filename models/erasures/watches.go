package erasures

import (
	"slices"
	"strings"

	"socialdata/models/db"
)

// watched is the part of a watch that an erasure needs.
type watched struct{ ID, Source string }

// nextWatch returns the workspace's watch with the next id; nil after the last.
func (t *taking) nextWatch(after string) (*watched, error) {
	return db.First[watched](t.Table("watches").Select("id, source").Where("workspace_id = ? AND id > ?", t.workspace, after).Order("id"))
}

// gatherWatches is a step that gathers the next watch if it is of the account or of one of its items, and for the former
// the items that it has seen.
func gatherWatches(t *taking, after string) (string, error) {
	w, err := t.nextWatch(after)
	if err != nil || w == nil {
		return "", err
	}
	is, ofAccount, err := t.watches(w)
	if err != nil || !is {
		return w.ID, err
	}
	if err := t.add(w.ID); err != nil || !ofAccount {
		return w.ID, err
	}
	var seen []string
	if err := t.Table("watch_items").Where("watch_id = ?", w.ID).Pluck("item_id", &seen).Error; err != nil { // at most 50,000
		return "", err
	}
	return w.ID, t.addItems(seen...)
}

// watches reports whether a watch is of the account or of one of its items. Items that an account's watch has seen prove
// nothing, because a post of several accounts is in the lists of all of them.
func (t *taking) watches(w *watched) (is, ofAccount bool, err error) {
	source := db.FromJSON[struct{ Kind, Account, URL string }](w.Source)
	if source.Kind != "account" && source.Kind != "item" {
		return false, false, nil // searches and lists contain items of other accounts, too
	}
	if source.Kind == "item" {
		known, err := t.known([]string{source.URL})
		if err != nil || known[source.URL] {
			return err == nil, false, err
		}
		var seen []string
		err = t.Table("watch_items").Where("watch_id = ? AND item_id IN "+named, w.ID, t.ID).Limit(1).Pluck("item_id", &seen).Error
		return len(seen) > 0, false, err
	}
	at := address(source.Account)
	known, err := t.known([]string{source.Account, at})
	if err != nil || known[source.Account] || known[at] {
		return err == nil, true, err
	}
	is, err = t.handle(source.Account)
	return is, true, err
}

// handle reports whether a text is "<platform>:@<handle>" and the account was last seen with that handle.
func (t *taking) handle(text string) (bool, error) {
	platform, name, ok := strings.Cut(strings.ToLower(text), ":")
	if !ok {
		return false, nil
	}
	var ids []string
	err := t.Table("account_names").Where("platform = ? AND name = ?", platform, name).Pluck("account_id", &ids).Error
	return slices.Contains(ids, t.Subject), err
}

// forgetItems is a step that erases the account's items from what the next watch has seen.
func forgetItems(t *taking, after string) (string, error) {
	w, err := t.nextWatch(after)
	if err != nil || w == nil {
		return "", err
	}
	res := t.Exec("DELETE FROM watch_items WHERE watch_id = ? AND item_id IN "+named, w.ID, t.ID)
	add(t.counts, "watch_items", res.RowsAffected)
	if res.Error != nil {
		return "", res.Error
	}
	res = t.Exec("DELETE FROM watch_reaches WHERE watch_id = ? AND item_id IN "+named, w.ID, t.ID)
	add(t.counts, "watch_reaches", res.RowsAffected)
	return w.ID, res.Error
}
