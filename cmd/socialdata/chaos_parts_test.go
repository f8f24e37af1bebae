//go:build chaos

package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// albums are the links to posts of several parts, with how many each has.
func (w *town) albums() map[string]int {
	all := map[string]int{}
	for _, s := range w.samples {
		for link, parts := range s.Albums {
			all[link] = parts
		}
	}
	return all
}

// auditParts wants every album that was imported in full to have all its parts, each once and with a file of its own, and the
// same bytes in the same place wherever it was imported.
func (w *town) auditParts(wrong func(string, ...any)) {
	albums, seen, sums := w.albums(), map[string]bool{}, map[string]string{}
	kept := w.keptParts()
	for id, s := range w.imports() {
		if s.state != "succeeded" || s.profile != "full" || s.link == nil || albums[*s.link] == 0 || s.reference == nil || seen[*s.reference] {
			continue
		}
		got, stands := kept[*s.reference]
		if !stands {
			continue // it was deleted
		}
		seen[*s.reference] = true
		if got.kept != albums[*s.link] || got.total != albums[*s.link] {
			wrong("import %s of %s kept %d of its parts and says that there are %d, there are %d", id, *s.link, got.kept, got.total, albums[*s.link])
		}
		if !slices.Equal(got.files, got.told) {
			wrong("reference %s has the files %v, its parts are %v", *s.reference, got.files, got.told)
		}
		if all := strings.Join(got.told, " "); sums[*s.link] != "" && sums[*s.link] != strings.Join(sumsOf(got.told), " ") {
			wrong("the parts of %s are not those of other imports: %s", *s.link, all)
		}
		sums[*s.link] = strings.Join(sumsOf(got.told), " ")
		if distinct := slices.Compact(slices.Sorted(slices.Values(sumsOf(got.told)))); len(distinct) != len(got.told) {
			wrong("reference %s keeps a part twice: %v", *s.reference, got.told)
		}
	}
	if len(seen) == 0 {
		wrong("no album was imported in full")
	}
}

// partsOf are the parts of a reference, as it tells them and as its files are: "index id sum".
type partsOf struct {
	total, kept int
	told, files []string
}

func (w *town) keptParts() map[string]partsOf {
	all := map[string]partsOf{}
	w.rows("SELECT id, COALESCE(convert_from(parts, 'UTF8'), '{}') FROM saved_references", func(scan func(...any)) {
		var id, raw string
		scan(&id, &raw)
		var list struct {
			Total int
			Media []struct {
				MediaID, State, SHA256 string
				Index                  int
			}
		}
		if err := json.Unmarshal([]byte(raw), &list); err != nil {
			w.t.Fatal(err)
		}
		p := partsOf{total: list.Total}
		for _, m := range list.Media {
			if m.State == "kept" {
				p.kept++
				p.told = append(p.told, fmt.Sprint(m.Index, " ", m.MediaID, " ", m.SHA256))
			}
		}
		all[id] = p
	})
	w.rows("SELECT reference_id, part, id, sha256 FROM media WHERE role = 'primary' AND state = 'ready' ORDER BY part", func(scan func(...any)) {
		var ref, id, sum string
		var part int
		scan(&ref, &part, &id, &sum)
		p := all[ref]
		p.files = append(p.files, fmt.Sprint(part, " ", id, " ", sum))
		all[ref] = p
	})
	return all
}

// sumsOf are the digests of parts, in their order.
func sumsOf(parts []string) (list []string) {
	for _, p := range parts {
		list = append(list, p[strings.LastIndexByte(p, ' ')+1:])
	}
	return list
}
