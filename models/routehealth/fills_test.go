package routehealth_test

import (
	"testing"
	"time"

	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/routehealth"
)

// TestFieldsThatDecayAreIncidents counts two fields for 60 days. One loses 1 % of its answers a day from day 30 on and is back on day 45:
// one incident, told before a tenth is lost. The other one has no incident.
func TestFieldsThatDecayAreIncidents(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx, began, ended := t.Context(), -1, -1
		for day := range 60 {
			now := db.Micros(s.Now().Truncate(time.Hour))
			likes := int64(390)
			if day >= 30 && day < 45 {
				likes -= 4 * int64(day-29)
			}
			for range 2 { // two processes in the same hour
				modelstest.Must(t, s.RouteHealth.AddFills(ctx, []routehealth.FieldFill{
					{RouteID: "r", Operation: "item", Kind: "video", Field: "stats.likes", Hour: now, Filled: likes / 2, Answers: 200},
					{RouteID: "r", Operation: "item", Kind: "photo", Field: "stats.likes", Hour: now, Filled: 195, Answers: 200}}))
			}
			modelstest.Must(t, s.RouteHealth.JudgeFills(ctx))
			open, err := s.RouteHealth.OpenFieldIncidents(ctx)
			modelstest.Must(t, err)
			switch {
			case len(open) > 0 && began < 0:
				if began = day; open[0].Kind != "video" || open[0].Field != "stats.likes" || open[0].Settled < 950 || open[0].Share > 950 {
					t.Errorf("told as %+v", open[0])
				}
			case len(open) == 0 && began >= 0 && ended < 0:
				ended = day
			}
			clock.Add(24 * time.Hour)
		}
		if began < 31 || began > 38 || ended < 45 || ended > 52 {
			t.Errorf("it began on day %d and ended on day %d", began, ended)
		}
		if n := modelstest.CountRows(t, s, "incidents"); n != 1 {
			t.Errorf("there were %d incidents", n)
		}
		list, err := s.RouteHealth.FieldHistories(ctx, "r")
		if err != nil || len(list) != 2 || list[0].Kind != "photo" || list[1].Days[1].Answers != 400 {
			t.Errorf("%+v, %v", list, err)
		}
		modelstest.Must(t, s.Housekeep(ctx))
		if n := modelstest.CountRows(t, s, "field_fills"); n > 2*36 {
			t.Errorf("%d counts are kept", n)
		}
	})
}

// TestSharesAreRounded holds that a share is rounded, but never to none or all of what is neither.
func TestSharesAreRounded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		share float64
		want  int64
	}{{0, 0}, {1, routehealth.WholeShare}, {0.99, 990}, {0.29, 290}, {2. / 3, 667}, {1. / 3, 333}, {0.9996, 999}, {0.99999, 999}, {0.0004, 1}, {0.00001, 1}, {0.9994, 999}, {0.9984, 998}} {
		if got := routehealth.Thousandths(c.share); got != c.want {
			t.Errorf("%v: %d, want %d", c.share, got, c.want)
		}
	}
}
