package erasures

import (
	"bytes"
	"encoding/json"
)

// capturesRead is how many captures one step of eraseComments reads.
const capturesRead = 20

// eraseComments is a step that takes the account's comments out of the next captures of other accounts' posts.
func eraseComments(t *taking, after string) (string, error) {
	var rows []struct {
		ID   string
		Item []byte
	}
	q := t.Table("captures").Select("id, item").Where("workspace_id = ? AND id > ?", t.workspace, after)
	if err := q.Order("id").Limit(capturesRead).Scan(&rows).Error; err != nil || len(rows) == 0 {
		return "", err
	}
	for _, r := range rows {
		item, taken, err := withoutComments(r.Item, t.Subject)
		if err != nil {
			return "", err
		}
		if !taken {
			continue
		}
		if err := t.Table("captures").Where("id = ?", r.ID).Update("item", item).Error; err != nil {
			return "", err
		}
		add(t.counts, "captures", 1)
	}
	return rows[len(rows)-1].ID, nil
}

// withoutComments returns the JSON of a captured post without an account's comments. taken is false if it has none.
func withoutComments(item []byte, account string) (_ []byte, taken bool, err error) {
	if !bytes.Contains(item, []byte(`"`+account+`"`)) {
		return item, false, nil
	}
	var post map[string]json.RawMessage
	var comments, left []json.RawMessage
	if err := json.Unmarshal(item, &post); err != nil || post["comments"] == nil {
		return item, false, err
	}
	if err := json.Unmarshal(post["comments"], &comments); err != nil {
		return item, false, err
	}
	for _, c := range comments {
		var by struct{ Author *struct{ ID string } }
		if err := json.Unmarshal(c, &by); err != nil {
			return item, false, err
		}
		if by.Author == nil || by.Author.ID != account {
			left = append(left, c)
		}
	}
	if len(left) == len(comments) {
		return item, false, nil
	}
	delete(post, "comments")
	if left != nil {
		if post["comments"], err = json.Marshal(left); err != nil {
			return item, false, err
		}
	}
	item, err = json.Marshal(post)
	return item, true, err
}
