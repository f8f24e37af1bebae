package references

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/pagetest"
	"socialdata/internal/content"
	"socialdata/models/changes"
	"socialdata/models/references"
	"socialdata/views"
)

func TestFiltersOfAListBeginAtItsFirstPage(t *testing.T) {
	t.Parallel()
	at := "/r?cursor=c&tag=a&tag=+b+&view=table"
	for want, got := range map[string]string{
		"/r?tag=a&tag=+b+&view=x": with(pagetest.Asked(t, at), "view", "x"),
		"/r?tag=a&tag=+b+":        with(pagetest.Asked(t, at), "view", ""),
		"/r?tag=a&view=table":     without(pagetest.Asked(t, at), "tag", "b"),
		"/r?tag=+b+&view=table":   without(pagetest.Asked(t, at), "tag", "a"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestStatesOfReferences(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		state references.State
		media references.MediaAvailability
		want  views.State
	}{
		"on its way": {references.Processing, references.MediaProcessing,
			views.State{Tone: "busy", Word: "On its way"}},
		"failed":            {references.Failed, references.MediaReady, views.State{Tone: "bad", Word: "Failed"}},
		"with its media":    {references.Ready, references.MediaReady, views.State{Tone: "good", Word: "Media kept"}},
		"after its hold":    {references.Ready, references.MediaExpired, views.State{Tone: "warn", Word: "Hold ended"}},
		"without media":     {references.Ready, references.MediaUnavailable, views.State{Tone: "calm", Word: "No media kept"}},
		"with failed media": {references.Ready, references.MediaFailed, views.State{Tone: "warn", Word: "Media failed"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := referenceState(references.Reference{State: tt.state, MediaAvailability: tt.media})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("referenceState (-want +got)\n%s", diff)
			}
		})
	}
	for _, m := range references.MediaAvailabilities() {
		if mediaWords[m] == "" {
			t.Errorf("%s has no word", m)
		}
	}
}

// TestNotesOfChanges show the newest end beside what still moves.
func TestNotesOfChanges(t *testing.T) {
	t.Parallel()
	list := []changes.Change{{ID: "old", State: changes.Done, FinishedAt: new(int64(5))}, {ID: "waits", State: changes.Waiting, Total: 2, What: `{"Delete":true}`, Which: `{}`, BeginsAt: time.Now().Add(time.Hour).UnixMicro()},
		{ID: "new", State: changes.Stopped, FinishedAt: new(int64(9))}, {ID: "runs", State: changes.Running}}
	var ids []string
	for _, c := range newestEnd(slices.Clone(list)) {
		ids = append(ids, c.ID)
	}
	if want := []string{"waits", "new", "runs"}; !slices.Equal(ids, want) {
		t.Errorf("%v, want %v", ids, want)
	}
	note, err := changeNote(&list[1], "2 references")
	if want := "2 references will be deleted"; err != nil || note.Text != want {
		t.Errorf("%q, %v, want %q", note.Text, err, want)
	}
}

// TestListsSayWhatTheyAreSortedBy on the cards, also where it is not known.
func TestListsSayWhatTheyAreSortedBy(t *testing.T) {
	t.Parallel()
	h := &Handlers{Base: &page.Base{Service: pagetest.Service()}}
	published := content.Time{Time: time.Date(2026, 11, 7, 23, 0, 0, 0, time.UTC)}
	for by, want := range map[references.Sort][2]string{references.MostViews: {"1,234 views", "Views: not available"}, references.MostLikes: {"1 like", "Likes: not available"}, references.PublishedFirst: {"Published 7 Nov 2026", "Published: not available"}, references.ByTitle: {}, references.NewestFirst: {}} {
		known, unknown := &references.Reference{}, &references.Reference{}
		known.Observe(references.SourceObserved{ViewCount: new(int64(1234)), LikeCount: new(int64(1)), PublishedAt: &published})
		if got := [2]string{h.sortedBy(by, known), h.sortedBy(by, unknown)}; got != want {
			t.Errorf("by %q: %q, want %q", by, got, want)
		}
	}
}

func TestOnlyChangesOfATextAreSaved(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		was, mine string
		now       *string
		to        *references.Note
		conflict  bool
	}{
		{"a", "a", new("b"), nil, false}, // they changed it, I did not
		{"a", "b", new("a"), &references.Note{To: new("b")}, false},
		{"a", "", new(" a\r\n"), &references.Note{}, false},
		{"a", "b", new("b"), nil, false}, // both the same
		{"a", "b", new("c"), nil, true},
		{"a", "b", nil, nil, true}, // they cleared it
		{"", "b", nil, &references.Note{To: new("b")}, false},
	} {
		to, conflict := textEdit{was: tt.was, mine: tt.mine}.change(tt.now)
		if diff := cmp.Diff(tt.to, to); diff != "" || conflict != tt.conflict {
			t.Errorf("%q to %q over %v: conflict %v, note (-want +got)\n%s", tt.was, tt.mine, tt.now, conflict, diff)
		}
	}
}

func TestTagsOfTwoPeopleAreMerged(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ was, mine, now, want []string }{
		{[]string{"a"}, []string{"a"}, []string{"b"}, nil},
		{[]string{"a"}, []string{"A"}, []string{"a"}, nil},
		{[]string{"a", "b"}, []string{"b", "c"}, []string{"a", "b", "d"}, []string{"b", "d", "c"}},
		{[]string{}, []string{"x"}, []string{"X"}, []string{"X"}},
		{[]string{"a"}, []string{}, []string{}, []string{}},
	} {
		var want *[]string
		if tt.want != nil {
			want = &tt.want
		}
		if diff := cmp.Diff(want, tagsEdit{was: tt.was, mine: tt.mine}.change(tt.now)); diff != "" {
			t.Errorf("%v to %v over %v (-want +got)\n%s", tt.was, tt.mine, tt.now, diff)
		}
	}
}

// TestTagsTakeCommas holds that a tag that has a comma in it stays one.
func TestTagsTakeCommas(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff([]string{"salt, pepper", "one", "two"}, page.TypedTags("salt, pepper\none, two\n,", []string{"salt, pepper"})); diff != "" {
		t.Errorf("tags (-want +got)\n%s", diff)
	}
}

// TestPlacesInWords holds how a place in a reference is named, alone and behind what is there.
func TestPlacesInWords(t *testing.T) {
	t.Parallel()
	for p, want := range map[place][2]string{{}: {"", ""}, {part: 2}: {"part 2", " in part 2"}, {ms: 4000}: {"0:04", " at 0:04"}, {part: 2, ms: 4000}: {"part 2 at 0:04", " in part 2 at 0:04"}} {
		if p.String() != want[0] || p.in() != want[1] {
			t.Errorf("%+v: %q and %q, want %q", p, p.String(), p.in(), want)
		}
	}
}

// TestABoardStoresEveryFilter holds that each filter of references is among those that a smart board stores, and is read back.
func TestABoardStoresEveryFilter(t *testing.T) {
	t.Parallel()
	in := operations.ReferenceFilter{Q: "q", Tag: []string{"tag"}, SourceTag: []string{"sourceTag"}, Account: "account", Platform: "platform", State: "state", MediaAvailability: "mediaAvailability"}
	for _, b := range boardFilters {
		if got := b.of(in); len(got) != 1 || got[0] != b.property {
			t.Errorf("%s is read as %v", b.property, got)
		}
	}
	if n := reflect.TypeFor[operations.ReferenceFilter]().NumField(); n != len(boardFilters) {
		t.Errorf("%d filters, of which a board stores %d", n, len(boardFilters))
	}
}

func TestTextBelowItsTitle(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ title, text, want string }{
		{"Bread", "Bread", ""}, {"Bread", "Bread.\nMix it.", "Mix it."}, {"Bread?", "Bread? Mix it.", "Mix it."}, {"Bread", "Bread, with butter", "Bread, with butter"},
		{"How to fold a cr…", "How to fold a crane from paper", "How to fold a crane from paper"}, {"Bread…", "Bread…", ""},
		{"Bread", "Breadcrumbs", "Breadcrumbs"}, {"Bread", "Mix it.", "Mix it."}, {"Bread", "", ""}, {"", "Mix it.", "Mix it."},
	} {
		if got := beyond(tt.title, tt.text); got != tt.want {
			t.Errorf("below %q, %q says %q, want %q", tt.title, tt.text, got, tt.want)
		}
	}
}
