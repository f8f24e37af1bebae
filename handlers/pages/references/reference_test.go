package references

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/views"
)

func TestSizesInWords(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 1500: "1.5 kB", 2_000_000_000_000: "2000.0 GB"} {
		if got := shown.FormatBytes(n); got != want {
			t.Errorf("shown.FormatBytes(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestClaimsAboutAI(t *testing.T) {
	score := func(v float64) *content.AIProvenance { return &content.AIProvenance{AIGeneratedScore: &v} }
	for name, tt := range map[string]struct {
		found *content.AIProvenance
		want  string // the beginning
	}{
		"no file":         {nil, "No file was downloaded"},
		"no evidence":     {&content.AIProvenance{}, "No evidence either way"},
		"made by AI":      {score(0.9), "It claims to be made or changed by AI (0.90"},
		"a caption of AI": {score(0.3), "Its caption speaks of AI (0.30"},
		"a camera":        {score(0.05), "It claims to be a capture of a camera (0.05"},
	} {
		t.Run(name, func(t *testing.T) {
			got := claims(tt.found)
			if len(got) == 0 || len(got[0]) < len(tt.want) || got[0][:len(tt.want)] != tt.want {
				t.Errorf("claims = %q, want %q …", got, tt.want)
			}
		})
	}
}

func TestSentenceAboutAManifest(t *testing.T) {
	t.Parallel()
	verdict := func(v content.C2PAValidation) *content.C2PA {
		return &content.C2PA{Present: true, Validation: &v, Reason: new("So it is."), Signer: new("Camera / Works")}
	}
	nameless := verdict(content.C2PAValid)
	nameless.Signer = nil
	for name, tt := range map[string]struct {
		present bool
		c       *content.C2PA
		want    string
	}{
		"none":              {false, content.NoC2PA(), "The file holds no C2PA manifest."},
		"of earlier":        {true, nil, "The file holds a C2PA manifest. Its signature was not checked."},
		"valid":             {true, verdict(content.C2PAValid), "Its C2PA manifest is valid: the file is as Camera / Works signed it, and the operator of this service trusts that signer. So it is."},
		"without a name":    {true, nameless, "Its C2PA manifest is valid: the file is as a signer without a name signed it, and the operator of this service trusts that signer. So it is."},
		"untrusted":         {true, verdict(content.C2PAUntrusted), "Its C2PA manifest fits the file, but nothing shows that the signer is who it says (Camera / Works). So it is."},
		"invalid":           {true, verdict(content.C2PAInvalid), "Its C2PA manifest is invalid, so what it says proves nothing. So it is."},
		"could not be read": {true, verdict(content.C2PAUnknown), "Its C2PA manifest could not be checked in full, so what it says proves nothing. So it is."},
	} {
		if got := claims(&content.AIProvenance{C2PAPresent: &tt.present, C2PA: tt.c}); got[len(got)-1] != tt.want {
			t.Errorf("%s: %q, want %q", name, got[len(got)-1], tt.want)
		}
	}
}

func TestMeasuredFacts(t *testing.T) {
	t.Parallel()
	video, image := content.MediaVideo, content.MediaImage
	tests := map[string]struct {
		found content.MachineDerived
		want  []views.Fact
	}{
		"no media": {content.MachineDerived{MeasuredBytes: new(int64(5))}, nil},
		"a video": {content.MachineDerived{MediaKind: &video, DetectedContentType: new("video/mp4"),
			MeasuredBytes: new(int64(1500)), Width: new(int64(640)), Height: new(int64(360)),
			MeasuredDurationMs: new(int64(61_000)), HasAudioTrack: new(true)},
			[]views.Fact{{Name: "Type", Value: "video/mp4"}, {Name: "Size", Value: "1.5 kB"},
				{Name: "Picture", Value: "640 × 360"}, {Name: "Length", Value: "1:01"}, {Name: "Sound", Value: "yes"}}},
		"a silent video of no length": {content.MachineDerived{MediaKind: &video, HasAudioTrack: new(false)},
			[]views.Fact{{Name: "Length", Missing: "the file does not say"}, {Name: "Sound", Missing: "no audio track"}}},
		"a picture has no length": {content.MachineDerived{MediaKind: &image, Width: new(int64(1)), HasAudioTrack: new(true)},
			[]views.Fact{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, measured(&tt.found)); diff != "" {
				t.Errorf("measured (-want +got)\n%s", diff)
			}
		})
	}
}

func TestTitlesOfReferences(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		custom, title, description *string
		want                       string
	}{
		"a custom one":          {new("mine"), new("theirs"), nil, "mine"},
		"the platform's":        {nil, new("theirs"), new("words"), "theirs"},
		"an empty one is none":  {new(""), new(""), new("words"), "words"},
		"the address is a last": {nil, nil, nil, "https://example.com/"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := references.Reference{CustomTitle: tt.custom, CanonicalURL: "https://example.com/"}
			r.Observe(references.SourceObserved{SourceTitle: tt.title, SourceDescription: tt.description})
			if got := r.Title(); got != tt.want {
				t.Errorf("Title = %q, want %q", got, tt.want)
			}
		})
	}
}

// TestTitlesToEdit hold what a reference shows as its title, as one line: saved unchanged, nothing is written.
func TestTitlesToEdit(t *testing.T) {
	t.Parallel()
	const link = "https://example.com/"
	for _, tt := range []struct{ custom, description, want string }{
		{"mine", "words", "mine"},
		{"", "two \n  lines", "two lines"},
		{"", strings.Repeat("é", 301), strings.Repeat("é", 300)},
		{"", "", ""}, // it shows its address
	} {
		r := references.Reference{CustomTitle: &tt.custom, CanonicalURL: link}
		r.Observe(references.SourceObserved{SourceDescription: &tt.description})
		edit := editFields(&r).Title
		if edit.Value != tt.want || edit.Was != tt.want {
			t.Errorf("the field of %q, %q has %q, was %q, want %q", tt.custom, tt.description, edit.Value, edit.Was, tt.want)
		}
		f := readReferenceForm(page.NewForm(url.Values{"title": {edit.Value}, "was-title": {edit.Was}}))
		if changed, _, conflicts := f.changes(&r); len(changed)+len(conflicts) > 0 {
			t.Errorf("unchanged, it saves %v, with the conflicts %v", changed, conflicts)
		}
	}
}

func TestShotsOnTheTimeLine(t *testing.T) {
	t.Parallel()
	video := content.MediaVideo
	found := content.MachineDerived{MediaKind: &video, CreativeSpec: &content.CreativeSpec{Shots: []content.Shot{
		{StartMs: 0, EndMs: 7500, Description: new("a cat")}, {StartMs: 7500, EndMs: 10_000}}}}
	v := views.Reference{}
	addShots(&v, &found)
	want := []views.Shot{{At: "0:00", Length: "7.5 s", Says: "a cat", Wide: 749, Middle: 3750}, {At: "0:07", Length: "2.5 s", From: 750,
		Wide: 249, Seek: 7500, Middle: 8750}}
	if diff := cmp.Diff(want, v.Shots); diff != "" {
		t.Errorf("shots (-want +got)\n%s", diff)
	}
	if got := shown.VideoAt("/m/x", 7540); got != "/m/x#t=7.5" || shown.VideoAt("", 7540) != "" {
		t.Errorf("videoAt = %q", got)
	}
}

// TestPartsInASentence counts the refused by their cause, and names each cause once.
func TestPartsInASentence(t *testing.T) {
	t.Parallel()
	of := func(states string, total int64) *references.Parts {
		p := &references.Parts{Total: &total}
		for n, s := range states {
			one := references.Part{Index: int64(n), State: references.PartKept}
			switch s {
			case 'd':
				one.State, one.FailureCode = references.PartFailed, new(apierror.CodeMediaInvalid)
			case 'c':
				one.State, one.FailureCode = references.PartFailed, new(apierror.CodeSourceChanged)
			case 's':
				one.State = references.PartSkipped
			}
			p.Media = append(p.Media, one)
		}
		return p
	}
	invalid, changed := strings.TrimSuffix(shown.LowerFirst(shown.ErrorText(apierror.CodeMediaInvalid)), "."), strings.TrimSuffix(shown.LowerFirst(shown.ErrorText(apierror.CodeSourceChanged)), ".")
	const more = ". Another import may bring what is missing."
	for _, tt := range []struct {
		want   string
		states string
		total  int64
	}{
		{"All 3 parts are kept.", "kkk", 3},
		{"9 of 10 parts kept, one was refused: " + invalid + more, "kkkkdkkkkk", 10},
		{"2 of 5 parts kept, 2 were refused: " + invalid + "; one was refused: " + changed + more, "kdckd", 5},
		{"40 of 60 parts kept: no more of one post are.", strings.Repeat("k", 40), 60},
		{"0 of 2 parts kept.", "ss", 2},
	} {
		p := of(tt.states, tt.total)
		if got := partsKept(p, p.Shown()); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestAPostWithoutFilesShowsItsPoster: parts of which nothing is kept are empty boxes, where there is a picture of the post.
func TestAPostWithoutFilesShowsItsPoster(t *testing.T) {
	t.Parallel()
	of := func(poster *string, states ...references.PartState) *references.Reference {
		var p references.Parts
		for _, s := range states {
			p.Media = append(p.Media, references.Part{State: s})
		}
		raw, err := json.Marshal(p)
		testkit.Must(t, err)
		return &references.Reference{PosterMediaID: poster, PrimaryMediaID: new("m2"), Parts: raw}
	}
	poster := "m1"
	for name, c := range map[string]struct {
		r    *references.Reference
		want bool
	}{
		"none kept":              {of(&poster, references.PartSkipped, references.PartFailed), false},
		"none kept, no poster":   {of(nil, references.PartSkipped, references.PartSkipped), true},
		"one kept":               {of(&poster, references.PartSkipped, references.PartKept), true},
		"a post of a single one": {of(&poster, references.PartKept), false},
	} {
		if got := hasGallery(c.r); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func TestReferencesSayWhyTheyHaveNoMedia(t *testing.T) {
	t.Parallel()
	measured := &content.MachineDerived{MeasuredBytes: new(int64(7))}
	of := func(p imports.MediaProfile, capture string) *imports.Detail {
		return &imports.Detail{Import: imports.Import{MediaProfile: p, CaptureID: capture}}
	}
	for want, got := range map[string]string{
		"the import kept the facts only":            whyNoMedia(of(imports.ProfileNone, ""), measured),
		"it was analysed and then deleted":          whyNoMedia(of(imports.ProfileAnalysis, ""), measured),
		"the platform provides none of this":        whyNoMedia(of(imports.ProfileAnalysis, ""), &content.MachineDerived{}),
		"the platform provides none of this to":     whyNoMedia(of(imports.ProfileFull, ""), &content.MachineDerived{}),
		"the browser that captured the post has no": whyNoMedia(of(imports.ProfileFull, "one"), &content.MachineDerived{}),
		"None: a capture holds no captions.":        whyNoTranscript(of(imports.ProfileFull, "one")),
		"None: the import did not ask for one.":     whyNoTranscript(&imports.Detail{}),
		"None: the platform has no captions":        whyNoTranscript(&imports.Detail{Import: imports.Import{Transcript: true}}),
		"could not be read (the platform did not r": whyNoTranscript(&imports.Detail{Import: imports.Import{Transcript: true, Attempt: 1}, Attempts: []imports.Attempt{{Number: 1, Stages: imports.StageRecords{{Stage: imports.StageFetchTranscript, State: imports.WorkFailed, FailureCode: apierror.CodeNetworkTimeout}}}}}),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}
