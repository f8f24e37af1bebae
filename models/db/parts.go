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
	// the page's position. It is run first, and a second time with more rows if it found some. Query, whose cost grows
	// with all rows that it finds, is only run if the page is not full by then.
	Newest func(place func(*gorm.DB) *gorm.DB, rows int) *gorm.DB
	More   int
}

// newestRows is how many rows the first run of Newest scans.
const newestRows = 300

// steps returns the numbers of rows to scan, one after the other, if any part has Newest; 0 stands for the part's Query.
func steps(parts []Part, first int, again bool) []int {
	n := slices.IndexFunc(parts, func(p Part) bool { return p.Newest != nil })
	switch {
	case n < 0:
		return []int{0}
	case again:
		return []int{first, parts[n].More, 0}
	}
	return []int{first, 0}
}

// readParts reads the first rows of a list after a position; ok is false if the position belongs to another order.
func readParts[T any](parts []Part, after *Position, limit int, at func(T) Position) (rows []T, ok bool, err error) {
	for _, step := range steps(parts, newestRows, true) {
		if step > newestRows && len(rows) == 0 {
			continue // too few matches in the newest rows: use the index
		}
		q, ok := united(parts, after, limit, step)
		if !ok {
			return nil, false, nil
		}
		rows = nil
		if err := q.Scan(&rows).Error; err != nil {
			return nil, true, err
		}
		if len(parts) > 1 {
			slices.SortFunc(rows, func(a, b T) int { return parts[0].By.compare(at(a), at(b)) })
			rows = slices.CompactFunc(rows, func(a, b T) bool { return at(a).After == at(b).After })
		}
		if len(rows) >= limit {
			return rows[:limit], true, nil
		}
	}
	return rows, true, nil
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
		if part.Newest != nil && step > 0 {
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
	for _, step := range steps(parts, 4*most, false) {
		queries := []*gorm.DB{}
		for _, part := range parts {
			q := part.Query
			if part.Newest != nil && step > 0 {
				q = part.Newest(part.By.sort, step)
			}
			queries = append(queries, q.Select(id+" AS id").Limit(most))
		}
		ids := queries[0].Session(&gorm.Session{NewDB: true}).Table("(?) AS found", unite(queries)).Distinct("id").Limit(most)
		err = ids.Session(&gorm.Session{NewDB: true}).Table("(?) AS counted", ids).Count(&n).Error
		if err != nil || n >= int64(most) {
			return n, Error(err)
		}
	}
	return n, nil
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
