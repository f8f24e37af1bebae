package db

import (
	"slices"
	"strings"

	"gorm.io/gorm"
)

// Part is one of several queries whose union is a list, each with its own index, and the columns that the list is sorted
// by. A row that several parts return is in the list once.
type Part struct {
	Query *gorm.DB
	By    Order

	// Newest, unless nil, returns a query over the first rows of the list's order: place sorts a query and starts it at
	// the page's position. It is run first. If the page is not full by then, IsFew decides: Query, whose cost grows with
	// all rows that it finds, is run if they are few, at most Sorted, and otherwise only after two more runs of Newest, with
	// More rows and four times as many. IsFew may be nil for rows that are few.
	Newest func(place func(*gorm.DB) *gorm.DB, rows int) *gorm.DB
	IsFew  func(most int) (bool, error)
	Sorted int
	More   int

	// IDs, unless nil, returns what Newest does, or what Query does if rows is 0, but only a column id, in any order and from
	// fewer tables: it costs less to count them.
	IDs func(place func(*gorm.DB) *gorm.DB, rows int) *gorm.DB
}

// newestRows is how many rows the first run of Newest scans.
const newestRows = 300

// allRows is the step that runs a part's Query.
const allRows = 0

// eachStep calls run with the numbers of rows that the parts scan one after the other, until it returns true. The last number is allRows.
func eachStep(parts []Part, first int, run func(rows int) (done bool, err error)) error {
	n := slices.IndexFunc(parts, func(p Part) bool { return p.Newest != nil })
	if n < 0 {
		_, err := run(allRows)
		return err
	}
	if done, err := run(first); done || err != nil {
		return err
	}
	few := true
	if parts[n].IsFew != nil {
		var err error
		if few, err = parts[n].IsFew(parts[n].Sorted); err != nil {
			return err
		}
	}
	for _, rows := range []int{parts[n].More, 4 * parts[n].More, allRows} {
		if rows != allRows && (few || rows <= first) {
			continue
		}
		if done, err := run(rows); done || err != nil {
			return err
		}
	}
	return nil
}

// readParts reads the first rows of a list after a position; ok is false if the position belongs to another order.
func readParts[T any](parts []Part, after *Position, limit int, at func(T) Position) (rows []T, ok bool, err error) {
	ok = true
	err = eachStep(parts, newestRows, func(step int) (done bool, err error) {
		var q *gorm.DB
		if q, ok = united(parts, after, limit, step); !ok {
			return true, nil
		}
		rows = nil
		if err := q.Scan(&rows).Error; err != nil {
			return false, err
		}
		if len(parts) > 1 {
			slices.SortFunc(rows, func(a, b T) int { return parts[0].By.compare(at(a), at(b)) })
			rows = slices.CompactFunc(rows, func(a, b T) bool { return at(a).After == at(b).After })
		}
		rows = rows[:min(len(rows), limit)]
		return len(rows) == limit, nil
	})
	return rows, ok, err
}

// united combines parts into one statement, each limited to the rows that the list needs.
func united(parts []Part, after *Position, limit, step int) (q *gorm.DB, ok bool) {
	queries := []*gorm.DB{}
	for _, part := range parts {
		ok = true
		place := func(q *gorm.DB) *gorm.DB {
			if after != nil {
				q, ok = part.By.from(q, *after)
			}
			return part.By.sort(q)
		}
		if part.Newest != nil && step != allRows {
			q = part.By.sort(part.Newest(place, step))
		} else {
			q = place(part.Query)
		}
		if !ok {
			return nil, false
		}
		queries = append(queries, q.Limit(limit))
	}
	return unite(queries), true
}

// unite combines several statements into one.
func unite(queries []*gorm.DB) *gorm.DB {
	if len(queries) == 1 {
		return queries[0]
	}
	selects, vars := make([]string, len(queries)), make([]any, len(queries))
	for n, q := range queries {
		selects[n], vars[n] = "SELECT * FROM (?) AS part", q
	}
	return queries[0].Session(&gorm.Session{NewDB: true}).Raw(strings.Join(selects, " UNION ALL "), vars...)
}

// CountParts counts the rows of a list, up to most.
func CountParts(parts []Part, id string, most int) (n int64, err error) {
	for _, rows := range []int{4 * most, allRows} {
		if rows != allRows && !slices.ContainsFunc(parts, func(p Part) bool { return p.Newest != nil }) {
			continue
		}
		queries := []*gorm.DB{}
		for _, part := range parts {
			queries = append(queries, part.counted(id, rows).Limit(most))
		}
		ids := queries[0].Session(&gorm.Session{NewDB: true}).Table("(?) AS found", unite(queries)).Distinct("id").Limit(most)
		err = ids.Session(&gorm.Session{NewDB: true}).Table("(?) AS counted", ids).Count(&n).Error
		if err != nil || n >= int64(most) {
			return n, Error(err)
		}
	}
	return n, nil
}

// counted returns the ids of a part's newest rows, or of all.
func (p Part) counted(id string, rows int) *gorm.DB {
	if p.Newest == nil {
		rows = allRows
	}
	switch {
	case p.IDs != nil:
		return p.IDs(p.By.sort, rows)
	case rows != allRows:
		return p.Newest(p.By.sort, rows).Select(id + " AS id")
	}
	return p.Query.Select(id + " AS id")
}

// compare compares two positions in the list's order, with a result as of cmp.Compare.
func (o Order) compare(a, b Position) int {
	c := strings.Compare(a.After, b.After)
	switch {
	case a.Text != nil && b.Text != nil && *a.Text != *b.Text:
		c = strings.Compare(*a.Text, *b.Text)
	case a.At != nil && b.At != nil && *a.At < *b.At:
		c = -1
	case a.At != nil && b.At != nil && *a.At > *b.At:
		c = 1
	}
	if o.text || o.oldest {
		return c
	}
	return -c
}
