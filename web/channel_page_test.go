package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/history"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// TestThePageOfAnAccount holds that every author leads to what the workspace knows of the account: how it grew, what is kept of it, and
// nothing that another workspace knows.
func TestThePageOfAnAccount(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		author := &content.AccountRef{ID: "clip_site:42", Name: new("Lantern Kitchen"), Handle: new("lanternbakes"), URL: new("https://www.tiktok.com/@lanternbakes")}
		id := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:1", CustomTitle: new("Rye"), Channel: author})
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:2", CustomTitle: new("Kettles"), Channel: &content.AccountRef{ID: "clip_site:43"}})
		testkit.Must(t, s.Store.Tx(t.Context(), func(tx *gorm.DB) error {
			for _, seen := range [][2]int{{31, 1000}, {7, 1200}, {0, 1300}} {
				days, followers := seen[0], seen[1]
				at := db.Micros(s.Store.Now().Add(-time.Duration(days)*24*time.Hour)) - 1
				if err := history.Add(tx, s.Workspace, []history.Seen{{Subject: "clip_site:42", Counts: fmt.Sprintf(`{"followers":%d}`, followers), At: at}}); err != nil {
					return err
				}
			}
			return nil
		}))
		at := "/w/" + s.Workspace + "/accounts/clip_site:42"
		page := s.Do("GET", at, nil, s.AsOwner())
		for _, want := range []string{"Lantern Kitchen", "Rye", "1,300", `data-label="7 days">+100`, `data-label="30 days">+300`, "not known", "kind=account", "account=https%3A%2F%2Fwww.tiktok.com%2F%40lanternbakes"} {
			if !strings.Contains(string(page.Body), want) {
				_, main, _ := strings.Cut(string(page.Body), "<main")
				t.Errorf("no %q in %s", want, main)
			}
		}
		look := `action="/w/` + s.Workspace + `/try/lookup#answer"><input type="hidden" name="url" value="https://www.tiktok.com/@lanternbakes"> <input type="hidden" name="back" value="` + at + `"> <button type="submit" class="button">Look it up · 1 credit</button>`
		if !strings.Contains(string(page.Body), look) || strings.Contains(string(page.Body), "Look it up now") {
			t.Errorf("it is not looked up from there for a stated price: %s", page.Body)
		}
		if strings.Contains(string(page.Body), "Kettles") {
			t.Error("it shows what another account made")
		}
		for _, from := range []string{"/references", "/references/" + id} {
			if got := string(s.Do("GET", "/w/"+s.Workspace+from, nil, s.AsOwner()).Body); !strings.Contains(got, `href="`+at+`"`) {
				t.Errorf("%s does not lead there: %s", from, got)
			}
		}
		if got := string(s.Do("GET", "/w/"+s.Workspace+"/references?account=clip_site:42", nil, s.AsOwner()).Body); !strings.Contains(got, "Rye") || strings.Contains(got, "Kettles") || !strings.Contains(got, "Stop filtering by Lantern Kitchen") {
			t.Errorf("the list of its references: %s", got)
		}
		found := scenario{name: "by the API", path: "/v1/references?account=clip_site:42", status: 200}.run(t, s, s.AsKey()).JSON(t)
		if items, _ := found["items"].([]any); len(items) != 1 {
			t.Errorf("the API finds %v", found)
		}
		for n, title := range []string{"Spelt", "Oats", "Barley"} {
			saved := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: fmt.Sprintf("clip_site:%d", 10+n), CustomTitle: &title, Channel: author})
			modelstest.Run(t, s.Store, "UPDATE saved_references SET published_at = ? WHERE id = ?", []int64{7, 9, -1}[n], saved)
		}
		modelstest.Run(t, s.Store, "UPDATE saved_references SET published_at = 8 WHERE id = ?", id)
		body := string(s.Do("GET", at, nil, s.AsOwner()).Body)
		places := []int{}
		for _, title := range []string{"Oats", "Rye", "Spelt", "Barley"} {
			places = append(places, strings.Index(body, `title="`+title+`" dir="auto"`))
		}
		if places[0] < 0 || !slices.IsSorted(places) {
			t.Errorf("by publication, unknown last, the places are %v", places)
		}
		other, err := s.Store.Accounts.CreateWorkspace(t.Context(), "Other", s.OwnerID, 10)
		testkit.Must(t, err)
		if got := s.Do("GET", "/w/"+other.ID+"/accounts/clip_site:42", nil, s.AsOwner()); !strings.Contains(string(got.Body), "Nothing of this account is kept.") || strings.Contains(string(got.Body), "antern") {
			t.Errorf("another workspace sees %d %s", got.Status, got.Body)
		}
	})
}

// TestAnAdvertiserIsWatchedByID holds that the page of an account whose address at the platform cannot be read offers a watch that can be made.
func TestAnAdvertiserIsWatchedByID(t *testing.T) {
	s := embedded(t, webtest.Options{})
	id := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "ad_library:1", Channel: &content.AccountRef{ID: "ad_library:5000000000101", Name: new("Copperline"), URL: new("https://www.facebook.com/copperline.kettles/")}})
	page := string(s.Do("GET", "/w/"+s.Workspace+"/accounts/ad_library:5000000000101", nil, s.AsOwner()).Body)
	if !strings.Contains(page, "account=ad_library%3A5000000000101") || strings.Contains(page, "Look it up now") {
		t.Errorf("it offers %s", page)
	}
	video := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:1", Channel: &content.AccountRef{ID: "clip_site:42", URL: new("https://www.tiktok.com/@lanternbakes")}})
	for reference, want := range map[string]string{id: "account=ad_library%3A5000000000101&amp;kind=account\">Watch this advertiser</a>", video: "account=https%3A%2F%2Fwww.tiktok.com%2F%40lanternbakes&amp;kind=account\">Watch this account</a>"} {
		if body := string(s.Do("GET", "/w/"+s.Workspace+"/references/"+reference, nil, s.AsOwner()).Body); !strings.Contains(body, want) || !strings.Contains(body, "Watch this item") {
			t.Errorf("the page of %s lacks %q", reference, want)
		}
	}
	unknown := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "ad_library:2"})
	if body := string(s.Do("GET", "/w/"+s.Workspace+"/references/"+unknown, nil, s.AsOwner()).Body); strings.Contains(body, "Watch this advertiser") || !strings.Contains(body, "Watch this item") {
		t.Error("an unknown advertiser is offered")
	}
	if r := s.Do("GET", "/w/"+s.Workspace+"/watches/new?kind=account&account=ad_library%3A5000000000101", nil, s.AsOwner()); r.Status != 200 || !strings.Contains(string(r.Body), "Make watch") && !strings.Contains(string(r.Body), "every") {
		t.Errorf("the form of the watch: %d %s", r.Status, r.Body)
	}
}

// TestAnAccountIsLookedUpFromItsPage by one button that says the price, or by “Try it”, which says why not, if the balance does not pay it. “Try it” names
// the account as people know it, though its link has only its id.
func TestAnAccountIsLookedUpFromItsPage(t *testing.T) {
	s := embedded(t, webtest.Options{})
	id := scenario{name: "an account", path: "/v1/accounts/lookup?platform=video_site&handle=lanternkitchen", status: 200}.run(t, s, s.AsKey()).JSON(t)["id"].(string)
	link := "https://www.youtube.com/channel/" + strings.TrimPrefix(id, "video_site:")
	if body := string(s.Do("GET", "/w/"+s.Workspace+"/try?url="+url.QueryEscape(link), nil, s.AsOwner()).Body); !strings.Contains(body, "account @lanternkitchen") {
		t.Errorf("it is not named: %s", body)
	}
	back := "/w/" + s.Workspace + "/accounts/" + id
	if status, where, said := send(t, s, "/w/"+s.Workspace+"/try/lookup", s.AsOwner(), "url", link, "back", back); status != http.StatusSeeOther || where != back || !strings.Contains(said, "Looked up. Charged ") {
		t.Errorf("it does not lead back: %d %s %s", status, where, said)
	}
	if status, where, _ := send(t, s, "/w/"+s.Workspace+"/try/lookup", s.AsOwner(), "url", link, "back", "//elsewhere.example"); status != http.StatusOK {
		t.Errorf("it leads elsewhere: %d %s", status, where)
	}
	modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "video_site:1", Channel: &content.AccountRef{ID: "video_site:UCnnnnnnnnnnnnnnnnnnnnnn", Name: new("Kettles"), URL: new("https://www.youtube.com/@kettles")}})
	at := "/w/" + s.Workspace + "/accounts/video_site:UCnnnnnnnnnnnnnnnnnnnnnn"
	button, door := `<button type="submit" class="button">Look it up · 1 credit</button>`, "Look it up now"
	if body := string(s.Do("GET", at, nil, s.AsOwner()).Body); !strings.Contains(body, button) || strings.Contains(body, door) {
		t.Errorf("there is no button: %s", body)
	}
	testkit.Must(t, s.Store.Tx(t.Context(), func(tx *gorm.DB) error {
		credits, err := s.Store.Billing.Credits(t.Context(), s.Workspace)
		if err == nil {
			_, err = billing.Debit(tx, s.Workspace, credits.Balance)
		}
		return err
	}))
	if body := string(s.Do("GET", at, nil, s.AsOwner()).Body); strings.Contains(body, button) || !strings.Contains(body, door) {
		t.Errorf("a lookup that is not paid: %s", body)
	}
}

// TestAnAccountThatIsOnlyWatchedHasAPage: the ledger names accounts and leads to pages that exist, though nothing of them is saved. They tell
// nothing that the workspace does not know.
func TestAnAccountThatIsOnlyWatchedHasAPage(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		id := scenario{name: "an account", path: "/v1/accounts/lookup?platform=video_site&handle=lanternkitchen", status: 200}.run(t, s, s.AsKey()).JSON(t)["id"].(string)
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "ad_library:1", Channel: &content.AccountRef{ID: "ad_library:5000000000101", Name: new("Copperline Kettles")}})
		modelstest.Run(t, s.Store, "DELETE FROM entitlements")
		at := "/w/" + s.Workspace + "/accounts/"
		for account, name := range map[string]string{id: "@lanternkitchen", "ad_library:5000000000101": "Copperline Kettles"} {
			modelstest.Run(t, s.Store, "UPDATE ledger_entries SET subject = ? WHERE amount < 0", "items:"+account)
			ledger := mainOf(string(s.Do("GET", "/w/"+s.Workspace+"/credits", nil, s.AsOwner()).Body))
			if !strings.Contains(ledger, `<a href="`+at+account+`" title="`+account+`" dir="auto">`+name+`</a>`) {
				t.Errorf("the ledger does not lead to %s: %s", account, ledger)
			}
		}
		if page := mainOf(string(s.Do("GET", at+id, nil, s.AsOwner()).Body)); strings.Contains(page, "lanternkitchen") || !strings.Contains(page, "Nothing of this account is kept.") {
			t.Errorf("of an account that is not known: %s", page)
		}
		scenario{name: "a watch", method: "POST", path: "/v1/watches", status: 201, body: `{"name":"Bread","every":"6h","paused":true,"source":{"kind":"account","account":"video_site:@lanternkitchen"}}`}.run(t, s, s.AsKey())
		if page := mainOf(string(s.Do("GET", at+id, nil, s.AsOwner()).Body)); !strings.Contains(page, `<h1 dir="auto">lanternkitchen</h1>`) || !strings.Contains(page, ">Bread</a>") {
			t.Errorf("of an account that is watched: %s", page)
		}
		if r := s.Do("GET", at+"no_site:1", nil, s.AsOwner()); r.Status != 404 {
			t.Errorf("of no account: %d", r.Status)
		}
	})
}
