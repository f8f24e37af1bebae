package observations

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgtype"

	"socialdata/models/billing"
	"socialdata/models/history"
)

// TestCountsOfObservations says which counts of items and accounts each kind of answer holds.
func TestCountsOfObservations(t *testing.T) {
	t.Parallel()
	const (
		views     = `{"views":7,"likes":null,"comments":null,"shares":null,"saves":null}`
		followers = `{"followers":7,"following":null,"items":null,"views":null}`
	)
	for _, tt := range []struct {
		name string
		of   Observation
		want []history.Seen
	}{
		{"an item", Observation{Subject: "item:a", Counts: `{"views":7}`}, []history.Seen{{Subject: "a", Counts: views, Source: history.Lookup}}},
		{"an item with a field that was refused", Observation{Subject: "item:a", Counts: `{"views":7}`, Incomplete: true}, nil},
		{"an item with unreadable counts", Observation{Subject: "item:a", Counts: "7"}, nil},
		{"an account", Observation{Subject: "account:@a", Body: []byte(`{"id":"a","stats":{"followers":7},"video_site":null}`)},
			[]history.Seen{{Subject: "a", Counts: followers, Source: history.Lookup}}},
		{"an account with exact followers", Observation{Subject: "account:@a", Body: []byte(`{"id":"a","stats":{"followers":7},"video_site":{}}`)},
			[]history.Seen{{Subject: "a", Counts: followers, Source: history.Lookup}}},
		{"an account with rounded followers", Observation{Subject: "account:@a", Body: []byte(`{"id":"a","stats":{"followers":7},"video_site":{"followersApproximate":true}}`)},
			[]history.Seen{{Subject: "a", Counts: followers, Approximate: true, Source: history.Lookup}}},
		{"an account without an id", Observation{Subject: "account:@a", Body: []byte(`{"stats":{"followers":7}}`)}, nil},
		{"an unreadable account", Observation{Subject: "account:@a", Body: []byte(`{"id":"a","stats":7}`)}, nil},
		{"a page of items and accounts", Observation{Subject: "search:a", Body: []byte(`{"data":[{"object":"account_summary","id":"b"},{"object":"item_summary","id":"a","stats":{"views":7},"viewsApproximate":true}]}`)},
			[]history.Seen{{Subject: "a", Counts: views, Approximate: true, Source: history.List}}},
		{"an unreadable page", Observation{Subject: "items:a", Body: []byte(`{"data":7}`)}, nil},
		{"comments", Observation{Subject: "comments:a", Body: []byte(`{"data":[{"object":"item_summary","id":"a"}]}`)}, nil},
	} {
		if diff := cmp.Diff(tt.want, tt.of.counted()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	asWatch := countedFor(history.WithSource(context.Background(), history.Watch), &Observation{Subject: "item:a", Counts: `{"views":7}`})
	if len(asWatch) != 1 || asWatch[0].Source != history.Watch {
		t.Errorf("looked up by a watch: %+v", asWatch)
	}
}

// TestBudgetsAreReadOfKeysThatHaveOne, and no statement runs where none is known to.
func TestBudgetsAreReadOfKeysThatHaveOne(t *testing.T) {
	t.Parallel()
	if budgets, err := budgetsOf(nil, []*charge{{by: billing.Spender{KeyID: "without"}}, {}}); len(budgets) != 0 || err != nil {
		t.Errorf("%v, %v", budgets, err)
	}
}

// TestArraysAreReadByPostgres writes arrays as pgx reads them.
func TestArraysAreReadByPostgres(t *testing.T) {
	t.Parallel()
	for _, want := range [][]string{{}, {"a"}, {"", "text", "a"}} {
		var got []string
		sent := pgArray(want, pgtype.TextOID, func(b []byte, e string) []byte { return append(b, e...) })
		if err := pgtype.NewMap().Scan(pgtype.TextArrayOID, pgtype.BinaryFormatCode, sent, &got); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q was sent, and %q read: %v", want, got, err)
		}
	}
	if bigint([]byte("short")) != 0 || bigint(appendBigint(nil, -7)) != -7 || isTrue([]byte{0}) || !isTrue([]byte{1}) {
		t.Error("a number or a truth value is read as another one")
	}
}
