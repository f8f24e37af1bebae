package references_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// TestListsTags lists the tags of a workspace page by page, each as the newest reference spells it.
func TestListsTags(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		other, err := s.Accounts.CreateWorkspace(t.Context(), "Other", in.Owner, 10)
		testkit.Must(t, err)
		for _, tags := range [][]string{{"Red", "zebra"}, {"RED"}, {"apple", "red"}, nil} {
			modelstest.Save(t, s, in.Workspace, modelstest.Saved{Tags: tags})
		}
		modelstest.Save(t, s, other.ID, modelstest.Saved{Tags: []string{"theirs"}})
		var got []references.TagCount
		pages, cursor := 0, ""
		for {
			p, err := s.References.ListTags(t.Context(), in.Workspace, db.PageRequest{Limit: 2, Cursor: cursor})
			testkit.Must(t, err)
			got, pages, cursor = append(got, p.Items...), pages+1, p.NextCursor
			if cursor == "" {
				break
			}
			_, err = s.References.ListTags(t.Context(), other.ID, db.PageRequest{Limit: 2, Cursor: cursor})
			modelstest.WantCode(t, err, apierror.CodeInvalidInput)
		}
		if diff := cmp.Diff([]references.TagCount{{"apple", 1}, {"red", 3}, {"zebra", 1}}, got); diff != "" || pages != 2 {
			t.Errorf("%d pages\n%s", pages, diff)
		}
	})
}
