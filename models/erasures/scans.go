package erasures

import (
	"slices"
	"strconv"
	"strings"
)

// eraseEvents is a step that erases events about the account, its items, or imports and watches of them. Events of references
// are kept: they contain only an id and a state.
func eraseEvents(t *taking, after string) (string, error) {
	from, id := place(after)
	var rows []struct {
		ID, Type, Data string
		Position       int64
	}
	q := t.Table("events").Select("id, type, data, position").Where("workspace_id = ? AND position IS NOT NULL AND (position, id) > (?, ?)", t.workspace, from, id)
	if err := q.Order("position, id").Limit(gatherRows).Scan(&rows).Error; err != nil || len(rows) == 0 {
		return "", err
	}
	texts := map[string][]string{}
	var all []string
	for _, e := range rows {
		if !strings.HasPrefix(e.Type, "reference.") {
			texts[e.ID] = textsOf([]byte(e.Data))
			all = append(all, texts[e.ID]...)
		}
	}
	known, err := t.known(all)
	if err != nil {
		return "", err
	}
	var gone []string
	for id, list := range texts {
		if anyOf(known, list) {
			gone = append(gone, id)
		}
	}
	last := rows[len(rows)-1]
	next := strconv.FormatInt(last.Position, 10) + " " + last.ID
	if err := t.delete("event_subjects", "event_id", gone); err != nil {
		return "", err
	}
	if err := t.delete("deliveries", "event_id", gone); err != nil {
		return "", err
	}
	return next, t.delete("events", "id", gone)
}

// eraseAnswers is a step that erases stored answers about the account and its items, and pages that contain them.
func eraseAnswers(t *taking, after string) (string, error) {
	var subjects []string
	if err := t.Table("observations").Distinct("subject").Where("subject > ?", after).Order("subject").Limit(gatherRows).Pluck("subject", &subjects).Error; err != nil || len(subjects) == 0 {
		return "", err
	}
	var rows []struct {
		Subject string
		Body    []byte
	}
	if err := t.Table("observations").Select("subject, body").Where("subject IN ?", subjects).Scan(&rows).Error; err != nil {
		return "", err
	}
	gone, err := t.about(rows)
	if err != nil {
		return "", err
	}
	return subjects[len(subjects)-1], t.delete("observations", "subject", gone)
}

// about returns the subjects of answers that contain data of the account.
func (t *taking) about(rows []struct {
	Subject string
	Body    []byte
}) (gone []string, err error) {
	var all []string
	texts := make([][]string, len(rows))
	for n, r := range rows {
		texts[n] = append(textsOf(r.Body), r.Subject)
		all = append(all, texts[n]...)
	}
	known, err := t.known(all)
	for n, r := range rows {
		if anyOf(known, texts[n]) {
			gone = append(gone, r.Subject)
		}
	}
	return gone, err
}

// eraseLinks is a step that erases the targets of short links to the account's data.
func eraseLinks(t *taking, after string) (string, error) {
	var rows []struct{ Short, Target string }
	if err := t.Table("followed_links").Where("short > ?", after).Order("short").Limit(gatherRows).Scan(&rows).Error; err != nil || len(rows) == 0 {
		return "", err
	}
	var all, gone []string
	for _, l := range rows {
		all = append(all, l.Short, l.Target)
	}
	known, err := t.known(all)
	if err != nil {
		return "", err
	}
	for _, l := range rows {
		if known[l.Short] || known[l.Target] {
			gone = append(gone, l.Short)
		}
	}
	return rows[len(rows)-1].Short, t.delete("followed_links", "short", gone)
}

// delete deletes the rows with some values in a column and counts them.
func (t *taking) delete(table, column string, values []string) error {
	if len(values) == 0 {
		return nil
	}
	res := t.Exec("DELETE FROM "+table+" WHERE "+column+" IN ?", values)
	add(t.counts, table, res.RowsAffected)
	return res.Error
}

func anyOf(known map[string]bool, texts []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return known[text] })
}
