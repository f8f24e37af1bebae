package imports

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
	"socialdata/views"
)

func TestFactsOfAnAccount(t *testing.T) {
	t.Parallel()
	account := content.Account{Name: new("Ada"), Handle: new("ada"), JoinedAt: new("2020-01-02"),
		Stats:             content.AccountStats{Followers: new(int64(1_000_000)), Items: new(int64(7))},
		UnavailableFields: []string{"stats.following", "country"}}
	want := []views.Fact{{Name: "Followers", Value: "1,000,000"}, {Name: "Following", Missing: "not shown by the platform"},
		{Name: "Items", Value: "7"}, {Name: "Country", Missing: "not shown by the platform"}, {Name: "Joined", Value: "2020-01-02"}}
	if diff := cmp.Diff(want, accountFacts(&account)); diff != "" {
		t.Errorf("accountFacts (-want +got)\n%s", diff)
	}
}
