package content

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCutShortensAtCodePoints(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		text *string
		n    int
		want *string
	}{
		{"nothing", nil, 3, nil},
		{"an empty text", new(""), 3, new("")},
		{"a text of the bound", new("abc"), 3, new("abc")},
		{"one character too many", new("abcd"), 3, new("abc")},
		{"more bytes than characters", new("äöü"), 3, new("äöü")},
		{"characters of four bytes", new("😀😀😀😀"), 3, new("😀😀😀")},
		{"a family of joined characters", new("👩‍👧"), 2, new("👩\u200d")},
		{"bytes that are no UTF-8", new("a\xffb"), 3, new("a\ufffdb")},
		{"a character that was cut", new("ab\xe2\x82"), 8, new("ab\ufffd\ufffd")},
		{"a long text that is no UTF-8", new("\xff\xfe\xfd\xfc"), 3, new("\ufffd\ufffd\ufffd")},
		{"a NUL", new("a\x00b"), 3, new("a\x00b")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, cut(tt.text, tt.n)); diff != "" {
				t.Errorf("cut differs (-want +got):\n%s", diff)
			}
		})
	}
	if got := filled(new(""), 3); got != nil {
		t.Errorf("filled keeps an empty text: %q", *got)
	}
	if diff := cmp.Diff(new("abc"), filled(new("abcd"), 3)); diff != "" {
		t.Errorf("filled differs (-want +got):\n%s", diff)
	}
}

func TestFitsNeverShortens(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		text *string
		kept bool
	}{
		{"nothing", nil, false},
		{"an empty text", new(""), false},
		{"a text of the bound", new("äöü"), true},
		{"one character too many", new("abcd"), false},
		{"bytes that are no UTF-8", new("a\xff"), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			want := tt.text
			if !tt.kept {
				want = nil
			}
			if diff := cmp.Diff(want, fits(tt.text, 3)); diff != "" {
				t.Errorf("fits differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestIntegersOutOfRangeAreUnknown(t *testing.T) {
	t.Parallel()
	tests := []struct {
		n                *int64
		counts, positive bool // kept
	}{
		{nil, false, false},
		{new(int64(math.MinInt64)), false, false},
		{new(int64(-1)), false, false},
		{new(int64(0)), true, false},
		{new(int64(1)), true, true},
		{new(int64(maxInt)), true, true},
		{new(int64(maxInt + 1)), false, false},
		{new(int64(math.MaxInt64)), false, false},
	}
	for _, tt := range tests {
		if got := counts(tt.n) != nil; got != tt.counts {
			t.Errorf("counts keeps %s: %v", show(tt.n), got)
		}
		if got := positive(tt.n) != nil; got != tt.positive {
			t.Errorf("positive keeps %s: %v", show(tt.n), got)
		}
	}
}

func TestImagesKeepsWhatCanBeShown(t *testing.T) {
	t.Parallel()
	at := func(n int) Image { return Image{URL: "https://cdn.example/" + strconv.Itoa(n)} }
	many := []Image{{URL: "data:image/png,x"}}
	for n := range maxImages + 1 {
		many = append(many, at(n))
	}
	tests := []struct {
		name       string
		list, want []Image
	}{
		{"no list", nil, []Image{}},
		{"addresses that nobody may follow", []Image{{}, {URL: "//cdn.example/a"}, {URL: "http://127.0.0.1/a"}}, []Image{}},
		{"an address that is too long", []Image{{URL: "https://cdn.example/" + strings.Repeat("a", maxURL)}}, []Image{}},
		{"sizes out of range", []Image{{URL: "https://cdn.example/a", Width: new(int64(0)), Height: new(int64(-1))}},
			[]Image{{URL: "https://cdn.example/a"}}},
		{"sizes", []Image{{URL: "https://cdn.example/a", Width: new(int64(1)), Height: new(int64(2))}},
			[]Image{{URL: "https://cdn.example/a", Width: new(int64(1)), Height: new(int64(2))}}},
		{"too many", many, many[1 : maxImages+1]},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, images(tt.list)); diff != "" {
				t.Errorf("the pictures differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWordsAndLinksAreBounded(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff([]string{"a", "abc"}, words([]string{"", "a", "abcd", "a\xff", "abc"}, 3)); diff != "" {
		t.Errorf("the words differ (-want +got):\n%s", diff)
	}
	if got := words(nil, 3); got == nil || len(got) != 0 {
		t.Errorf("no words are %#v, want an empty list", got)
	}
	if got := words(strings.Split(strings.Repeat("a", maxWords+1), ""), 3); len(got) != maxWords {
		t.Errorf("%d words are kept, want %d", len(got), maxWords)
	}
	many := make([]Link, 34)
	for n := range many {
		many[n] = Link{Title: new(strings.Repeat("é", maxName+1)), URL: "https://a.example/" + strconv.Itoa(n)}
	}
	many[0].URL = "javascript:alert(1)"
	got := links(many)
	if len(got) != 32 || got[0].URL != "https://a.example/1" || *got[0].Title != strings.Repeat("é", maxName) {
		t.Errorf("%d links are kept, first %+v", len(got), got[0])
	}
	if got := links(nil); got == nil || len(got) != 0 {
		t.Errorf("no links are %#v, want an empty list", got)
	}
}

func TestFirstIsNeverNull(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ list, want []int }{
		{nil, []int{}}, {[]int{}, []int{}}, {[]int{1}, []int{1}}, {[]int{1, 2}, []int{1, 2}}, {[]int{1, 2, 3}, []int{1, 2}},
	} {
		if diff := cmp.Diff(tt.want, first(tt.list, 2)); diff != "" {
			t.Errorf("the first two of %v differ (-want +got):\n%s", tt.list, diff)
		}
	}
}

func show(n *int64) string {
	if n == nil {
		return "nil"
	}
	return strconv.FormatInt(*n, 10)
}
