package operations

import (
	"fmt"
	"slices"
	"testing"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// TestListsOfBoards: a manual board lists what is on it, in its order; a smart one what its filter finds, which further filters narrow.
func TestListsOfBoards(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	red, blue, both := s.save(modelstest.Saved{Tags: []string{"red"}}), s.save(modelstest.Saved{Tags: []string{"blue"}}), s.save(modelstest.Saved{Tags: []string{"red", "blue"}})
	manual, smart := s.board("Manual", nil), s.board("Smart", &ReferenceFilter{Tag: SearchedTags{"red"}})
	_, err := s.ArrangeBoard(t.Context(), s.owner, manual.ID, ArrangeBoard{Add: BulkIDs{both, blue, red}, Remove: BulkIDs{red}})
	testkit.Must(t, err)
	_, err = s.ArrangeBoard(t.Context(), s.owner, manual.ID, ArrangeBoard{Add: BulkIDs{both}, Remove: BulkIDs{red}})
	testkit.Must(t, err)
	for name, tt := range map[string]struct {
		board string
		in    ReferenceFilter
		want  []string
	}{
		"all":               {"", ReferenceFilter{}, []string{both, blue, red}},
		"all that are red":  {"", ReferenceFilter{Tag: SearchedTags{"red"}}, []string{both, red}},
		"on the manual":     {manual.ID, ReferenceFilter{}, []string{both, blue}},
		"red on the manual": {manual.ID, ReferenceFilter{Tag: SearchedTags{"red"}}, []string{both}},
		"on the smart":      {smart.ID, ReferenceFilter{}, []string{both, red}},
		"blue on the smart": {smart.ID, ReferenceFilter{Tag: SearchedTags{"blue"}}, []string{both}},
	} {
		l, err := s.Listed(t.Context(), s.workspace, OnBoard{tt.board}, tt.in, references.Listing{})
		if got := s.list(l); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, %v, want %v", name, got, err, tt.want)
		}
	}
	_, err = s.Listed(t.Context(), s.workspace, OnBoard{db.NewID()}, ReferenceFilter{}, references.Listing{})
	wantCode(t, "a board that there is not", err, apierror.CodeNotFound)
	narrow := s.board("Narrow", &ReferenceFilter{State: references.Ready})
	_, err = s.Listed(t.Context(), s.workspace, OnBoard{narrow.ID}, ReferenceFilter{State: references.Failed}, references.Listing{})
	wantInvalid(t, err, "state")
	for b, want := range map[*boards.Board]int64{manual: 2, smart: 2, s.board("Empty", nil): 0} {
		if n, err := s.CountOnBoard(t.Context(), b); err != nil || n == nil || *n != want {
			t.Errorf("%s has %v references, %v, want %d", b.Name, n, err, want)
		}
	}
	_, err = s.CountOnBoard(t.Context(), &boards.Board{WorkspaceID: s.workspace, Kind: boards.Smart, Filter: `{"q":"..."}`})
	testkit.Must(t, err)
}

// TestLargeSmartBoards: there is an exact number up to the largest that is counted, and none beyond.
func TestLargeSmartBoards(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := s.board("All", &ReferenceFilter{State: references.Ready})
	s.save(modelstest.Saved{})
	for _, statement := range []string{ // copies of the only reference
		fmt.Sprintf(`CREATE TABLE copied AS WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < %d) SELECT r.* FROM saved_references r CROSS JOIN copies`, references.MostCounted-1),
		`UPDATE copied SET id = id || '-' || rowid, content_id = content_id || '-' || rowid, import_id = NULL`,
		`INSERT INTO saved_references SELECT * FROM copied`,
	} {
		modelstest.Run(t, s.Store, statement)
	}
	if n, err := s.CountOnBoard(t.Context(), b); err != nil || n == nil || *n != references.MostCounted {
		t.Errorf("%v, %v, want %d", n, err, references.MostCounted)
	}
	s.save(modelstest.Saved{})
	if n, err := s.CountOnBoard(t.Context(), b); err != nil || n != nil {
		t.Errorf("%v, %v, want no number", n, err)
	}
}

// TestWhatBoardsAreMadeOf: a name, an order and a filter; each act is recorded by the name, and a new name beside the old one.
func TestWhatBoardsAreMadeOf(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx, done := did(t)
	ref := s.save(modelstest.Saved{})
	b, err := s.CreateBoard(ctx, s.owner, CreateBoard{Name: " A ", References: BulkIDs{ref}})
	testkit.Must(t, err)
	wantDone(t, done, session.Done{Subject: b.ID, Detail: "A"})
	if n, err := s.CountOnBoard(ctx, b); err != nil || *n != 1 || b.Sort != references.AsPlaced {
		t.Errorf("%d references in the order %q, %v", n, b.Sort, err)
	}
	smart := s.board("S", &ReferenceFilter{Q: "a"})
	for _, tt := range []struct {
		name   string
		of     *boards.Board
		in     ChangeBoard
		fields []string
		detail string
	}{
		{"a name", b, ChangeBoard{Revision: 1, Name: new(Name("B"))}, nil, "“A” → “B”"},
		{"the same name", b, ChangeBoard{Revision: 2, Description: new(Description("d"))}, nil, "B"},
		{"an order", b, ChangeBoard{Revision: 3, Order: new(BoardOrder(references.OldestSaved))}, nil, "B"},
		{"a filter of a manual board", b, ChangeBoard{Revision: 4, Filter: &ReferenceFilter{}}, []string{"filter"}, ""},
		{"a filter", smart, ChangeBoard{Revision: 1, Filter: &ReferenceFilter{Q: "b"}}, nil, "S"},
		{"its name", smart, ChangeBoard{Revision: 2, Name: new(Name("T"))}, nil, "“S” → “T”"},
		{"the order of a manual board", smart, ChangeBoard{Revision: 3, Order: new(BoardOrder(references.AsPlaced))}, []string{"order"}, ""},
	} {
		now, err := s.ChangeBoard(ctx, s.owner, tt.of.ID, tt.in)
		if tt.fields != nil {
			wantInvalid(t, err, tt.fields...)
			continue
		}
		if err != nil || now.Revision != int64(tt.in.Revision)+1 {
			t.Errorf("%s: %+v, %v", tt.name, now, err)
		}
		wantDone(t, done, session.Done{Subject: tt.of.ID, Detail: tt.detail})
	}
	if now, err := s.Store.Boards.Find(ctx, s.workspace, smart.ID); err != nil || FilterOf(now).Q != "b" || now.Sort != references.LatestSaved {
		t.Errorf("%+v, %v", now, err)
	}
	_, err = s.ChangeBoard(ctx, s.owner, "none", ChangeBoard{})
	wantCode(t, "a board that there is not", err, apierror.CodeNotFound)
	wantCode(t, "deleting", s.DeleteBoard(ctx, s.owner, b.ID), "")
	wantDone(t, done, session.Done{Subject: b.ID, Detail: "B"})
	wantCode(t, "deleting twice", s.DeleteBoard(ctx, s.owner, b.ID), apierror.CodeNotFound)
	wantDone(t, done, session.Done{})
}
