package web_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/testkit"
	"socialdata/models/billing"
	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/web/webtest"
)

// TestManyLinksSayWhatASavedReferenceCannotTake imports links with a tag and a board, of which two are saved: one has all the tags that it
// may have, and the board has room for only one more. The page names what each could not take; the rest is done.
func TestManyLinksSayWhatASavedReferenceCannotTake(t *testing.T) {
	each(t, webtest.Options{Credits: 1000}, func(t *testing.T, s *webtest.Site) {
		board := func(kind boards.Kind, sort references.Sort) *boards.Board {
			b, err := s.Store.Boards.Create(t.Context(), boards.Board{WorkspaceID: s.Workspace, Name: "b", Kind: kind, Filter: "{}", Sort: sort}, nil)
			testkit.Must(t, err)
			return b
		}
		link := func(n int) string { return fmt.Sprintf("https://www.youtube.com/watch?v=aaaaaaaaaa%d", n) }
		saved := map[string]string{}
		for n, name := range []string{"full", "free"} {
			saved[name] = modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: fmt.Sprintf("video_site:aaaaaaaaaa%d", n), CustomTitle: &name})
			modelstest.Run(t, s.Store, "UPDATE saved_references SET canonical_url = ? WHERE id = ?", link(n), saved[name])
		}
		var tags []string
		for n := range input.MaxTags {
			tags = append(tags, fmt.Sprint("tag", n))
		}
		_, err := s.Store.References.Change(t.Context(), s.Workspace, saved["full"], references.Change{AddTags: tags})
		testkit.Must(t, err)
		post := func(board string) (status int, body string) {
			r := s.Do("POST", "/w/"+s.Workspace+"/imports/many", "form="+db.NewID()+"&step=import&profile=none&tags=spring&board="+board+"&links="+strings.Join([]string{link(0), link(1), link(2)}, "+"), asForm(s.Cookie))
			return r.Status, string(r.Body)
		}
		imports := func() (n int64) {
			testkit.Must(t, s.Store.Read(t.Context()).Table("imports").Where("batch_id <> ''").Count(&n).Error)
			return n
		}
		had := imports()
		if status, body := post(board(boards.Smart, references.LatestSaved).ID); status != http.StatusBadRequest || imports() != had {
			t.Errorf("a board that takes nothing: %d, %d imports: %.500s", status, imports()-had, mainOf(body))
		}

		b := board(boards.Manual, references.AsPlaced)
		status, body := post(b.ID)
		if status != http.StatusOK || imports() != had+1 {
			t.Fatalf("%d, %d imports: %.500s", status, imports()-had, mainOf(body))
		}
		for _, want := range []string{"1 import started. 2 links saved already. 1 saved reference did not get all of the form: see why below.", "It did not get the tags: it would have too many tags."} {
			if !strings.Contains(body, want) {
				t.Errorf("the page does not say %q", want)
			}
		}
		free, err := s.Store.References.Find(t.Context(), s.Workspace, saved["free"])
		testkit.Must(t, err)
		if got := free.TagList(); len(got) != 1 || got[0] != "spring" {
			t.Errorf("the other has the tags %q", got)
		}
		placed := func(board string) (n int64) {
			testkit.Must(t, s.Store.Read(t.Context()).Table("board_references").Where("board_id = ?", board).Count(&n).Error)
			return n
		}
		if n := placed(b.ID); n != 2 {
			t.Errorf("%d are on the board", n)
		}

		b = board(boards.Manual, references.AsPlaced)
		fillBoard(t, s, b.ID, boards.MostReferences-1)
		modelstest.Run(t, s.Store, "UPDATE imports SET state = 'failed', finished_at = 1 WHERE batch_id <> ''")
		status, body = post(b.ID)
		if status != http.StatusOK || !strings.Contains(body, "It is not on the board: it is full.") || strings.Count(body, "It is not on the board") != 1 || placed(b.ID) != int64(boards.MostReferences) {
			t.Errorf("a board with place for one: %d, %d on it: %.3000s", status, placed(b.ID), mainOf(body))
		}
		if status, body = post(b.ID); status != http.StatusBadRequest || !strings.Contains(body, "This board is full.") {
			t.Errorf("a full board: %d: %.3000s", status, mainOf(body))
		}
	})
}

// fillBoard puts many references on a board: copies of one.
func fillBoard(t *testing.T, s *webtest.Site, board string, count int) {
	t.Helper()
	one := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:1"})
	rows, err := s.Store.Read(t.Context()).Table("saved_references").Limit(0).Rows()
	testkit.Must(t, err)
	columns, err := rows.Columns()
	testkit.Must(t, err)
	testkit.Must(t, rows.Close())
	columns = slices.DeleteFunc(columns, func(name string) bool { return name == "id" || name == "content_id" })
	more := fmt.Sprintf("WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < %d) ", count)
	modelstest.Run(t, s.Store, "INSERT INTO saved_references (id, content_id, "+strings.Join(columns, ", ")+") "+more+"SELECT 'copy' || n, 'copy' || n, "+strings.Join(columns, ", ")+" FROM saved_references, more WHERE id = ?", one)
	modelstest.Run(t, s.Store, "INSERT INTO board_references (board_id, reference_id, place, added_at) SELECT ?, id, 1, 1 FROM saved_references WHERE id LIKE 'copy%'", board)
}

// TestSeeingWhatWasImportedTogether leads from the page of many imports to their references alone, also for what is done to all of the list.
func TestSeeingWhatWasImportedTogether(t *testing.T) {
	each(t, webtest.Options{Credits: 1000}, func(t *testing.T, s *webtest.Site) {
		batch, at := db.NewID(), "/w/"+s.Workspace
		var ids []string
		for _, title := range []string{"Rye", "Spelt", "Wheat"} {
			ids = append(ids, modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: title}))
		}
		modelstest.Run(t, s.Store, "UPDATE imports SET batch_id = ? WHERE reference_id IN (?, ?)", batch, ids[0], ids[1])
		see := html.UnescapeString(between(t, string(s.Do("GET", at+"/imports/many/"+batch, nil, s.AsOwner()).Body), `<a class="button primary" href="`, "references?batch="+batch))
		list := mainOf(string(s.Do("GET", see, nil, s.AsOwner()).Body))
		if !strings.Contains(list, ">Rye</a>") || !strings.Contains(list, ">Spelt</a>") || strings.Contains(list, "Wheat") || !strings.Contains(list, "imports started together ×") || strings.Contains(list, "Save as board") {
			t.Errorf("%s: %s", see, list)
		}
		if none := mainOf(string(s.Do("GET", at+"/references?batch="+db.NewID(), nil, s.AsOwner()).Body)); strings.Contains(none, ">Rye</a>") || !strings.Contains(none, "Show all") {
			t.Errorf("of imports that are none of the workspace's: %s", none)
		}
		status, _, said := sendForm(t, s, at+"/references/bulk/tags", s.AsOwner(), url.Values{"all": {"yes"}, "query": {"batch=" + batch}, "tags": {"bread"}, "do": {"add"}})
		if status != http.StatusSeeOther || !strings.Contains(said, "2 references will be tagged “bread”") {
			t.Errorf("tagging all of the list: %d %s", status, mainOf(said))
		}
	})
}

// TestAnImportSaysWhatItCost to those who may import: its own charges alone, and nothing while the ledger has none of it.
func TestAnImportSaysWhatItCost(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{})
		list, err := s.Store.Imports.List(t.Context(), s.Workspace, imports.Filter{}, db.PageRequest{Limit: 1})
		testkit.Must(t, err)
		at := "/w/" + s.Workspace + "/imports/" + list.Items[0].ID
		if body := string(s.Do("GET", at, nil, s.AsOwner()).Body); strings.Contains(body, "<dt>Charged</dt>") {
			t.Error("it says that it was charged, and it was not")
		}
		testkit.Must(t, s.Store.Tx(t.Context(), func(tx *gorm.DB) error {
			balance, err := billing.Debit(tx, s.Workspace, 7)
			testkit.Must(t, err)
			return billing.AppendEntries(tx, s.Workspace, balance, billing.Entry{Amount: -1, Part: content.PartFetch, Reason: billing.ImportReason(list.Items[0].ID, content.PartFetch)},
				billing.Entry{Amount: -2, Part: content.PartMedia, Reason: billing.ImportReason(list.Items[0].ID, content.PartMedia)},
				billing.Entry{Amount: -4, Part: content.PartFetch, Reason: billing.ImportReason(db.NewID(), content.PartFetch)})
		}))
		const want = "<dt>Charged</dt><dd>3 credits</dd>"
		if body := string(s.Do("GET", at, nil, s.AsOwner()).Body); !strings.Contains(body, want) {
			t.Errorf("the page does not say %q\n%s", want, body)
		}
	})
}

// TestLinksThatFailedSayWhy says beside a pasted link, and on the page of one link, why its newest import failed, if another one would
// fail as well.
func TestLinksThatFailedSayWhy(t *testing.T) {
	each(t, webtest.Options{Credits: 1000}, func(t *testing.T, s *webtest.Site) {
		const link = "https://www.youtube.com/watch?v=aaaaaaaaaa1"
		many := func(step string) string {
			return string(s.Do("POST", "/w/"+s.Workspace+"/imports/many", "form="+db.NewID()+"&step="+step+"&profile=none&links="+link, asForm(s.Cookie)).Body)
		}
		many("import")
		latest, err := s.Store.Imports.LatestOf(t.Context(), s.Workspace, []string{"video_site:aaaaaaaaaa1"})
		testkit.Must(t, err)
		for code, said := range map[apierror.Code]bool{apierror.CodeUnavailablePrivate: true, apierror.CodeNetworkTimeout: false, apierror.CodeInsufficientCredits: false} {
			id := latest["video_site:aaaaaaaaaa1"].ID
			modelstest.Run(t, s.Store, "UPDATE imports SET state = 'failed', outcome_code = ?, cause_code = ? WHERE id = ?", code, code, id)
			for page, body := range map[string]string{"many": many("check"), "one": string(s.Do("GET", "/w/"+s.Workspace+"/try?url="+url.QueryEscape(link), nil, s.AsOwner()).Body)} {
				if has := strings.Contains(body, ": this content is private. ") && strings.Contains(body, "/imports/"+id+`">See the import</a>`); has != said {
					t.Errorf("%s, %s: said %t: %.900s", code, page, has, mainOf(body))
				}
			}
		}
	})
}

// TestWaitingImportsAreNamedByWhatWasLookedUp shows titles that the check of the links showed, also before an import has ended.
func TestWaitingImportsAreNamedByWhatWasLookedUp(t *testing.T) {
	each(t, webtest.Options{Credits: 1000}, func(t *testing.T, s *webtest.Site) {
		link := s.Platforms.Samples()[0].Items[0]
		var found struct{ Title string }
		testkit.Must(t, json.Unmarshal(s.Do("GET", "/v1/items/lookup?url="+url.QueryEscape(link), nil, s.AsKey()).Body, &found))
		_, _, said := sendForm(t, s, "/w/"+s.Workspace+"/imports/many", s.AsOwner(), url.Values{"links": {link}, "form": {db.NewID()}, "step": {"import"}, "profile": {"none"}, "hold": {"30"}, "agreed": {"1000"}})
		if found.Title == "" || !strings.Contains(said, "1 import started.") || !strings.Contains(said, ">"+html.EscapeString(found.Title)+"</a>") || strings.Contains(said, "See references") {
			t.Errorf("%q is not named by its title:\n%s", found.Title, mainOf(said))
		}
	})
}
