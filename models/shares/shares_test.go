package shares_test

import (
	"fmt"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/models/erasures"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/models/shares"
)

// shared is a workspace with a reference, a board and a share of each.
type shared struct {
	s                   *models.Store
	workspace           string
	reference, board    string
	ofReference         *shares.Share
	ofBoard             *shares.Share
	token, tokenOfBoard string
}

func (h *shared) share(t *testing.T, board, reference *string) (*shares.Share, string, error) {
	t.Helper()
	return h.s.Shares.Create(t.Context(), shares.Share{WorkspaceID: h.workspace, BoardID: board, ReferenceID: reference, EndsAt: db.Micros(h.s.Now().Add(time.Hour))})
}

func newShared(t *testing.T, s *models.Store) *shared {
	t.Helper()
	h := &shared{s: s, workspace: modelstest.Install(t, s, 100).Workspace}
	h.reference = modelstest.Save(t, s, h.workspace, modelstest.Saved{SourceTitle: "Lamps"})
	b, err := s.Boards.Create(t.Context(), boards.Board{WorkspaceID: h.workspace, Name: "Shelf", Kind: boards.Manual, Sort: references.AsPlaced}, []string{h.reference})
	modelstest.Must(t, err)
	h.board = b.ID
	h.ofReference, h.token, err = h.share(t, nil, &h.reference)
	modelstest.Must(t, err)
	h.ofBoard, h.tokenOfBoard, err = h.share(t, &h.board, nil)
	modelstest.Must(t, err)
	return h
}

// opens reports whether a token leads to a share; anything but not_found is an error.
func (h *shared) opens(t *testing.T, token string) bool {
	t.Helper()
	_, err := h.s.Shares.Open(t.Context(), token)
	if err != nil {
		modelstest.WantCode(t, err, apierror.CodeNotFound)
	}
	return err == nil
}

func TestSharesWorkUntilTheyEnd(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		h := newShared(t, s)
		if !h.opens(t, h.token) || !h.opens(t, h.tokenOfBoard) || h.opens(t, "") || h.opens(t, h.token+"x") {
			t.Error("a share does not open by its token alone")
		}
		revoked, err := s.Shares.Revoke(t.Context(), h.workspace, h.ofReference.ID)
		modelstest.Must(t, err)
		if revoked.State(s.Now()) != shares.Revoked || revoked.EndsAt != *revoked.RevokedAt || h.opens(t, h.token) || !h.opens(t, h.tokenOfBoard) {
			t.Errorf("revoked: %+v", revoked)
		}
		clock.Add(time.Minute)
		again, err := s.Shares.Revoke(t.Context(), h.workspace, h.ofReference.ID)
		modelstest.Must(t, err)
		if *again.RevokedAt != *revoked.RevokedAt {
			t.Error("revoking again changes when it was revoked")
		}
		clock.Add(time.Hour)
		if h.opens(t, h.tokenOfBoard) || h.ofBoard.State(s.Now()) != shares.Expired {
			t.Error("a share opens after its end")
		}
		over, err := s.Shares.Revoke(t.Context(), h.workspace, h.ofBoard.ID)
		modelstest.Must(t, err)
		if over.EndsAt != h.ofBoard.EndsAt {
			t.Error("revoking moves an end that has passed")
		}
		clock.Add(shares.KeptFor)
		modelstest.Must(t, s.Housekeep(t.Context()))
		if n := modelstest.CountRows(t, s, "shares"); n != 0 {
			t.Errorf("%d shares are left long after their end", n)
		}
	})
}

// TestSharesEndWithWhatTheyShow deletes the board, the reference and the workspace of shares.
func TestSharesEndWithWhatTheyShow(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		h := newShared(t, s)
		modelstest.Must(t, s.Boards.Delete(t.Context(), h.workspace, h.board))
		if h.opens(t, h.tokenOfBoard) || !h.opens(t, h.token) {
			t.Error("the share of a board does not end with it")
		}
		modelstest.Must(t, s.Imports.DeleteReference(t.Context(), h.workspace, h.reference))
		if h.opens(t, h.token) {
			t.Error("the share of a reference does not end with it")
		}
		h.reference = modelstest.Save(t, s, h.workspace, modelstest.Saved{SourceTitle: "Lamps"})
		_, token, err := h.share(t, nil, &h.reference)
		modelstest.Must(t, err)
		_, err = s.Erasures.Close(t.Context(), h.workspace, "", erasures.Asker{})
		modelstest.Must(t, err)
		if h.opens(t, token) {
			t.Error("a share works after its workspace was closed")
		}
	})
}

func TestSharesAreOfOneWorkspace(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		h := newShared(t, s)
		other := &shared{s: s, workspace: otherWorkspace(t, s)}
		for name, err := range map[string]error{
			"share its reference": second(other.share(t, nil, &h.reference)),
			"share its board":     second(other.share(t, &h.board, nil)),
			"read its share":      first(s.Shares.Find(t.Context(), other.workspace, h.ofBoard.ID)),
			"revoke its share":    first(s.Shares.Revoke(t.Context(), other.workspace, h.ofBoard.ID)),
		} {
			if !apierror.Is(err, apierror.CodeNotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
		for of, want := range map[shares.Of]int{{}: 2, {BoardID: h.board}: 1, {ReferenceID: h.reference}: 1, {BoardID: h.reference}: 0} {
			mine, err := s.Shares.List(t.Context(), h.workspace, of, db.PageRequest{Limit: 10})
			modelstest.Must(t, err)
			theirs, err := s.Shares.List(t.Context(), other.workspace, of, db.PageRequest{Limit: 10})
			modelstest.Must(t, err)
			if len(mine.Items) != want || len(theirs.Items) != 0 {
				t.Errorf("%+v: %d of mine, %d of theirs", of, len(mine.Items), len(theirs.Items))
			}
		}
		if !h.opens(t, h.tokenOfBoard) {
			t.Error("another workspace revoked a share")
		}
	})
}

func otherWorkspace(t *testing.T, s *models.Store) string {
	t.Helper()
	var owner struct{ ID string }
	modelstest.Must(t, s.Read(t.Context()).Table("users").Limit(1).Find(&owner).Error)
	w, err := s.Accounts.CreateWorkspace(t.Context(), "Other", owner.ID, 0)
	modelstest.Must(t, err)
	return w.ID
}

func first(_ *shares.Share, err error) error            { return err }
func second(_ *shares.Share, _ string, err error) error { return err }

// TestLiveSharesAreLimited makes the last shares at once; those that have ended do not count.
func TestLiveSharesAreLimited(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		h := newShared(t, s)
		for range shares.MostLive - 3 {
			_, _, err := h.share(t, nil, &h.reference)
			modelstest.Must(t, err)
		}
		got := modelstest.Outcomes(modelstest.AtOnce(3, func(int) error { return second(h.share(t, nil, &h.reference)) }))
		if fmt.Sprint(got) != fmt.Sprint(map[apierror.Code]int{"ok": 1, apierror.CodeLimitExceeded: 2}) {
			t.Errorf("the last ones at once: %v", got)
		}
		clock.Add(2 * time.Hour)
		_, _, err := h.share(t, nil, &h.reference)
		modelstest.Must(t, err)
	})
}

// TestViewsAreCounted counts them from several sides at once.
func TestViewsAreCounted(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		h := newShared(t, s)
		for _, err := range modelstest.AtOnce(20, func(int) error { return s.Shares.CountView(t.Context(), h.ofBoard.ID) }) {
			modelstest.Must(t, err)
		}
		got, err := s.Shares.Find(t.Context(), h.workspace, h.ofBoard.ID)
		modelstest.Must(t, err)
		if got.Views != 20 {
			t.Errorf("%d views", got.Views)
		}
	})
}
