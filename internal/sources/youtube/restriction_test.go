package youtube

import (
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
)

// TestRestrictedItems: what the platform describes to every visitor is an item; its captions, media and comments are not
// for everybody.
func TestRestrictedItems(t *testing.T) {
	r, _ := play(t)
	for id, kind := range map[string]content.RestrictionKind{
		simulator.VideoAgeLimit: content.RestrictedByAge, simulator.VideoElsewhere: content.RestrictedByRegion, simulator.VideoMembers: content.RestrictedMembers,
	} {
		t.Run(id, func(t *testing.T) {
			item, err := r.Item(t.Context(), named(id))
			if err != nil {
				t.Fatal(err)
			}
			if item.Restriction == nil || item.Restriction.Kind != kind || item.Restriction.Message == nil || item.Title == nil || item.Stats.Views == nil {
				t.Errorf("%+v, restriction %+v", item, item.Restriction)
			}
			withCaptions := named(id)
			withCaptions.Transcript = true
			_, captions := r.Item(t.Context(), withCaptions)
			_, media := r.Media(t.Context(), named(id))
			_, comments := r.Comments(t.Context(), sources.CommentsRequest{Link: named(id).Link})
			for what, err := range map[string]error{"captions": captions, "media": media, "comments": comments} {
				if !apierror.Is(err, apierror.CodeUnavailableRestricted) {
					t.Errorf("%s: %v", what, err)
				}
			}
		})
	}
}

// TestBlockedInACountryIsRestricted: also where copyright is the reason.
func TestBlockedInACountryIsRestricted(t *testing.T) {
	for words, code := range map[string]apierror.Code{
		"This video contains content from Somebody, who has blocked it in your country on copyright grounds": apierror.CodeUnavailableRestricted,
		"The uploader has not made this video available in your country":                                     apierror.CodeUnavailableRestricted,
		"This video contains content from Somebody, who has blocked it on copyright grounds":                 apierror.CodeUnavailableRemoved,
		"This video is no longer available due to a copyright claim by Somebody":                             apierror.CodeUnavailableRemoved,
	} {
		if f := parseUnavailable(plain(words)); !apierror.Is(f, code) {
			t.Errorf("%q is %v, want %s", words, f, code)
		}
	}
}

// TestAThrottledSideQuestionIsNoHiddenField: the field is null and the answer incomplete.
func TestAThrottledSideQuestionIsNoHiddenField(t *testing.T) {
	r, s := play(t)
	id := localID(first(t, r, "lanternkitchen", "videos", "").Rows[0].ID)
	item := func() *content.Item {
		t.Helper()
		item, err := r.Item(t.Context(), named(id))
		if err != nil {
			t.Fatal(err)
		}
		return item
	}
	if got := item(); got.Incomplete || got.Stats.Comments == nil {
		t.Fatalf("an answer without faults: %+v", got)
	}
	s.Fail(simulator.Failure{Platform: "video_site", Path: "/next", Status: 429})
	if got := item(); !got.Incomplete || got.Stats.Comments != nil {
		t.Errorf("incomplete %v, comments %v", got.Incomplete, got.Stats.Comments)
	}
	s.Heal()
	id = channelOf(t, r, "lanternkitchen")
	account := func() *content.Account {
		t.Helper()
		a, err := r.Account(t.Context(), sources.AccountSelector{ID: id})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	if got := account(); got.Incomplete || got.Country == nil {
		t.Fatalf("an account without faults: %+v", got)
	}
	s.Fail(simulator.Failure{Platform: "video_site", Path: "/browse", Skip: 1, Status: 429})
	if got := account(); !got.Incomplete || got.Country != nil || got.Name == nil {
		t.Errorf("incomplete %v, country %v, name %v", got.Incomplete, got.Country, got.Name)
	}
}

// channelOf resolves a handle.
func channelOf(t *testing.T, r sources.Route, handle string) string {
	t.Helper()
	a, err := r.Account(t.Context(), sources.AccountSelector{Handle: handle})
	if err != nil {
		t.Fatal(err)
	}
	return a.LocalID()
}
