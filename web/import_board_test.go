package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/models/references"
	"socialdata/web/webtest"
)

// TestImportsNameABoard accepts a manual board of the workspace alone; another one is refused as if it did not exist.
func TestImportsNameABoard(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		other, err := s.Store.Accounts.CreateWorkspace(t.Context(), "Other", s.OwnerID, 0)
		testkit.Must(t, err)
		board := func(workspace string, kind boards.Kind, sort references.Sort) string {
			b, err := s.Store.Boards.Create(t.Context(), boards.Board{WorkspaceID: workspace, Name: "b", Kind: kind, Filter: "{}", Sort: sort}, nil)
			testkit.Must(t, err)
			return b.ID
		}
		mine, smart, theirs := board(s.Workspace, boards.Manual, references.AsPlaced), board(s.Workspace, boards.Smart, references.LatestSaved), board(other.ID, boards.Manual, references.AsPlaced)
		post := func(path, board string) *webtest.Reply {
			one := map[string]any{"sourceUrl": "https://www.youtube.com/watch?v=aaaaaaaaaaa", "board": board}
			body := any(one)
			if path != "/v1/ingestions" {
				body = map[string]any{"imports": []any{one}}
			}
			return s.Do("POST", path, body, withIdempotencyKey(s.AsKey(), path+board))
		}
		var refused string
		for _, wrong := range []string{smart, theirs, db.NewID(), "x"} {
			r := post("/v1/ingestions", wrong)
			fields := fmt.Sprint(r.JSON(t)["error"].(map[string]any)["details"])
			if r.Status != http.StatusBadRequest || refused != "" && fields != refused {
				t.Errorf("%s: %d %s", wrong, r.Status, r.Body)
			}
			refused = fields
			if r := post("/v1/ingestions/batch", wrong); r.JSON(t)["results"].([]any)[0].(map[string]any)["status"] != 400.0 {
				t.Errorf("%s: %s", wrong, r.Body)
			}
		}
		r := post("/v1/ingestions", mine)
		if r.Status != http.StatusAccepted {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		if i := s.Do("GET", "/v1/imports/"+r.JSON(t)["id"].(string), nil, s.AsKey()).JSON(t); i["board"] != mine {
			t.Errorf("%v", i["board"])
		}
		testkit.Must(t, s.Store.Boards.Delete(t.Context(), s.Workspace, mine))
		if again := post("/v1/ingestions", mine); again.Status != http.StatusAccepted || string(again.Body) != string(r.Body) {
			t.Errorf("the same request after its board went: %d %s", again.Status, again.Body)
		}
		full := board(s.Workspace, boards.Manual, references.AsPlaced)
		fillBoard(t, s, full, boards.MostReferences)
		if r := post("/v1/ingestions", full); r.Status != http.StatusUnprocessableEntity || r.Code() != "limit_exceeded" {
			t.Errorf("a full board: %d %s", r.Status, r.Body)
		}
	})
}

// TestImportsRunAgainWithoutTheirBoard runs imports again whose board is gone: nobody named it now, so it takes nothing and
// refuses nothing, for one import as for several.
func TestImportsRunAgainWithoutTheirBoard(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		b, err := s.Store.Boards.Create(t.Context(), boards.Board{WorkspaceID: s.Workspace, Name: "b", Kind: boards.Manual, Sort: references.AsPlaced}, nil)
		testkit.Must(t, err)
		made := s.Do("POST", "/v1/ingestions", map[string]any{"sourceUrl": "https://www.youtube.com/watch?v=aaaaaaaaaaa", "board": b.ID}, withIdempotencyKey(s.AsKey(), "first")).JSON(t)
		id, _ := made["id"].(string)
		testkit.Must(t, s.Store.Boards.Delete(t.Context(), s.Workspace, b.ID))
		count := func() (n int64) {
			testkit.Must(t, s.Store.Read(t.Context()).Table("imports").Count(&n).Error)
			return n
		}
		asForm := s.AsOwner()
		asForm["Content-Type"] = "application/x-www-form-urlencoded"
		for n, again := range []struct{ path, form string }{
			{"/imports/" + id + "/again", url.Values{"form": {db.NewID()}}.Encode()},
			{"/imports/bulk/again", url.Values{"form": {db.NewID()}, "id": {id}}.Encode()},
		} {
			testkit.Must(t, s.Store.Write(t.Context()).Exec("UPDATE imports SET state = 'failed', finished_at = 1").Error)
			if r := s.Do("POST", "/w/"+s.Workspace+again.path, again.form, asForm); r.Status != http.StatusSeeOther || count() != int64(n+2) {
				t.Errorf("%s: %d, %d imports", again.path, r.Status, count())
			}
		}
	})
}
