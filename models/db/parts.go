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
	// the page's position. It is run first. If the page is not full by then, Matches decides, which counts what Query finds up to most + 1:
	// Query, whose cost grows with that, is run if they are few, at most Sorted, and otherwise only after two more runs of Newest, with
	// More rows and four times as many. Matches may be nil for rows that are few.
	Newest  func(place func(*gorm.DB) *gorm.DB, rows int) *gorm.DB
	Matches func(most int) (int, error)
	Sorted  int
	More    int
	isFew   bool // what Matches told

	// Among, unless nil, returns what Newest does in another way: it has all that Query would find in memory first, and then passes
	// over far more rows. It is run before Query if that would find more than amongFrom rows.
	Among func(place func(*gorm.DB) *gorm.DB, rows int) *gorm.DB

	// IDs, unless nil, returns what Newest does, or what Query does if rows is 0, but only a column id, in any order and from
	// fewer tables: it costs less to count them.
	IDs func(place func(*gorm.DB) *gorm.DB, rows int) *gorm.DB
}

// newestRows is how many rows the first run of Newest scans, and amongRows how many a run of Among passes over: in a list of a million it
// mostly fills a page where more than amongFrom rows are found.
const (
	newestRows = 300
	amongRows  = 20_000
	amongFrom  = 1000
)

// allRows is the step that runs a part's Query, and among the one that runs Among.
const (
	allRows = 0
	among   = -1
)

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
	found := 0
	if parts[n].Matches != nil {
		var err error
		if found, err = parts[n].Matches(parts[n].Sorted); err != nil {
			return err
		}
	}
	parts[n].isFew = found <= parts[n].Sorted
	for _, step := range parts[n].later(first, found) {
		if done, err := run(step); done || err != nil {
			return err
		}
	}
	return nil
}

// later lists the steps after the first, which scanned so many rows, where Query finds so many.
func (p Part) later(first, found int) (steps []int) {
	switch {
	case p.isFew && p.Among != nil && found > amongFrom:
		steps = []int{among}
	case !p.isFew:
		steps = slices.DeleteFunc([]int{p.More, 4 * p.More}, func(rows int) bool { return rows <= first })
	}
	return append(steps, allRows)
}

// readParts reads the first rows of a list after a position; ok is false if the position belongs to another order.
func readParts[T any](parts []Part, after *Position, limit int, at func(T) Position) (rows []T, ok bool, err error) {
	ok = true
	err = eachStep(parts, max(newestRows, 3*limit), func(step int) (done bool, err error) {
		var q *gorm.DB
		if q, ok = united(parts, after, limit, step); !ok {
			return true, nil
		}
		rows = nil
		if err := q.Scan(&rows).Error; err != nil {
			return false, err
		}
		if len(parts) > 1 {
			rows = merged(parts[0].By, rows, at)
		}
		rows = rows[:min(len(rows), limit)]
		return len(rows) == limit, nil
	})
	return rows, ok, err
}

// merged sorts what several parts returned and leaves out what was returned twice.
func merged[T any](by Order, rows []T, at func(T) Position) []T {
	places := make([]placed, len(rows))
	for n, row := range rows {
		places[n] = placed{at(row), n}
	}
	list := make([]T, 0, len(rows))
	for _, p := range by.each(places) {
		list = append(list, rows[p.row])
	}
	return list
}

// placed is a row of a list by its number. Numbers are sorted instead of rows, because rows are large, and a sort of each
// type of rows would be compiled apart.
type placed struct {
	at  Position
	row int
}

// each sorts places and keeps one of each row.
func (o Order) each(places []placed) []placed {
	slices.SortFunc(places, func(a, b placed) int { return o.compare(a.at, b.at) })
	return slices.CompactFunc(places, func(a, b placed) bool { return a.at.After == b.at.After })
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
		switch {
		case part.Newest == nil || step == allRows:
			q = place(part.whole())
		case step == among:
			q = part.By.sort(part.Among(place, amongRows))
		default:
			q = part.By.sort(part.Newest(place, step))
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

// CountParts counts the rows of a list, up to most. The newest are looked through first, unless a page of the same parts told that few rows are found.
func CountParts(parts []Part, id string, most int) (n int64, err error) {
	for _, rows := range []int{4 * most, allRows} {
		if rows != allRows && !slices.ContainsFunc(parts, func(p Part) bool { return p.Newest != nil && !p.isFew }) {
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
	return p.whole().Select(id + " AS id")
}

// whole returns Query as it was: what is added to it stays out of the next statement.
func (p Part) whole() *gorm.DB { return p.Query.Session(&gorm.Session{}) }

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
