package main

import (
	"testing"

	"socialdata/cmd/sd/client"
)

func TestFoundSaysTheMomentFirst(t *testing.T) {
	text, said := client.TextMatch{Field: "notes", Snippet: "ask the wombat"}, client.TextMatch{Field: "transcript", Snippet: "a wombat", StartMs: new(int64(61_500))}
	for want, matches := range map[string]*[]client.TextMatch{
		"":               nil,
		"ask the wombat": {text, {Snippet: "later"}},
		"1:01 a wombat":  {text, said},
	} {
		if got := found(client.Reference{Matches: matches}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestOriginNamesTheBrowser(t *testing.T) {
	for want, p := range map[string]*client.Provenance{"": nil, "fetched": {}, "captured": {Origin: new("captured in a member's browser, not fetched by this service")}} {
		if got := origin(client.Reference{Provenance: p}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestTitleIsTheMembersFirst(t *testing.T) {
	observed := &client.SourceObserved{SourceTitle: new("Ramen"), SourceDescription: new("How to cook")}
	for want, r := range map[string]client.Reference{
		"":            {},
		"Mine":        {HumanAuthored: client.HumanAuthored{CustomTitle: new("Mine")}, SourceObserved: observed},
		"Ramen":       {SourceObserved: observed},
		"How to cook": {SourceObserved: &client.SourceObserved{SourceDescription: new("How to cook")}},
	} {
		if got := title(r); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
