package usage

import (
	"context"
	"slices"
	"strings"

	"socialdata/models/db"
)

// segment is a part of a window, [from, to), that is read from the counts of one span; without a span from the rows
// themselves.
type segment struct{ width, from, to int64 }

// segments cuts [from, to) so that the longest spans that lie whole in it and before the mark say most.
func segments(from, to, mark int64, spans []int64) []segment {
	switch {
	case from >= to:
		return nil
	case len(spans) == 0:
		return []segment{{0, from, to}}
	}
	span, shorter := spans[0], spans[1:]
	first, last := floor(from+span-1, span), floor(min(to, mark), span)
	if first >= last {
		return segments(from, to, mark, shorter)
	}
	return slices.Concat(segments(from, first, mark, shorter), []segment{{span, first, last}}, segments(last, to, mark, shorter))
}

// segments are those of a window; a bucket is made of whole spans.
func (w Window) segments(mark int64) []segment {
	spans := slices.DeleteFunc(bucketWidths(), func(span int64) bool { return w.Bucket.Microseconds()%span != 0 })
	return segments(db.Micros(w.Start), db.Micros(w.End), mark, spans)
}

// windowRows reads the rows of a window, in one statement of parts: ofRows for the rows themselves, ofCounts for counts.
// Either is given the first bucket's beginning, a bucket's length, the workspace, from and to; ofCounts the span, too. What
// lies before a mark does not change any more, so the mark may have been read before.
func (s *Store) windowRows(ctx context.Context, workspaceID string, w Window, mark int64, ofRows, ofCounts string, rows any) error {
	var parts []string
	var vars []any
	for _, p := range w.segments(mark) {
		part, of := ofRows, []any{db.Micros(w.origin()), w.Bucket.Microseconds(), workspaceID, p.from, p.to}
		if p.width != 0 {
			part, of = ofCounts, append(of, p.width)
		}
		parts, vars = append(parts, part), append(vars, of...)
	}
	return db.Error(s.Read(ctx).Raw(strings.Join(parts, " UNION ALL "), vars...).Scan(rows).Error)
}
