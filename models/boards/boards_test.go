package boards_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// shelf is a manual board with references that are called by a letter.
type shelf struct {
	t         *testing.T
	s         *models.Store
	workspace string
	id        string
	letters   map[string]string // of references, by id
	ids       map[string]string
}

func newShelf(t *testing.T, s *models.Store, workspace, letters string) *shelf {
	t.Helper()
	h := &shelf{t: t, s: s, workspace: workspace, letters: map[string]string{}, ids: map[string]string{}}
	for _, l := range strings.Split(letters, "") {
		id := modelstest.Save(t, s, h.workspace, modelstest.Saved{SourceTitle: "title " + l})
		h.letters[id], h.ids[l] = l, id
	}
	b, err := s.Boards.Create(t.Context(), boards.Board{WorkspaceID: h.workspace, Name: "Shelf", Kind: boards.Manual, Sort: references.AsPlaced}, nil)
	modelstest.Must(t, err)
	h.id = b.ID
	return h
}

// named are the ids of references by their letters.
func (h *shelf) named(letters string) (ids []string) {
	for _, l := range letters {
		ids = append(ids, h.ids[string(l)])
	}
	return ids
}

func (h *shelf) arrange(add, remove, before string) error {
	h.t.Helper()
	a := boards.Arrangement{Add: h.named(add), Remove: h.named(remove)}
	if before != "" {
		a.Before = h.ids[before]
	}
	_, err := h.s.Boards.Arrange(h.t.Context(), h.workspace, h.id, a)
	return err
}

// reads are the letters of the board's list, page by page.
func (h *shelf) reads(l references.Listing, size int) string {
	h.t.Helper()
	l.Board = h.id
	var got string
	for p := (db.PageRequest{Limit: size}); ; {
		page, err := h.s.References.ListReferences(h.t.Context(), h.workspace, l, p)
		modelstest.Must(h.t, err)
		for _, r := range page.Items {
			got += h.letters[r.ID]
		}
		if p.Cursor = page.NextCursor; p.Cursor == "" {
			return got
		}
	}
}

func (h *shelf) wants(want string) {
	h.t.Helper()
	if got := h.reads(references.Listing{Sort: references.AsPlaced}, 2); got != want {
		h.t.Errorf("the board reads %q, want %q", got, want)
	}
}

func TestReferencesStandWhereTheyArePut(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		h := newShelf(t, s, modelstest.Install(t, s, 100).Workspace, "abcdef")
		steps := []struct{ add, remove, before, want string }{
			{"cab", "", "", "cab"},
			{"d", "", "c", "dcab"},
			{"ef", "", "a", "dcefab"},
			{"b", "", "", "dcefab"}, // is there already
			{"b", "", "d", "bdcefa"},
			{"fa", "", "d", "bfadce"},
			{"", "dx", "", "bface"},
			{"d", "b", "", "faced"},
			{"b", "f", "a", "baced"},
		}
		for n, step := range steps {
			if err := h.arrange(step.add, step.remove, step.before); err != nil {
				t.Fatalf("step %d: %v", n, err)
			}
			h.wants(step.want)
		}
		if got := h.reads(references.Listing{}, 2); got != "edcba" {
			t.Errorf("newest first the board reads %q", got)
		}
		modelstest.Must(t, s.Imports.DeleteReference(t.Context(), h.workspace, h.ids["c"]))
		h.wants("baed")
		counts, err := s.Boards.Counts(t.Context(), []string{h.id})
		modelstest.Must(t, err)
		if counts[h.id] != 4 {
			t.Errorf("the board counts %d references", counts[h.id])
		}
	})
}

// TestOn finds the references that a board has and the list without them, and none of a board of another workspace.
func TestOn(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		h := newShelf(t, s, in.Workspace, "abc")
		_, err := s.Boards.Arrange(t.Context(), in.Workspace, h.id, boards.Arrangement{Add: []string{h.ids["a"], h.ids["b"]}})
		modelstest.Must(t, err)
		for workspace, want := range map[string]int{in.Workspace: 2, db.NewID(): 0} {
			on, err := s.Boards.On(t.Context(), workspace, h.id, []string{h.ids["a"], h.ids["b"], h.ids["c"]})
			if err != nil || len(on) != want {
				t.Errorf("workspace %s: %v, %v, want %d", workspace, on, err, want)
			}
		}
		rest, n, err := s.References.ListAndCount(t.Context(), in.Workspace, references.Listing{NotOn: h.id}, db.PageRequest{Limit: 9})
		if err != nil || n != 1 || len(rest.Items) != 1 || rest.Items[0].ID != h.ids["c"] {
			t.Errorf("beside the board there are %d: %v", n, err)
		}
	})
}

// TestPlacesNeverRunOut puts references between the same two, which halves the gap each time.
func TestPlacesNeverRunOut(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		h := newShelf(t, s, modelstest.Install(t, s, 100).Workspace, "abcd")
		modelstest.Must(t, h.arrange("abcd", "", ""))
		for range 30 {
			modelstest.Must(t, h.arrange("b", "", "d"))
			h.wants("acbd")
			modelstest.Must(t, h.arrange("c", "", "d"))
			h.wants("abcd")
		}
	})
}

func TestBoardsAreNarrowedAndSearched(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		h := newShelf(t, s, modelstest.Install(t, s, 100).Workspace, "abcde")
		modelstest.Must(t, h.arrange("dbca", "", ""))
		_, err := s.References.Annotate(t.Context(), h.workspace, h.ids["c"], references.Annotation{Revision: revision(t, h, "c"), Tags: &[]string{"red"}})
		modelstest.Must(t, err)
		for _, sort := range append(references.Sorts(), references.AsPlaced, references.OldestSaved) {
			for _, tt := range []struct {
				name string
				by   references.Filter
				want string
			}{
				{"a word of all", references.Filter{Words: "title"}, "abcd"},
				{"a tag", references.Filter{Tags: []string{"red"}}, "c"},
				{"a tag and a word", references.Filter{Words: "title", Tags: []string{"red"}}, "c"},
				{"a platform", references.Filter{Platform: "video_site"}, "abcd"},
				{"one that is not on it", references.Filter{CanonicalURL: link(t, h, "e")}, ""},
				{"a link or words", references.Filter{CanonicalURL: link(t, h, "b"), Words: "nothing"}, "b"},
				{"a subject", references.Filter{Subjects: []string{"nobody:x"}}, ""},
			} {
				got := strings.Split(h.reads(references.Listing{Filter: tt.by, Sort: sort}, 3), "")
				slices.Sort(got)
				if strings.Join(got, "") != tt.want {
					t.Errorf("%s, sorted by %q, finds %q, want %q", tt.name, sort, got, tt.want)
				}
				l := references.Listing{Filter: tt.by}
				l.Board = h.id
				for id, letter := range h.letters {
					if _, err := s.References.FindListed(t.Context(), h.workspace, l, id); apierror.Is(err, apierror.CodeNotFound) == strings.Contains(tt.want, letter) || err != nil && !apierror.Is(err, apierror.CodeNotFound) {
						t.Errorf("%s, looking for %s: %v", tt.name, letter, err)
					}
				}
				if n, err := s.References.Count(t.Context(), h.workspace, l); err != nil || n != int64(len(tt.want)) {
					t.Errorf("%s counts %d, %v", tt.name, n, err)
				}
			}
		}
	})
}

func revision(t *testing.T, h *shelf, letter string) int64 {
	t.Helper()
	r, err := h.s.References.Find(t.Context(), h.workspace, h.ids[letter])
	modelstest.Must(t, err)
	return r.Revision
}

func link(t *testing.T, h *shelf, letter string) string {
	t.Helper()
	r, err := h.s.References.Find(t.Context(), h.workspace, h.ids[letter])
	modelstest.Must(t, err)
	return r.CanonicalURL
}

func TestBoardsRefuse(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		w, err := s.Accounts.CreateWorkspace(t.Context(), "Other", in.Owner, 100)
		modelstest.Must(t, err)
		h, other := newShelf(t, s, in.Workspace, "ab"), newShelf(t, s, w.ID, "cd")
		modelstest.Must(t, h.arrange("a", "", ""))
		smart, err := s.Boards.Create(t.Context(), boards.Board{WorkspaceID: h.workspace, Name: "Smart", Kind: boards.Smart, Filter: "{}"}, nil)
		modelstest.Must(t, err)
		try := func(workspace, id string, a boards.Arrangement) error {
			_, err := s.Boards.Arrange(t.Context(), workspace, id, a)
			return err
		}
		for name, tt := range map[string]struct {
			err  error
			code apierror.Code
		}{
			"another workspace's board":           {try(other.workspace, h.id, boards.Arrangement{Remove: h.named("a")}), apierror.CodeNotFound},
			"another workspace's reference":       {try(h.workspace, h.id, boards.Arrangement{Add: append(h.named("b"), other.named("c")...)}), apierror.CodeNotFound},
			"a smart board":                       {try(h.workspace, smart.ID, boards.Arrangement{Add: h.named("a")}), apierror.CodeInvalidInput},
			"before what is not on the board":     {try(h.workspace, h.id, boards.Arrangement{Add: h.named("a"), Before: h.ids["b"]}), apierror.CodeInvalidInput},
			"before itself":                       {try(h.workspace, h.id, boards.Arrangement{Add: h.named("a"), Before: h.ids["a"]}), apierror.CodeInvalidInput},
			"the deletion of another workspace's": {s.Boards.Delete(t.Context(), other.workspace, h.id), apierror.CodeNotFound},
		} {
			if !apierror.Is(tt.err, tt.code) {
				t.Errorf("%s: %v", name, tt.err)
			}
		}
		h.wants("a")
		if _, err := s.Boards.Change(t.Context(), h.workspace, h.id, boards.Change{Revision: 1}); !apierror.Is(err, apierror.CodeRevisionConflict) {
			t.Errorf("an old revision: %v", err)
		}
	})
}

// TestBoardsAreLimited fills a workspace with boards and a board with references, from several sides at once.
func TestBoardsAreLimited(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		h := newShelf(t, s, modelstest.Install(t, s, 100).Workspace, "ab")
		modelstest.Run(t, s, fmt.Sprintf("INSERT INTO boards SELECT 'n' || n, '%s', 'x', '', 'manual', '', 'manual', 1, 0, 0 FROM (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < %d) SELECT n FROM c) AS numbers", h.workspace, boards.MostBoards-2))
		var made sync.WaitGroup
		errs := make([]error, 3)
		for n := range errs {
			made.Go(func() {
				_, errs[n] = s.Boards.Create(t.Context(), boards.Board{WorkspaceID: h.workspace, Name: "last", Kind: boards.Manual}, h.named("a"))
			})
		}
		made.Wait()
		if failed := slices.DeleteFunc(errs, func(err error) bool { return err == nil }); len(failed) != 2 || !apierror.Is(failed[0], apierror.CodeLimitExceeded) {
			t.Errorf("of three boards where there is room for one, %d were refused: %v", len(failed), failed)
		}
	})
}

// TestImportsGoOnABoard puts references of imports on their board, and imports all the same if the board takes none.
func TestImportsGoOnABoard(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		h := newShelf(t, s, in.Workspace, "a")
		modelstest.Must(t, h.arrange("a", "", ""))
		smart, err := s.Boards.Create(t.Context(), boards.Board{WorkspaceID: in.Workspace, Name: "Smart", Kind: boards.Smart, Filter: "{}", Sort: references.LatestSaved}, nil)
		modelstest.Must(t, err)
		other, err := s.Accounts.CreateWorkspace(t.Context(), "Other", in.Owner, 1)
		modelstest.Must(t, err)
		theirs, err := s.Boards.Create(t.Context(), boards.Board{WorkspaceID: other.ID, Name: "Theirs", Kind: boards.Manual, Sort: references.AsPlaced}, nil)
		modelstest.Must(t, err)
		for n, board := range []string{h.id, smart.ID, theirs.ID, db.NewID()} {
			id := in.Accept(t, fmt.Sprint("k", n), func(i *imports.NewImport) { i.Subject, i.BoardID = fmt.Sprint("clip_site:", n), board })
			run := in.Begin(t, id, "w")
			in.FinishStages(t, run)
			c := modelstest.OneCredit()
			c.Subject, c.Place = fmt.Sprint("clip_site:", n), s.Boards.Place
			modelstest.Must(t, s.Imports.Commit(t.Context(), run, c))
			if n == 0 {
				h.letters[*in.Import(t, id).ReferenceID] = "b"
			}
		}
		h.wants("ab")
		counts, err := s.Boards.Counts(t.Context(), []string{h.id, smart.ID, theirs.ID})
		modelstest.Must(t, err)
		if len(counts) != 1 {
			t.Errorf("%v", counts)
		}
	})
}
