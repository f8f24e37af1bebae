package usage

import (
	"context"
	"slices"
	"strings"

	"socialdata/models/db"
)

// segment is a part of a window, [from, to), that is read from the rollups of one width; width 0 means the rows themselves.
type segment struct{ width, from, to int64 }

// segments splits [from, to), preferring the widest rollups that fit inside it and end before the watermark.
func segments(from, to, watermark int64, widths []int64) []segment {
	switch {
	case from >= to:
		return nil
	case len(widths) == 0:
		return []segment{{0, from, to}}
	}
	width, shorter := widths[0], widths[1:]
	first, last := floor(from+width-1, width), floor(min(to, watermark), width)
	if first >= last {
		return segments(from, to, watermark, shorter)
	}
	return slices.Concat(segments(from, first, watermark, shorter), []segment{{width, first, last}}, segments(last, to, watermark, shorter))
}

// segments splits the window; a bucket is a multiple of each width used.
func (w Window) segments(watermark int64) []segment {
	widths := slices.DeleteFunc(bucketWidths(), func(width int64) bool { return w.step().Microseconds()%width != 0 })
	return segments(db.Micros(w.Start), db.Micros(w.End), watermark, widths)
}

// windowRows reads a window in one statement: ofRows for the rows themselves, ofCounts for rollups. Both get the first
// bucket's start, the length of a step, the workspace, from and to as parameters; ofCounts also the width. Rows before a
// watermark no longer change, so the watermark may have been read earlier.
func (s *Store) windowRows(ctx context.Context, workspaceID string, w Window, watermark int64, ofRows, ofCounts string, rows any) error {
	var parts []string
	var vars []any
	for _, p := range w.segments(watermark) {
		part, of := ofRows, []any{db.Micros(w.origin()), w.step().Microseconds(), workspaceID, p.from, p.to}
		if p.width != 0 {
			part, of = ofCounts, append(of, p.width)
		}
		parts, vars = append(parts, part), append(vars, of...)
	}
	return db.Error(s.Read(ctx).Raw(strings.Join(parts, " UNION ALL "), vars...).Scan(rows).Error)
}
