package instagram

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
)

// TestAccountsOfEveryShape: a refusal in the place of an account is told as such, and the count that visitors are not shown is not 0.
func TestAccountsOfEveryShape(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		body, links string
		code        apierror.Code
	}{
		"a link of its own":       {`{"pk":"1","external_url":"https://a.example"}`, "https://a.example", ""},
		"a list of links as well": {`{"pk":"1","external_url":"https://a.example","bio_links":[{"url":"https://b.example"},{"title":"no address"}]}`, "https://b.example", ""},
		"unpublished":             {`{"pk":"1","is_unpublished":true}`, "", apierror.CodeUnavailableRemoved},
		"blocked in the country":  {`{"pk":"1","country_block":true}`, "", apierror.CodeUnavailableRestricted},
		"null":                    {`null`, "", apierror.CodeRouteDegraded},
		"no number":               {`{"username":"a"}`, "", apierror.CodeSourceChanged},
		"a number with letters":   {`{"pk":"1a"}`, "", apierror.CodeSourceChanged},
		"the longest number":      {`{"pk":"` + strings.Repeat("1", 25) + `"}`, "", ""},
		"a number too long":       {`{"pk":"` + strings.Repeat("1", 26) + `"}`, "", apierror.CodeSourceChanged},
	} {
		p, err := readAccount(gjson.Parse(tt.body))
		want(t, name, err, tt.code)
		var list []string
		for _, l := range p.account.Links {
			list = append(list, l.URL)
		}
		if got := strings.Join(list, " "); got != tt.links {
			t.Errorf("%s: links %q", name, got)
		}
	}
}

// TestHowManyPosts asks the embed page for the number of posts only if it is unknown, and anybody may see it.
func TestHowManyPosts(t *testing.T) {
	t.Parallel()
	for members, expect := range map[string]string{
		`"media_count":5`: "5", `"username":"invented"`: "7", `"username":"invented","is_private":true`: "-", `"full_name":"No Handle"`: "-",
		`"username":"invented","media_count":0`: "0",
	} {
		s, asked := plays(t, func(what, _ string) (int, string) {
			if strings.HasSuffix(what, "/embed/") {
				return 200, `<div>7 posts</div>`
			}
			return 200, answered(profileQuery, `{"pk":"1",`+members+`}`)
		})
		a, err := s.account(t.Context(), sources.AccountSelector{Handle: "invented"})
		if err != nil || number(a.Stats.Items) != expect || slices.Contains(*asked, "/invented/embed/") != (expect == "7" || members == `"username":"invented"`) {
			t.Errorf("%s: %+v, %v by %q", members, a, err, *asked)
		}
	}
}

// TestWhoseHandleItIsByNow: an account is known by its number; its handle may be another's by now, and the answer, too.
func TestWhoseHandleItIsByNow(t *testing.T) {
	t.Parallel()
	const notFound = `{"message":"User not found","status":"fail"}`
	users, guests := accountQuery.name+" "+usersPath, accountQuery.name+" "+guestPath
	for name, tt := range map[string]struct {
		sel             sources.AccountSelector
		user, guest, id string
		items           string
		code            apierror.Code
	}{
		"its own":                            {sources.AccountSelector{Handle: "invented", ID: "1"}, "", "", "1", "5", ""},
		"a handle alone":                     {sources.AccountSelector{Handle: "invented"}, "", "", "1", "5", ""},
		"another's":                          {sources.AccountSelector{Handle: "invented", ID: "2"}, `{"pk":"2","media_count":6}`, "", "2", "6", ""},
		"a number, its posts withheld":       {sources.AccountSelector{ID: "2"}, `{"pk":"2","media_count":0}`, "", "2", "-", ""},
		"a number, at the other endpoint":    {sources.AccountSelector{ID: "2"}, `null`, `{"pk":"2","media_count":6}`, "2", "6", ""},
		"a number, missing at the other one": {sources.AccountSelector{ID: "2"}, `null`, notFound, "", "", apierror.CodeNotFound},
		"a number, null at both":             {sources.AccountSelector{ID: "2"}, `null`, `null`, "", "", apierror.CodeRouteDegraded},
		"a number, another's answer":         {sources.AccountSelector{ID: "2"}, `{"pk":"3"}`, "", "", "", apierror.CodeSourceChanged},
	} {
		s, _ := plays(t, func(what, _ string) (int, string) {
			switch body := map[string]string{users: tt.user, guests: tt.guest}[what]; {
			case what == profileQuery.name+" "+guestPath:
				return 200, answered(profileQuery, `{"pk":"1","username":"invented","media_count":5}`)
			case body == notFound:
				return 404, body
			case body != "":
				return 200, answered(accountQuery, body)
			}
			return walled, ""
		})
		p, err := s.accountPage(t.Context(), tt.sel)
		want(t, name, err, tt.code)
		if err == nil && (p.pk() != tt.id || number(p.account.Stats.Items) != tt.items) {
			t.Errorf("%s: %+v", name, p.account)
		}
	}
}

// TestPostCountsThatFail say nothing about the account.
func TestPostCountsThatFail(t *testing.T) {
	t.Parallel()
	for status, expect := range map[int]string{200: "7", 400: "-", 404: "-", 500: "-"} {
		s, _ := plays(t, func(string, string) (int, string) { return status, `<div>7 posts</div>` })
		if got := number(s.postCount(t.Context(), "invented")); got != expect {
			t.Errorf("%d: %s, want %s", status, got, expect)
		}
	}
}
