package operations

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/db"
	"socialdata/models/events"
)

// TestFormats: what each format takes, and the reason for which it refuses the rest.
func TestFormats(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	formats := s.Formats()
	soon, past := s.clock.Now().Add(time.Hour).Format(time.RFC3339), s.clock.Now().Add(-time.Hour).Format(time.RFC3339)
	for _, tt := range []struct{ format, text, reason string }{
		{"max-age-365d", "365d", ""}, {"max-age-365d", "366d", "range"},
		{"link", videoLink, ""}, {"link", "nonsense", "pattern"}, {"link", "https://other.example/", ""},
		{"day", "2026-02-28", ""}, {"day", "2026-02-30", "format"},
		{"future", soon, ""}, {"future", past, "range"}, {"future", "soon", "format"},
		{"past", past, ""}, {"past", soon, "range"}, {"past", "long ago", "format"},
		{"instant", soon, ""}, {"instant", "", "format"}, {"instant", "2026-02-28", "format"},
		{"endpoint", "https://a.example/hook", ""}, {"endpoint", "http://a.example/hook", "pattern"},
		{"selector", channelID, ""}, {"selector", "video_site:@a b", "pattern"}, {"selector", videoLink, ""},
		{"item-id", "video_site:aaaaaaaaaaa", ""}, {"item-id", "video_site:a", "pattern"},
		{"not-blank", "a", ""}, {"not-blank", " \u00a0", "empty"}, {"not-blank", "a\nb", "characters"},
		{"words", "a", ""}, {"words", "…!", "empty"},
		{"language", "pt-BR", ""}, {"language", "?", "format"},
		{"zone", "Europe/Berlin", ""}, {"zone", "Europe/Atlantis", "format"},
		{"network", "203.0.113.0/24", ""}, {"network", "203.0.113.0/99", "format"},
	} {
		check := formats[tt.format]
		if check == nil {
			t.Errorf("there is no format %s", tt.format)
			continue
		}
		f := check(tt.text)
		if (f == nil) != (tt.reason == "") || f != nil && f.Reason != tt.reason {
			t.Errorf("%s %q: %+v, want %q", tt.format, tt.text, f, tt.reason)
		}
	}
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	at := func() time.Time { return now }
	if futureFormat(at)(now.Format(time.RFC3339)) == nil || pastFormat(at)(now.Format(time.RFC3339)) != nil {
		t.Error("now is to come")
	}
	for name, tt := range map[string]struct {
		problem *apierror.Error
		reason  string // "" is taken
	}{
		"no problem": {nil, ""}, "another code": {apierror.New(apierror.CodeNotFound), ""}, "without a field": {apierror.New(apierror.CodeInvalidInput), "pattern"},
		"with one": {apierror.From(apierror.InvalidInput(apierror.Field{Name: "a", Reason: "length"})), "length"},
	} {
		if f := firstField(tt.problem); (f == nil) != (tt.reason == "") || f != nil && f.Reason != tt.reason {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// TestParametersOfPlatforms: each platform takes its own, and its own values.
func TestParametersOfPlatforms(t *testing.T) {
	t.Parallel()
	reads := sources.Parameters{{Name: "sort", Values: []string{"new"}}, {Name: "country"}, {Name: "startedFrom"}, {Name: "startedTo"}}
	for name, tt := range map[string]struct {
		given map[string]string
		want  string
	}{
		"nothing":              {nil, ""},
		"one of its values":    {map[string]string{"sort": "new"}, ""},
		"another value":        {map[string]string{"sort": "old"}, "sort:enum"},
		"any value":            {map[string]string{"country": "x"}, ""},
		"another parameter":    {map[string]string{"mediaKind": "all"}, "mediaKind:not_read_by_platform"},
		"all that can be":      {map[string]string{"status": "all", "sort": "old"}, "sort:enum status:not_read_by_platform"},
		"a period":             {map[string]string{"startedFrom": "2026-01-01", "startedTo": "2026-01-01"}, ""},
		"a period that is not": {map[string]string{"startedFrom": "2026-01-02", "startedTo": "2026-01-01"}, "startedTo:range"},
	} {
		var got []string
		for _, f := range ParameterProblems(reads, tt.given, ListParams) {
			got = append(got, f.Name+":"+f.Reason)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v, want %s", name, got, tt.want)
		}
	}
	with := sources.Platform{Search: &sources.SearchRules{Parameters: reads}, Comments: &sources.CommentRules{Parameters: reads}}
	if len(SearchReads(with)) != 4 || SearchReads(sources.Platform{}) != nil || len(CommentReads(with)) != 4 || CommentReads(sources.Platform{}) != nil {
		t.Error("platforms read other parameters")
	}
}

// TestAccountsThatCanBeErased have an id that an account of a platform can have.
func TestAccountsThatCanBeErased(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for account, code := range map[string]apierror.Code{channelID: "", "video_site:a": apierror.CodeNotFound, "other:a": apierror.CodeNotFound, "": apierror.CodeNotFound} {
		e, err := s.EraseAccount(t.Context(), s.owner, account)
		if wantCode(t, account, err, code); (e != nil) != (err == nil) {
			t.Errorf("%s: %+v", account, e)
		}
	}
}

// part is a type with what Nullables has to tell apart.
type part struct {
	Embedded

	Count   *int64        `json:"count"`
	Number  int64         `json:"number"`
	Absent  *int64        `json:"absent,omitempty"`
	Kind    *Kinded       `json:"kind"`
	Inner   *inner        `json:"inner"`
	Hidden  *int64        `json:"-"`
	Written *content.Time `json:"written"`
}

// Embedded is part of a type.
type Embedded struct {
	Deep *string `json:"deep"`
	Late *string `json:"late"`
}

type inner struct {
	Text *string `json:"text"`
}

// Kinded is an enum.
type Kinded string

// Schema implements huma.SchemaProvider.
func (Kinded) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Enum: []any{"a"}}
}

// TestUnknownValuesAreNull in the contract, wherever a value may be unknown.
func TestUnknownValuesAreNull(t *testing.T) {
	t.Parallel()
	r := NewRegistry()
	r.Schema(reflect.TypeFor[*part](), true, "")
	for n := range 50 { // that are of no type of ours, and stay as they are
		r.Map()[fmt.Sprint("Unnamed", n)] = &huma.Schema{Type: huma.TypeObject}
	}
	Nullables(r)
	got := map[string]string{}
	for _, name := range []string{"Part", "Inner"} {
		for key, p := range r.Map()[name].Properties {
			switch {
			case p.Nullable:
				got[key] = "null"
			case len(p.AnyOf) == 2 && p.AnyOf[1].Type == "null":
				got[key] = "null or another"
			default:
				got[key] = "never"
			}
		}
	}
	if diff := cmp.Diff(map[string]string{"count": "null", "number": "never", "absent": "never", "kind": "null or another", "inner": "null or another", "written": "null", "deep": "null", "late": "null", "text": "null"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	var visited []string
	eachField(reflect.TypeFor[**part](), func(f reflect.StructField) { visited = append(visited, f.Name) })
	if !slices.Contains(visited, "Deep") || !slices.Contains(visited, "Count") || slices.Contains(visited, "Embedded") {
		t.Errorf("visited %v", visited)
	}
	eachField(reflect.TypeFor[string](), func(f reflect.StructField) { t.Errorf("a text has the field %s", f.Name) })
	inline := NewRegistry()
	if s := new(Opt[ImportSettings]).Schema(inline); len(inline.Map()) != 0 || s.Ref != "" || s.Properties["tags"] == nil || !s.Nullable {
		t.Errorf("settings are %+v", s)
	}
	if s := new(Opt[KeyCredits]).Schema(NewRegistry()); s.Type != huma.TypeInteger || !s.Nullable {
		t.Errorf("credits are %+v", s)
	}
}

// Types of this package, most of which have another name in the contract.
type (
	ServedThing    struct{}
	CreateThing    struct{}
	CreateKind     string
	SignThing      struct{}
	ThingInputBody struct{}
	RecordsThing   struct{}
	SessionBody    struct{}
	WatchPart      struct{}
)

// TestNamesOfSchemas are those that generated clients use.
func TestNamesOfSchemas(t *testing.T) {
	t.Parallel()
	for of, want := range map[reflect.Type]string{
		reflect.TypeFor[ServedThing](): "Thing", reflect.TypeFor[CreateThing](): "CreateThingRequest", reflect.TypeFor[CreateKind](): "CreateKind", reflect.TypeFor[WatchPart](): "WatchPart",
		reflect.TypeFor[ThingInputBody](): "ThingRequest", reflect.TypeFor[RecordsThing](): "ThingList", reflect.TypeFor[SessionBody](): "Session", reflect.TypeFor[SignThing](): "SignThing",
		reflect.TypeFor[db.Setting](): "Setting",
	} {
		if got := schemaName(of, ""); got != want {
			t.Errorf("%v is called %s, want %s", of, got, want)
		}
	}
	if types := WebhookEvents(nil).Schema(nil).Items.Enum; slices.Contains(types, any(string(events.WebhookTest))) || len(types) != len(events.Types())-1 {
		t.Errorf("endpoints subscribe to %v", types)
	}
	for _, o := range Table() {
		if Find(o.ID).ID != o.ID {
			t.Errorf("%s is found as %s", o.ID, Find(o.ID).ID)
		}
	}
}

// TestNamesThatAreEchoed are cut and cleaned.
func TestNamesThatAreEchoed(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		strings.Repeat("a", 64): strings.Repeat("a", 64), strings.Repeat("a", 65): strings.Repeat("a", 64), "a b": "a b", "a\x1fb": "a?b", "a\xffb": "a?b",
		strings.Repeat("a", 63) + "ü": strings.Repeat("a", 63), strings.Repeat("a", 62) + "ü": strings.Repeat("a", 62) + "ü",
	} {
		if got := SanitizeName(given); got != want {
			t.Errorf("%q is echoed as %q", given, got)
		}
	}
}

// TestProblemsOfValues are named by their paths, each once, in the order of the names.
func TestProblemsOfValues(t *testing.T) {
	t.Parallel()
	k := Checker{Registry: NewRegistry(), Formats: (&Service{}).Formats()}
	schema := k.Registry.Schema(reflect.TypeFor[struct {
		Name  Name      `json:"name"`
		IDs   BulkIDs   `json:"ids"`
		Lists [][]Tag   `json:"lists,omitempty"`
		Sets  []BulkIDs `json:"sets,omitempty"`
	}](), false, "")
	for name, tt := range map[string]struct {
		s     *huma.Schema
		under string
		v     any
		want  []string
	}{
		"nothing wrong":      {schema, "", map[string]any{"name": "a", "ids": []any{"a"}}, nil},
		"in their order":     {schema, "", map[string]any{"name": "", "ids": []any{nil}}, []string{"ids[0]", "name"}},
		"below a name":       {schema, "in", map[string]any{"name": "", "ids": []any{"a"}}, []string{"in.name"}},
		"objects as ids":     {schema, "", map[string]any{"name": "a", "ids": []any{map[string]any{}, []any{}}}, []string{"ids[0]", "ids[1]"}},
		"objects deep below": {schema, "", map[string]any{"name": "a", "ids": []any{"a"}, "sets": []any{[]any{map[string]any{}}}}, []string{"sets[0][0]"}},
		"a list as a name":   {schema, "", map[string]any{"name": []any{"a"}, "ids": []any{"a"}}, []string{"name"}},
		"lists as a name":    {schema, "", map[string]any{"name": []any{[]any{}}, "ids": []any{"a"}}, []string{"name"}},
		"a name with blanks": {schema, "", map[string]any{"name": " ", "ids": []any{"a"}}, []string{"name"}},
	} {
		var got []string
		for _, f := range k.Value(tt.s, "body", tt.under, tt.v) {
			if got = append(got, f.Name); f.In != "body" {
				t.Errorf("%s: %+v", name, f)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
	same := FirstOfEach([]apierror.Field{{Name: "b", Reason: "1"}, {Name: "a", Reason: "1"}, {Name: "b", Reason: "2"}, {Name: "a", Reason: "2"}})
	if len(same) != 2 || same[0] != (apierror.Field{Name: "a", Reason: "1"}) || same[1] != (apierror.Field{Name: "b", Reason: "1"}) {
		t.Errorf("the first of each: %+v", same)
	}
}
