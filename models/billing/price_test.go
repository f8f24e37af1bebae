package billing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
	"socialdata/models/billing"
)

func TestStandardPrices(t *testing.T) {
	t.Parallel()
	want := billing.Prices{Lookup: 1, Page: 1, Import: 1, Transcript: 1, Analysis: 2, Media: 2}
	if diff := cmp.Diff(want, billing.StandardPrices()); diff != "" {
		t.Errorf("the price list differs (-want +got):\n%s", diff)
	}
}

func TestImportCharges(t *testing.T) {
	t.Parallel()
	fetch := billing.Charge{Part: content.PartFetch, Credits: 10}
	transcript := billing.Charge{Part: content.PartTranscript, Credits: 20}
	analysis := billing.Charge{Part: content.PartAnalysis, Credits: 40}
	media := billing.Charge{Part: content.PartMedia, Credits: 80}
	prices := billing.Prices{Lookup: 3, Page: 5, Import: 10, Transcript: 20, Analysis: 40, Media: 80}
	tests := []struct {
		name  string
		parts billing.ImportParts
		want  []billing.Charge
		total int64
	}{
		{"what the platform shows", billing.ImportParts{}, []billing.Charge{fetch}, 10},
		{"a transcript", billing.ImportParts{Transcript: true}, []billing.Charge{fetch, transcript}, 30},
		{"an analysis", billing.ImportParts{Analysis: true}, []billing.Charge{fetch, analysis}, 50},
		{"media", billing.ImportParts{Media: true}, []billing.Charge{fetch, media}, 90},
		{"analysed media", billing.ImportParts{Analysis: true, Media: true}, []billing.Charge{fetch, analysis, media}, 130},
		{"speech that no server writes down", billing.ImportParts{Transcript: true, Speech: true}, []billing.Charge{fetch, transcript}, 30},
		{"everything", billing.ImportParts{Transcript: true, Analysis: true, Media: true}, []billing.Charge{fetch, transcript,
			analysis, media}, 150},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := prices.ImportCharges(tt.parts)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("the charges differ (-want +got):\n%s", diff)
			}
			if total := billing.Total(got); total != tt.total {
				t.Errorf("the charges add up to %d, want %d", total, tt.total)
			}
		})
	}
	if got := prices.FullImport(); got != 150 {
		t.Errorf("a full import costs %d, want 150", got)
	}
	for spoken, want := range map[billing.ImportParts]int64{{Transcript: true, Speech: true}: 32, {Transcript: true}: 30} {
		if got := billing.Total(prices.WithSpeech().ImportCharges(spoken)); got != want {
			t.Errorf("with a server that writes speech down, %+v costs %d, want %d", spoken, got, want)
		}
	}
	if got := billing.Total(nil); got != 0 {
		t.Errorf("no charges add up to %d", got)
	}
}

func TestEntryNamesItsImport(t *testing.T) {
	t.Parallel()
	for reason, want := range map[string]string{
		"import:019a:fetch": "019a",
		"import:019a":       "019a",
		"import:":           "",
		"":                  "",
		"grant:019a":        "",
		"reimport:019a":     "",
		"fetch:import:019a": "",
	} {
		if got := (billing.Entry{Reason: reason}).ImportID(); got != want {
			t.Errorf("the entry of reason %q names import %q, want %q", reason, got, want)
		}
	}
}
