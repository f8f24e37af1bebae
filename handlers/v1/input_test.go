package v1

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/input"
)

// refuses reports whether the schema of a type refuses a value.
func refuses(r huma.Registry, s *huma.Schema, v any) bool {
	result := &huma.ValidateResult{}
	huma.Validate(r, s, huma.NewPathBuffer([]byte{}, 0), huma.ModeWriteToServer, v, result)
	return len(result.Errors) > 0
}

func TestBoundsOfTexts(t *testing.T) {
	t.Parallel()
	of := func(n int) string { return strings.Repeat("ü", n) }
	const at = "@b.example"
	tests := map[string]struct {
		schema    huma.SchemaProvider
		good, bad []string
	}{
		"email": {operations.Email(""), []string{"a@b", of(input.MaxEmail-len(at)) + at},
			[]string{"", "a", "a@b@c", of(input.MaxEmail) + at}},
		"given email": {operations.GivenEmail(""), []string{"anything", of(input.MaxEmail)}, []string{"", of(input.MaxEmail + 1)}},
		"new password": {operations.NewPassword(""), []string{of(input.MinPassword), of(input.MaxPassword)},
			[]string{of(input.MinPassword - 1), of(input.MaxPassword + 1)}},
		"given password": {operations.GivenPass(""), []string{"x", of(input.MaxPassword)}, []string{"", of(input.MaxPassword + 1)}},
		"name":           {operations.Name(""), []string{"x", of(input.MaxName)}, []string{"", of(input.MaxName + 1)}},
		"invite token":   {operations.InviteToken(""), []string{"x", of(input.MaxToken)}, []string{"", of(input.MaxToken + 1)}},
		"cursor":         {operations.Cursor(""), []string{"x", of(input.MaxCursor)}, []string{"", of(input.MaxCursor + 1)}},
		"search words":   {operations.SearchWords(""), []string{"x", of(input.MaxSearch)}, []string{"", of(input.MaxSearch + 1)}},
		"stored words":   {operations.StoredWords(""), []string{"x", of(input.MaxFind)}, []string{"", of(input.MaxFind + 1)}},
		"title":          {operations.CustomTitle(""), []string{"x", of(input.MaxTitle)}, []string{"", of(input.MaxTitle + 1)}},
		"notes":          {operations.Notes(""), []string{"", of(input.MaxNotes)}, []string{of(input.MaxNotes + 1)}},
		"tag": {operations.Tag(""), []string{"x", " a b ", of(input.MaxTag)},
			[]string{"", "  ", "a\tb", "a\nb", "\u0085", of(input.MaxTag + 1)}},
		"maxAge": {operations.ItemMaxAge(""), []string{"0", "1m", "999999d"}, []string{"1", "01h", "-1h", "1s", "1000000m"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := Registry()
			s := tt.schema.Schema(r)
			for _, v := range tt.good {
				if refuses(r, s, v) {
					t.Errorf("%.30q of %d bytes is refused", v, len(v))
				}
			}
			for _, v := range tt.bad {
				if !refuses(r, s, v) {
					t.Errorf("%.30q of %d bytes is taken", v, len(v))
				}
			}
		})
	}
}

func TestBoundsOfNumbers(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		schema           huma.SchemaProvider
		minimum, maximum float64
		usual            any
	}{
		"hold days":      {operations.HoldDays(0), 1, input.MaxHoldDays, nil},
		"import's hold":  {operations.ImportHoldDays(0), 1, input.MaxHoldDays, input.DefaultHoldDays},
		"link's seconds": {operations.LinkSeconds(0), input.MinLinkSeconds, input.MaxLinkSeconds, input.DefaultLinkSeconds},
		"revision":       {operations.Revision(0), 0, input.MaxSafeInteger, nil},
		"rows":           {operations.PageRows(0), 1, input.MaxRecords, input.DefaultRecords},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := Registry()
			s := tt.schema.Schema(r)
			for v, bad := range map[float64]bool{
				tt.minimum - 1: true, tt.minimum: false, tt.maximum: false, tt.maximum + 1: true, tt.minimum + 0.5: true,
			} {
				if refuses(r, s, v) != bad {
					t.Errorf("%v is refused: %t, want %t", v, !bad, bad)
				}
			}
			if s.Default != tt.usual {
				t.Errorf("default %v, want %v", s.Default, tt.usual)
			}
		})
	}
}

func TestBoundsOfTags(t *testing.T) {
	t.Parallel()
	list := func(n int, tag string) []any {
		values := make([]any, n)
		for i := range values {
			values[i] = tag
		}
		return values
	}
	tests := map[string]struct {
		schema huma.SchemaProvider
		value  []any
		bad    bool
	}{
		"none":                 {operations.Tags{}, list(0, ""), false},
		"as many as there may": {operations.Tags{}, list(input.MaxTags, "x"), false},
		"one more":             {operations.Tags{}, list(input.MaxTags+1, "x"), true},
		"an empty one":         {operations.Tags{}, list(1, ""), true},
		"searched":             {operations.SearchedTags{}, list(input.MaxTags, strings.Repeat("x", input.MaxTag+1)), false},
		"one more searched":    {operations.SearchedTags{}, list(input.MaxTags+1, "x"), true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := Registry()
			if got := refuses(r, tt.schema.Schema(r), tt.value); got != tt.bad {
				t.Errorf("refused: %t", got)
			}
		})
	}
}

func TestOptTellsAbsentFromNull(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]operations.Opt[operations.Notes]{
		`{}`:          {},
		`{"v":null}`:  {Set: true},
		`{"v":""}`:    {Set: true, Value: new(operations.Notes(""))},
		`{"v":" a "}`: {Set: true, Value: new(operations.Notes(" a "))},
	} {
		var got struct {
			V operations.Opt[operations.Notes]
		}
		if err := json.Unmarshal([]byte(raw), &got); err != nil || !reflect.DeepEqual(got.V, want) {
			t.Errorf("%s: %+v, %v", raw, got.V, err)
		}
	}
	var got struct {
		V operations.Opt[operations.Notes]
	}
	if err := json.Unmarshal([]byte(`{"v":7}`), &got); err == nil {
		t.Errorf("a number is a text: %+v", got.V)
	}
	r := Registry()
	if refuses(r, operations.Opt[operations.CustomTitle]{}.Schema(r), nil) || !refuses(r, operations.CustomTitle("").Schema(r), nil) {
		t.Error("null is taken where no Opt is, or refused where one is")
	}
}
