package references

import (
	"encoding/json"
	"testing"

	"socialdata/internal/content"
)

// TestObservedKeepsWhatWasShown: of the account and of an ad what there is, and the call to action of the first creative that has one.
func TestObservedKeepsWhatWasShown(t *testing.T) {
	t.Parallel()
	creative := func(text, link string) content.Creative {
		c := content.Creative{LinkURL: &link}
		if text != "" {
			c.CTAText = &text
		}
		return c
	}
	for _, tt := range []struct {
		name                string
		item                content.Item
		channel, text, link string // "" is null
		ad                  bool
	}{
		{name: "nothing"},
		{name: "an account", item: content.Item{Author: &content.AccountRef{ID: "account"}}, channel: "account"},
		{name: "an ad without a call", item: content.Item{Ad: &content.Ad{Creatives: []content.Creative{creative("", "https://example.com/1")}}}, ad: true},
		{name: "an ad with two", item: content.Item{Ad: &content.Ad{Creatives: []content.Creative{creative("", "https://example.com/1"), creative("Buy", "https://example.com/2"), creative("Call", "https://example.com/3")}}},
			ad: true, text: "Buy", link: "https://example.com/2"},
	} {
		for _, incomplete := range []bool{false, true} {
			var r Reference
			r.Observe(Observed(&tt.item, incomplete))
			var got SourceObserved
			if err := json.Unmarshal(r.SourceObserved, &got); err != nil {
				t.Fatal(err)
			}
			ad := ObservedAd{}
			if got.Ad != nil {
				ad = *got.Ad
			}
			if got.Incomplete != incomplete || value(got.ChannelID) != tt.channel || (got.Ad != nil) != tt.ad || value(ad.CTAText) != tt.text || value(ad.LinkURL) != tt.link {
				t.Errorf("%s: %s", tt.name, r.SourceObserved)
			}
		}
	}
}

func value(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
