package requests_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/requests"
)

// TestRequestsAreListedAndSwept writes lines twice, narrows them by every filter, reads them in pages and lets them age.
func TestRequestsAreListedAndSwept(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		rows := []requests.Request{}
		for n := range 450 { // more than one statement, more than one page
			clock.Add(time.Second)
			r := requests.Request{ID: db.NewID(), WorkspaceID: "w", At: s.NowMicros(), RequestID: fmt.Sprint("r", n), Method: "GET", Operation: "lookupItem", Status: 200, KeyID: "k"}
			if n == 7 {
				r.Code, r.Status, r.Operation, r.KeyID, r.UserID = "not_found", 404, "page.lookup", "", "u"
			}
			rows = append(rows, r)
		}
		for range 2 {
			modelstest.Must(t, s.Requests.Append(t.Context(), rows))
		}
		seen, page := 0, db.PageRequest{Limit: 100}
		for {
			p, err := s.Requests.List(t.Context(), "w", requests.Filter{}, page)
			modelstest.Must(t, err)
			seen += len(p.Items)
			if page.Cursor = p.NextCursor; page.Cursor == "" {
				break
			}
			_, err = s.Requests.List(t.Context(), "w", requests.Filter{Failed: true}, page)
			modelstest.WantCode(t, err, "invalid_input")
		}
		if seen != len(rows) {
			t.Errorf("%d lines in all pages", seen)
		}
		at, after := db.FromMicros(rows[7].At), db.FromMicros(rows[8].At)
		for name, f := range map[string]requests.Filter{"request": {RequestID: "r7"}, "status": {Status: 404}, "code": {Code: "not_found"}, "operation": {Operation: "page.lookup"},
			"failed": {Failed: true}, "time": {From: &at, Before: &after}} {
			p, err := s.Requests.List(t.Context(), "w", f, db.PageRequest{Limit: 10})
			if err != nil || len(p.Items) != 1 || !reflect.DeepEqual(p.Items[0], rows[7]) {
				t.Errorf("by %s: %+v, %v", name, p, err)
			}
		}
		for _, f := range []requests.Filter{{KeyID: "other"}, {Before: new(db.FromMicros(rows[0].At))}} {
			if p, err := s.Requests.List(t.Context(), "w", f, db.PageRequest{Limit: 10}); err != nil || len(p.Items) != 0 {
				t.Errorf("%+v finds %d, %v", f, len(p.Items), err)
			}
		}
		if list, err := s.Requests.Find(t.Context(), "r7", 5); err != nil || len(list) != 1 {
			t.Errorf("by its id: %v, %v", list, err)
		}
		clock.Add(30*24*time.Hour - 10*time.Second)
		modelstest.Must(t, s.Housekeep(t.Context()))
		if p, err := s.Requests.List(t.Context(), "w", requests.Filter{}, db.PageRequest{Limit: 100}); err != nil || len(p.Items) != 10 {
			t.Errorf("30 days later: %d lines, %v", len(p.Items), err)
		}
	})
}
