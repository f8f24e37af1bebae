package references_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"socialdata/models/references"
)

// look is what an import saw and kept: of each part its name ("" after a dot), and in upper case if it was kept.
func look(round int, names string) *references.Parts {
	p := &references.Parts{Total: new(int64(len(names))), Media: []references.Part{}}
	for n, name := range names {
		one := references.Part{Index: int64(n), State: references.PartFailed}
		if name != '.' && name != ',' {
			p.Names = append(p.Names, strings.ToLower(string(name)))
		} else {
			p.Names = append(p.Names, "")
		}
		if name == ',' || name >= 'A' && name <= 'Z' {
			one.State, one.MediaID = references.PartKept, new(fmt.Sprintf("%d%s%d", round, p.Names[n], n))
		}
		p.Media = append(p.Media, one)
	}
	return p
}

// TestPartsOfSeveralImports: what was kept stays unless newer bytes of the same part replace it, wherever that stands by now.
func TestPartsOfSeveralImports(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, first, second, want, replaced, moved string }{
		{"the same post", "ABC", "ABC", "2a0 2b1 2c2", "1a0 1b1 1c2", ""},
		{"its first part was taken out", "ABC", "BC", "2b0 2c1 1a0", "1b1 1c2", "1a0=2"},
		{"what moved up could not be had", "AB", "bC", "1b1 2c1 1a0", "", "1a0=2 1b1=0"},
		{"a part came in between", "AB", "AXB", "2a0 2x1 2b2", "1a0 1b1", ""},
		{"nothing is the same", "A", "B", "2b0 1a0", "", "1a0=1"},
		{"no names: by place", ",,", ",.", "20 11", "10", ""},
		{"no names, a part less", ",,", ",", "20 11", "10", ""},
		{"a look without names after one with", "AB", ",.", "20 1b1", "1a0", ""},
		{"a look with names after one without", ",,", "aB", "10 2b1", "11", ""},
	} {
		var r references.Reference
		brought, err := r.BringParts(look(1, tt.first))
		if err == nil {
			brought, err = r.BringParts(look(2, tt.second))
		}
		if err != nil {
			t.Fatal(err)
		}
		var got, moved []string
		for n, p := range r.PartList().Media {
			if p.Index != int64(n) {
				t.Errorf("%s: part %d has index %d", tt.name, n, p.Index)
			}
			if p.MediaID != nil {
				got = append(got, *p.MediaID)
			}
		}
		for _, id := range slices.Sorted(maps.Keys(brought.Moved)) {
			moved = append(moved, fmt.Sprintf("%s=%d", id, brought.Moved[id]))
		}
		if strings.Join(got, " ") != tt.want || strings.Join(brought.Replaced, " ") != tt.replaced || strings.Join(moved, " ") != tt.moved {
			t.Errorf("%s: %v, replaced %v, moved %v", tt.name, got, brought.Replaced, moved)
		}
		if *r.PrimaryMediaID != got[0] {
			t.Errorf("%s: the first kept is %s", tt.name, *r.PrimaryMediaID)
		}
	}
}

// TestFormerPartsAreBounded: a post that shows something else each time keeps 40 of what it had.
func TestFormerPartsAreBounded(t *testing.T) {
	t.Parallel()
	var r references.Reference
	replaced := 0
	for round := range 100 {
		one := look(round, "A")
		one.Names[0] = fmt.Sprint(round)
		brought, err := r.BringParts(one)
		if err != nil {
			t.Fatal(err)
		}
		replaced += len(brought.Replaced)
	}
	if list := r.PartList(); len(list.Media) != 41 || replaced != 59 || *list.Media[0].MediaID != "99a0" {
		t.Errorf("%d parts, %d replaced", len(list.Media), replaced)
	}
}
