package models

import (
	"context"
	"slices"
	"strings"
)

// piece is a part of a window, [from, to), that is read from the counts of one span; without a span from the rows
// themselves.
type piece struct{ span, from, to int64 }

// pieces cuts [from, to) so that the longest spans that lie whole in it and before the mark say most.
func pieces(from, to, mark int64, spans []int64) []piece {
	switch {
	case from >= to:
		return nil
	case len(spans) == 0:
		return []piece{{0, from, to}}
	}
	span, shorter := spans[0], spans[1:]
	first, last := floor(from+span-1, span), floor(min(to, mark), span)
	if first >= last {
		return pieces(from, to, mark, shorter)
	}
	return slices.Concat(pieces(from, first, mark, shorter), []piece{{span, first, last}}, pieces(last, to, mark, shorter))
}

// pieces are those of a window; a bucket is made of whole spans.
func (w Window) pieces(mark int64) []piece {
	spans := slices.DeleteFunc(countSpans(), func(span int64) bool { return w.Bucket.Microseconds()%span != 0 })
	return pieces(micros(w.Start), micros(w.End), mark, spans)
}

// windowRows reads the rows of a window, in one statement of parts: ofRows for the rows themselves, ofCounts for counts.
// Either is given the first bucket's beginning, a bucket's length, the workspace, from and to; ofCounts the span, too. What
// lies before a mark does not change any more, so the mark may have been read before.
func (s *Store) windowRows(ctx context.Context, workspaceID string, w Window, mark int64, ofRows, ofCounts string, rows any) error {
	var parts []string
	var vars []any
	for _, p := range w.pieces(mark) {
		part, of := ofRows, []any{micros(w.origin()), w.Bucket.Microseconds(), workspaceID, p.from, p.to}
		if p.span != 0 {
			part, of = ofCounts, append(of, p.span)
		}
		parts, vars = append(parts, part), append(vars, of...)
	}
	return dbFault(s.read.WithContext(ctx).Raw(strings.Join(parts, " UNION ALL "), vars...).Scan(rows).Error)
}
