package history

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// Source is how counts came to a workspace.
type Source string

// The sources of counts.
const (
	Lookup Source = "lookup"
	List   Source = "list"
	Import Source = "import"
	Watch  Source = "watch"
)

// Sources lists every Source once.
func Sources() []Source { return []Source{Lookup, List, Import, Watch} }

// Record is one state of the counts of a subject, from when it was first seen until it was last seen.
type Record struct {
	ID          string `gorm:"primaryKey"`
	WorkspaceID string
	Subject     string // natural id of an item or an account
	Approximate bool   // the platform rounds one of the counts
	Counts      string // the stats in the API, JSON
	Source      Source
	ObservedAt  int64
	ConfirmedAt int64 // when the same counts were last seen
	Newest      bool  // of its subject and Approximate
}

// TableName names GORM's table: records of counts.
func (Record) TableName() string { return "count_records" }

// Seen is an observation of a subject that a workspace was just served. Without counts nothing is recorded.
type Seen struct {
	Subject     string
	Counts      string
	Approximate bool
	Source      Source
	At          int64
}

// CountsOf encodes the stats of an item or account as they are stored; "" if none of them is known.
func CountsOf[T comparable](stats T) string {
	var none T
	if stats == none {
		return ""
	}
	return db.JSON(stats)
}

// key identifies a series of records, which has one newest record.
type key struct {
	subject     string
	approximate bool
}

// Add records what a workspace was served, inside the transaction that serves it, which must hold the workspace's row: a new
// record if counts changed, else a later confirmation of the newest one. Counts older than the newest record are ignored.
func Add(tx *gorm.DB, workspaceID string, seen []Seen) error {
	seen = latest(seen)
	if len(seen) == 0 {
		return nil
	}
	subjects := make([]string, 0, len(seen))
	for _, x := range seen {
		subjects = append(subjects, x.Subject)
	}
	var list []Record
	if err := tx.Where("workspace_id = ? AND subject IN ? AND newest", workspaceID, subjects).Find(&list).Error; err != nil {
		return err
	}
	newest := map[key]Record{}
	for _, r := range list {
		newest[key{r.Subject, r.Approximate}] = r
	}
	return write(tx, workspaceID, seen, newest)
}

// latest keeps the last observation of each subject, sorted by subject.
func latest(seen []Seen) []Seen {
	last := map[key]Seen{}
	for _, x := range seen {
		if x.Counts == "" {
			continue
		}
		if have, ok := last[key{x.Subject, x.Approximate}]; !ok || have.At <= x.At {
			last[key{x.Subject, x.Approximate}] = x
		}
	}
	return slices.SortedFunc(maps.Values(last), func(a, b Seen) int { return cmp.Compare(a.Subject, b.Subject) })
}

// write confirms the records whose counts are unchanged, and adds the others.
func write(tx *gorm.DB, workspaceID string, seen []Seen, newest map[key]Record) error {
	confirmed, replaced, added := map[int64][]string{}, []string{}, []Record{}
	for _, x := range seen {
		have, known := newest[key{x.Subject, x.Approximate}]
		switch {
		case known && x.At < have.ConfirmedAt:
			continue
		case known && have.Counts == x.Counts:
			confirmed[x.At] = append(confirmed[x.At], have.ID)
			continue
		case known:
			replaced = append(replaced, have.ID)
		}
		added = append(added, Record{ID: db.NewID(), WorkspaceID: workspaceID, Subject: x.Subject, Approximate: x.Approximate,
			Counts: x.Counts, Source: x.Source, ObservedAt: x.At, ConfirmedAt: x.At, Newest: true})
	}
	for at, ids := range confirmed {
		if err := tx.Model(&Record{}).Where("id IN ?", ids).Update("confirmed_at", at).Error; err != nil {
			return err
		}
	}
	if len(replaced) > 0 {
		if err := tx.Model(&Record{}).Where("id IN ?", replaced).Update("newest", false).Error; err != nil {
			return err
		}
	}
	if len(added) == 0 {
		return nil
	}
	return tx.Create(&added).Error
}

// At returns for each subject the record that was in force at a time, or else its first one after it, of exact and of
// approximate counts. The transaction reads them together with what it compares.
func At(tx *gorm.DB, workspaceID string, subjects []string, at time.Time) (list []Record, err error) {
	if len(subjects) == 0 {
		return nil, nil
	}
	first := tx.Model(&Record{}).Select("MIN(f.observed_at)").Table("count_records f").
		Where("f.workspace_id = r.workspace_id AND f.subject = r.subject AND f.approximate = r.approximate AND f.confirmed_at >= ?", db.Micros(at))
	err = tx.Table("count_records r").Where("r.workspace_id = ? AND r.subject IN ? AND r.observed_at = (?)", workspaceID, subjects, first).Find(&list).Error
	return list, err
}
