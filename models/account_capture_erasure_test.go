package models_test

import (
	"testing"

	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/captures"
	"socialdata/models/erasures"
	"socialdata/models/modelstest"
)

// TestCommentsOfAnErasedAccountGo erases an account that commented on another account's post: the post and the other comment stay.
func TestCommentsOfAnErasedAccountGo(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		c := captures.Capture{WorkspaceID: in.Workspace, RouteID: "clip_site.capture", Version: "1"}
		by := func(id string) content.Comment {
			return content.Comment{ID: id, Author: &content.AccountRef{ID: id}, Text: new("by " + id)}
		}
		modelstest.Must(t, c.Keep(&content.Item{ID: "clip_site:post", Platform: content.ClipSite, Title: new("Kept"), Author: &content.AccountRef{ID: "clip_site:stays"}},
			[]content.Comment{by(goneAccount), by("clip_site:other"), by(goneAccount)}, []byte("[]")))
		_, err := s.Captures.Create(t.Context(), &c, nil)
		modelstest.Must(t, err)
		e, err := s.Erasures.Account(t.Context(), in.Workspace, goneAccount, erasures.Asker{})
		modelstest.Must(t, err)
		if r := erased(t, s, clock, e.ID); r.CountByTable()["captures"] != 1 {
			t.Errorf("the receipt counts %v", r.CountByTable())
		}
		left, err := s.Captures.Find(t.Context(), in.Workspace, c.ID)
		modelstest.Must(t, err)
		post, err := left.Post()
		modelstest.Must(t, err)
		comments, err := left.PageComments()
		modelstest.Must(t, err)
		if len(comments) != 1 || comments[0].ID != "clip_site:other" || post.Title == nil || *post.Title != "Kept" {
			t.Errorf("left are %+v of %+v", comments, post)
		}
	})
}

// TestCapturesOfAnErasedAccountGo erases an account of which nothing is kept but captures.
func TestCapturesOfAnErasedAccountGo(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		for id, author := range map[string]string{"1": goneAccount, "2": "clip_site:stays"} {
			c := captures.Capture{WorkspaceID: in.Workspace, RouteID: "clip_site.capture", Version: "1"}
			modelstest.Must(t, c.Keep(&content.Item{ID: "clip_site:post" + id, Platform: content.ClipSite, Author: &content.AccountRef{ID: author}}, nil, []byte("[]")))
			_, err := s.Captures.Create(t.Context(), &c, nil)
			modelstest.Must(t, err)
		}
		e, err := s.Erasures.Account(t.Context(), in.Workspace, goneAccount, erasures.Asker{})
		modelstest.Must(t, err)
		if r := erased(t, s, clock, e.ID); r.CountByTable()["captures"] != 1 {
			t.Errorf("the receipt counts %v", r.CountByTable())
		}
		var left []string
		modelstest.Must(t, s.Read(t.Context()).Model(&captures.Capture{}).Pluck("account", &left).Error)
		if len(left) != 1 || left[0] != "clip_site:stays" {
			t.Errorf("captures of %v are left", left)
		}
	})
}
