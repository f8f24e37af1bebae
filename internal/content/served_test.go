package content_test

import (
	"encoding/json"
	"testing"
	"time"

	"socialdata/internal/content"
)

func TestTheTailIsWhatEncodingJSONWrites(t *testing.T) {
	at := content.At(time.Date(2026, 11, 21, 22, 0, 0, 45_600_000, time.FixedZone("", 7200)))
	for _, s := range []content.Served{
		{Cached: true, ObservedAt: at, Usage: content.Charge(content.PartStored, 0)},
		{ObservedAt: at, Usage: content.Charge(content.PartFetch, 1)},
		{Cached: true, ObservedAt: at, Warnings: []content.Warning{{Field: "stats.likes", Since: at, Share: 0.5}, {Field: "title", Since: at}}, Usage: content.Charge(content.PartFetch, 1)},
		{ObservedAt: at, Usage: content.Usage{CreditsCharged: 3, Lines: []content.UsageLine{{Part: content.PartMedia, Credits: 2}, {Part: content.PartFetch, Credits: 1}}}},
	} {
		want, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if got := append(s.AppendTo([]byte{'{'}), '}'); string(got) != string(want) {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
