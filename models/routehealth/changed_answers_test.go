package routehealth_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/routehealth"
)

func TestChangedAnswersAreBounded(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		for n := range 25 {
			clock.Add(time.Minute)
			c := routehealth.ChangedAnswer{RouteID: "r", Operation: "item", Missing: fmt.Sprint(n), Head: "<html>", Calls: []byte{byte(n)}}
			if err := s.RouteHealth.SaveChangedAnswer(ctx, c); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.RouteHealth.SaveChangedAnswer(ctx, routehealth.ChangedAnswer{RouteID: "other", Calls: []byte{1}}); err != nil {
			t.Fatal(err)
		}
		list, err := s.RouteHealth.ChangedAnswers(ctx, "r")
		if err != nil || len(list) != 20 || list[0].Missing != "24" || list[19].Missing != "5" || list[0].Calls != nil {
			t.Fatalf("%d answers, %v", len(list), err)
		}
		if c, err := s.RouteHealth.ChangedAnswer(ctx, "r", list[0].ID); err != nil || len(c.Calls) != 1 || c.Calls[0] != 24 {
			t.Errorf("%+v, %v", c, err)
		}
		_, err = s.RouteHealth.ChangedAnswer(ctx, "other", list[0].ID)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		clock.Add(8 * 24 * time.Hour)
		if list, err := s.RouteHealth.ChangedAnswers(ctx, "r"); err != nil || len(list) != 0 {
			t.Errorf("a week later %d are shown, %v", len(list), err)
		}
		if err := s.Housekeep(ctx); err != nil {
			t.Fatal(err)
		}
	})
}
