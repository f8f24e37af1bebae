package operations

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/issuer"
	"socialdata/internal/sources"
	"socialdata/models/accounts"
	"socialdata/models/captures"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/models/watches"
)

// TestFormsFillInputs as JSON would: each kind of value, what is left out, and what is refused.
func TestFormsFillInputs(t *testing.T) {
	t.Parallel()
	s := &Service{Store: modelstest.SQLite(t, &modelstest.Clock{})}
	form := func(change map[string][]string) map[string][]string {
		given := map[string][]string{"name": {"News"}, "source.kind": {"search"}, "source.q": {"lanterns"}, "every": {"1h"}}
		for path, texts := range change {
			given[path] = texts
		}
		return given
	}
	for name, tt := range map[string]struct {
		given map[string][]string
		want  func(*CreateWatch)
	}{
		"the least":       {nil, func(*CreateWatch) {}},
		"a number":        {map[string][]string{"dailyCredits": {"7"}}, func(in *CreateWatch) { in.DailyCredits = new(DailyCredits(7)) }},
		"an empty number": {map[string][]string{"dailyCredits": {""}}, func(*CreateWatch) {}},
		"a box":           {map[string][]string{"paused": {"true"}}, func(in *CreateWatch) { in.Paused = true }},
		"an empty box":    {map[string][]string{"paused": {"false"}, "readsAll": {}}, func(*CreateWatch) {}},
		"a list": {map[string][]string{"import.tags": {"a", "b"}}, func(in *CreateWatch) {
			in.Import = Opt[ImportSettings]{Set: true, Value: &ImportSettings{Tags: Tags{"a", "b"}}}
		}},
		"an empty text, where null is": {map[string][]string{"import": {""}}, func(in *CreateWatch) { in.Import.Set = true }},
		"entries of a list": {map[string][]string{"thresholds[1].field": {"likes"}, "thresholds[0].field": {"views"}, "thresholds[0].op": {"above"}, "thresholds[1].op": {"below"}, "thresholds[0].value": {"1"}, "thresholds[1].value": {"2"}},
			func(in *CreateWatch) {
				in.Thresholds = Thresholds{{Field: "views", Op: watches.Above, Value: 1}, {Field: "likes", Op: watches.Below, Value: 2}}
			}},
	} {
		want := CreateWatch{Name: "News", Source: WatchSource{Kind: watches.Search, Query: "lanterns"}, Every: "1h"}
		tt.want(&want)
		got, problems := Bind[CreateWatch](s, form(tt.given))
		if diff := cmp.Diff(want, got); len(problems) > 0 || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, problems, diff)
		}
	}
	for name, tt := range map[string]struct {
		given   map[string][]string
		problem string
		known   bool
	}{
		"no number":                   {map[string][]string{"dailyCredits": {"many"}}, "dailyCredits", true},
		"an empty name":               {map[string][]string{"name": {""}}, "name", true},
		"a name that is unknown":      {map[string][]string{"other": {"a"}}, "other", false},
		"an entry of what is no list": {map[string][]string{"source[0].kind": {"a"}}, "source[0]", true},
		"an entry as a whole":         {map[string][]string{"thresholds[0]": {"views"}}, "thresholds[0]", true},
		"an entry without a number":   {map[string][]string{"thresholds[a].field": {"views"}}, "thresholds[a]", true},
		"an entry before the first":   {map[string][]string{"thresholds[-1].field": {"views"}}, "thresholds[-1]", true},
		"an entry too far":            {map[string][]string{"thresholds[100].field": {"views"}}, "thresholds[100]", true},
		"a value of an entry":         {map[string][]string{"thresholds[0].field": {"views"}, "thresholds[0].op": {"above"}, "thresholds[0].value": {"x"}}, "thresholds[0].value", true},
	} {
		in, problems := Bind[CreateWatch](s, form(tt.given))
		if len(problems) != 1 || problems[0].Name != tt.problem || (problems[0].Schema != nil) != tt.known || in.Name != "" {
			t.Errorf("%s: %+v, %+v", name, in, problems)
		}
	}
	if in, problems := Bind[ChangeBoard](s, map[string][]string{"revision": {"1"}, "name": {""}, "description": {""}}); len(problems) > 0 || in.Name != nil || in.Description == nil || *in.Description != "" {
		t.Errorf("empty texts: %+v, %v", in, problems)
	}
	if _, problems := Bind[CreateWatch](s, form(map[string][]string{"thresholds[99].field": {"views"}})); len(problems) < 2 {
		t.Errorf("a list of a hundred entries: %+v", problems)
	}
}

// TestPiecesOfUploads have their place within the whole, are large enough, and are what their digest says.
func TestPiecesOfUploads(t *testing.T) {
	t.Parallel()
	large := make([]byte, input.MinPiece)
	at := func(first, last, total int) PieceRange {
		return PieceRange(fmt.Sprintf("bytes %d-%d/%d", first, last, total))
	}
	c := &session.Caller{WorkspaceID: "w", Key: &accounts.KeyCaller{APIKey: accounts.APIKey{CreatedBy: "person"}}}
	for name, tt := range map[string]struct {
		in    PutCapturePart
		field string // "" is taken
		first int64
		total int64
	}{
		"a whole":                  {in: PutCapturePart{Bytes: []byte("abc")}, total: 3},
		"nothing":                  {in: PutCapturePart{}, field: "body"},
		"a whole with its digest":  {in: PutCapturePart{Bytes: []byte("abc"), Piece: digest([]byte("abc"))}, total: 3},
		"with another digest":      {in: PutCapturePart{Bytes: []byte("abc"), Piece: digest([]byte("abd"))}, field: "Content-Digest"},
		"the first piece":          {in: PutCapturePart{Bytes: large, Range: at(0, len(large)-1, 2*len(large))}, total: int64(2 * len(large))},
		"a small first piece":      {in: PutCapturePart{Bytes: large[1:], Range: at(0, len(large)-2, 2*len(large))}, field: "Content-Range"},
		"a small last piece":       {in: PutCapturePart{Bytes: []byte("abc"), Range: at(7, 9, 10)}, first: 7, total: 10},
		"longer than its place":    {in: PutCapturePart{Bytes: []byte("abc"), Range: at(8, 9, 10)}, field: "Content-Range"},
		"shorter than its place":   {in: PutCapturePart{Bytes: []byte("abc"), Range: at(6, 9, 10)}, field: "Content-Range"},
		"behind the whole":         {in: PutCapturePart{Bytes: []byte("abc"), Range: at(8, 10, 10)}, field: "Content-Range"},
		"a place that goes back":   {in: PutCapturePart{Bytes: []byte("abc"), Range: at(9, 7, 10)}, field: "Content-Range"},
		"behind the whole, a byte": {in: PutCapturePart{Bytes: []byte("a"), Range: at(10, 10, 10)}, field: "Content-Range"},
		"a large one behind it":    {in: PutCapturePart{Bytes: large, Range: at(1, len(large), len(large))}, field: "Content-Range"},
	} {
		p, err := tt.in.piece(c)
		if tt.field != "" {
			wantInvalid(t, err, tt.field)
		} else if err != nil || p.FirstByte != tt.first || p.Total != tt.total || p.Bytes != int64(len(tt.in.Bytes)) || p.UploadedBy != "person" || p.WorkspaceID != "w" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	if p, err := (&PutCapturePart{Bytes: []byte("a")}).piece(&session.Caller{}); err != nil || p.UploadedBy != "" {
		t.Errorf("without a key: %+v, %v", p, err)
	}
}

// TestPartsOfCaptures: a video is one part whatever renditions there are, pictures are one each, and a post without files has one.
func TestPartsOfCaptures(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		kind  content.Kind
		files []sources.MediaFile
		want  []content.MediaKind
	}{
		"no file":           {content.KindCarousel, nil, []content.MediaKind{content.MediaVideo}},
		"a video":           {content.KindVideo, []sources.MediaFile{{Kind: content.MediaVideo}, {Kind: content.MediaVideo}}, []content.MediaKind{content.MediaVideo}},
		"a short":           {content.KindShort, []sources.MediaFile{{Kind: content.MediaVideo}, {Kind: content.MediaVideo}}, []content.MediaKind{content.MediaVideo}},
		"a picture":         {content.KindCarousel, []sources.MediaFile{{Kind: content.MediaImage}}, []content.MediaKind{content.MediaImage}},
		"pictures":          {content.KindCarousel, []sources.MediaFile{{Kind: content.MediaImage}, {Kind: content.MediaVideo}}, []content.MediaKind{content.MediaImage, content.MediaVideo}},
		"too many pictures": {content.KindCarousel, make([]sources.MediaFile, references.MaxParts+1), make([]content.MediaKind, references.MaxParts)},
	} {
		files, err := json.Marshal(tt.files)
		if err != nil {
			t.Fatal(err)
		}
		parts, err := partsOf(&captures.Capture{Item: fmt.Appendf(nil, `{"kind":%q}`, tt.kind), Files: files})
		var got []content.MediaKind
		for _, p := range parts {
			got = append(got, p.Kind)
		}
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
	for _, tt := range []struct {
		profile imports.MediaProfile
		part    int
		want    bool
	}{{imports.ProfileFull, 0, true}, {imports.ProfileFull, 1, true}, {imports.ProfileAnalysis, 0, true}, {imports.ProfileAnalysis, 1, false}, {imports.ProfileNone, 0, false}} {
		if wants(tt.profile, tt.part) != tt.want {
			t.Errorf("%s reads part %d: %v", tt.profile, tt.part, !tt.want)
		}
	}
	have := &references.Parts{Media: []references.Part{{State: references.PartKept}, {State: references.PartSkipped, MeasuredBytes: new(int64(1))}, {State: references.PartSkipped}, {State: references.PartFailed, MeasuredBytes: new(int64(1))}}}
	for n, want := range []bool{true, true, false, false, false} {
		if isThere(have, n) != want {
			t.Errorf("part %d is there: %v", n, !want)
		}
	}
}

// TestASignInAtTheIssuerIsOfThisBrowser, or it is refused before the issuer is asked.
func TestASignInAtTheIssuerIsOfThisBrowser(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		begun session.Flow
		r     IssuerReply
		want  string
	}{
		"not begun":        {session.Flow{}, IssuerReply{Code: "c"}, "the state is not of this browser"},
		"of another":       {session.Flow{State: "a"}, IssuerReply{State: "b", Code: "c"}, "the state is not of this browser"},
		"refused":          {session.Flow{State: "a"}, IssuerReply{State: "a", Code: "c", Problem: "access_denied"}, "access_denied"},
		"without a code":   {session.Flow{State: "a"}, IssuerReply{State: "a"}, "no code"},
		"another's answer": {session.Flow{State: "a"}, IssuerReply{State: "a", Code: "c", Issuer: "https://other.example"}, "the answer is of another issuer"},
	} {
		_, err := (&Service{Issuer: &issuer.Issuer{}}).FinishIssued(t.Context(), tt.begun, tt.r)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
	for want, p := range map[string]issuer.Person{"Ada L": {Name: " Ada  L\x00 ", Email: "a@b"}, "a": {Email: "a@b"}} {
		if got := personName(&p); got != want {
			t.Errorf("%+v is called %q", p, got)
		}
	}
}
