package models

import (
	"context"
	"slices"
	"strings"
)

// piece is a part of a window, [From, To), that is read from the counts of one span; without a span from the imports
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

// The rows of a piece, of imports and of counts.
const (
	rowsOfImports = `SELECT (created_at - ?) / ? AS bucket, platform, state, outcome_code, COUNT(*) AS n FROM imports
		WHERE workspace_id = ? AND created_at >= ? AND created_at < ? GROUP BY 1, 2, 3, 4`
	rowsOfCounts = `SELECT (at - ?) / ? AS bucket, platform, state, outcome_code, CAST(SUM(n) AS BIGINT) AS n FROM import_counts
		WHERE workspace_id = ? AND at >= ? AND at < ? AND span = ? GROUP BY 1, 2, 3, 4`
)

// usageRows counts the imports of a window, in one statement. What lies before a mark does not change any more, so the
// mark may have been read before.
func (s *Store) usageRows(ctx context.Context, workspaceID string, w Window, mark int64) ([]usageRow, error) {
	var parts []string
	var vars []any
	for _, p := range w.pieces(mark) {
		part, of := rowsOfImports, []any{micros(w.origin()), w.Bucket.Microseconds(), workspaceID, p.from, p.to}
		if p.span != 0 {
			part, of = rowsOfCounts, append(of, p.span)
		}
		parts, vars = append(parts, part), append(vars, of...)
	}
	var rows []usageRow
	err := s.read.WithContext(ctx).Raw(strings.Join(parts, " UNION ALL "), vars...).Scan(&rows).Error
	return rows, dbFault(err)
}
