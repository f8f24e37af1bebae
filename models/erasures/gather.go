package erasures

import (
	"strconv"
	"strings"

	"socialdata/models/db"

	"gorm.io/gorm"
)

// gatherRows is how many rows one step reads when looking for the account's data.
const gatherRows = 200

// gatherSteps returns the steps that gather names of the account's data in a workspace: from its references first, then
// from answers that it received, from imports and from watches.
func gatherSteps() []step {
	return []step{
		gatherReferences(""),
		gatherReferences("known"),
		gatherAnswers("SELECT subject AS name, subject FROM entitlements WHERE workspace_id = ? AND subject > ? ORDER BY subject LIMIT ?"),
		gatherServed,
		gatherAnswers("SELECT DISTINCT 'item:' || subject AS name, subject FROM count_records WHERE workspace_id = ? AND subject > ? ORDER BY subject LIMIT ?"),
		gatherAnswers("SELECT DISTINCT 'item:' || subject AS name, subject FROM imports WHERE workspace_id = ? AND subject > ? ORDER BY subject LIMIT ?"),
		gatherImports("subject"),
		gatherImports("reference_id"),
		gatherWatches,
	}
}

// sharedGatherSteps returns the steps that gather names of the account's data from all stored answers of platforms.
func sharedGatherSteps() []step {
	return []step{func(t *taking, after string) (string, error) {
		return t.namesInAnswers(t.Raw("SELECT DISTINCT subject AS name, subject FROM observations WHERE subject > ? ORDER BY subject LIMIT ?", after, gatherRows))
	}}
}

// gatherReferences returns a step that gathers the account's references by channel_id. With column "" it looks at those whose
// channel_id is not filled yet, and compares what their last import observed.
func gatherReferences(column string) step {
	return func(t *taking, after string) (string, error) {
		channel := ""
		if column != "" {
			channel = t.Subject
		}
		var rows []struct {
			ID, Subject, CanonicalURL string
			CreatedAt                 int64
			SourceObserved            []byte
		}
		at, id := place(after)
		q := t.Table("saved_references r").Joins("JOIN contents c ON c.id = r.content_id").Select("r.id, c.subject, r.canonical_url, r.created_at, r.source_observed").
			Where("r.workspace_id = ? AND r.channel_id = ? AND (r.created_at, r.id) > (?, ?)", t.workspace, channel, at, id)
		if err := q.Order("r.created_at, r.id").Limit(gatherRows).Scan(&rows).Error; err != nil || len(rows) == 0 {
			return "", err
		}
		for _, r := range rows {
			o := db.FromJSON[struct{ ChannelID, ChannelURL, ChannelHandle string }](r.SourceObserved)
			if channel == "" && o.ChannelID != t.Subject {
				continue
			}
			names := append(accountNames(t.Subject, o.ChannelURL, o.ChannelHandle), r.ID, r.CanonicalURL, r.Subject, itemAnswer(r.Subject))
			if err := t.add(names...); err != nil {
				return "", err
			}
		}
		last := rows[len(rows)-1]
		return strconv.FormatInt(last.CreatedAt, 10) + " " + last.ID, nil
	}
}

// place parses where a step over rows sorted by a number and an id continues.
func place(after string) (at int64, id string) {
	number, id, _ := strings.Cut(after, " ")
	if at, err := strconv.ParseInt(number, 10, 64); err == nil {
		return at, id
	}
	return -1, ""
}

// gatherAnswers returns a step that reads the stored answers about the subjects that a statement selects for a workspace.
func gatherAnswers(subjects string) step {
	return func(t *taking, after string) (string, error) {
		if t.WorkspaceID == "" {
			return "", nil // sharedGatherSteps has read all answers
		}
		return t.namesInAnswers(t.Raw(subjects, t.workspace, after, gatherRows))
	}
}

// namesInAnswers gathers names of the account's data from the answers about some subjects, and the subjects of those answers.
func (t *taking) namesInAnswers(subjects *gorm.DB) (next string, err error) {
	var list []struct{ Name, Subject string }
	if err := subjects.Scan(&list).Error; err != nil || len(list) == 0 {
		return "", err
	}
	about := make([]string, len(list))
	for n, x := range list {
		about[n] = x.Name
	}
	var answers []storedAnswer
	if err := t.Table("observations").Select("subject, body").Where("subject IN ?", about).Scan(&answers).Error; err != nil {
		return "", err
	}
	return list[len(list)-1].Subject, t.addNames(answers)
}

// gatherServed gathers names of the account's data from what the workspace was served of each subject last, which may be kept
// longer than the platform's answer.
func gatherServed(t *taking, after string) (string, error) {
	const newest = "served_at = (SELECT MAX(b.served_at) FROM served_answers b WHERE b.workspace_id = a.workspace_id AND b.subject = a.subject)"
	var rows []storedAnswer
	q := t.Table("served_answers a").Select("subject, body").Where("workspace_id = ? AND subject > ? AND "+newest, t.workspace, after)
	if err := q.Order("subject").Limit(gatherRows).Scan(&rows).Error; err != nil || len(rows) == 0 {
		return "", err
	}
	return rows[len(rows)-1].Subject, t.addNames(rows)
}

// storedAnswer is an answer about a subject.
type storedAnswer struct {
	Subject string
	Body    []byte
}

// addNames adds the names in those of some answers that are about the account, and their subjects.
func (t *taking) addNames(answers []storedAnswer) error {
	for _, a := range answers {
		if names := ownNames(t.Subject, a.Body); len(names) > 0 {
			if err := t.add(append(names, a.Subject)...); err != nil {
				return err
			}
		}
	}
	return nil
}

// gatherImports returns a step that gathers imports of the account's items by a column that refers to an item.
func gatherImports(column string) step {
	return func(t *taking, after string) (string, error) {
		var rows []struct{ ID, Subject, SourceURL, CanonicalURL string }
		q := t.Table("imports").Select("id, subject, source_url, canonical_url").Where("workspace_id = ? AND "+column+" IN "+named+" AND id > ?", t.workspace, t.ID, after)
		if err := q.Order("id").Limit(gatherRows).Scan(&rows).Error; err != nil || len(rows) == 0 {
			return "", err
		}
		for _, r := range rows {
			if err := t.add(r.ID, r.Subject, itemAnswer(r.Subject), r.SourceURL, r.CanonicalURL); err != nil {
				return "", err
			}
		}
		return rows[len(rows)-1].ID, nil
	}
}
