package routehealth

import (
	"math/rand/v2"
	"testing"
)

// series draws the answers of days, the newest first; share is the true share by the number of days ago.
func series(r *rand.Rand, answers int, share func(ago int) float64) (days [fillDays]Fill) {
	for ago := range days {
		for range answers {
			days[ago].Answers++
			if r.Float64() < share(ago) {
				days[ago].Filled++
			}
		}
	}
	return days
}

// TestSlowDecayIsSeenEarly lets a field lose 1 % of its answers a day: it is told before a tenth is lost.
func TestSlowDecayIsSeenEarly(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		for lost := 0; ; lost++ {
			days := series(r, 400, func(ago int) float64 { return 0.97 * (1 - 0.01*float64(max(0, lost-ago))) })
			if judge(days, false).decayed {
				break
			}
			if lost == 10 {
				t.Fatalf("with seed %d a tenth is lost and nothing is told", seed)
			}
		}
	}
}

// TestQuietFieldsGiveNoAlarm plays 1,000 runs of 60 days with shares and numbers of every kind.
func TestQuietFieldsGiveNoAlarm(t *testing.T) {
	for run := range uint64(1000) {
		r := rand.New(rand.NewPCG(run, 2))
		share, answers := []float64{0, 0.02, 0.3, 0.5, 0.8, 0.97, 1}[run%7], []int{10, 50, 120, 400}[run%4]
		all := make([]Fill, 60+fillDays)
		for n := range all {
			all[n].Answers = int64(answers)
			for range answers {
				if r.Float64() < share {
					all[n].Filled++
				}
			}
		}
		for day := range 60 {
			if j := judge([fillDays]Fill(all[day:day+fillDays]), false); j.decayed {
				t.Fatalf("run %d, day %d: %.2f of %d answers a day is told as decayed: %+v", run, day, share, answers, j)
			}
		}
	}
}

func TestJudgeFills(t *testing.T) {
	same := func(now, before Fill) (days [fillDays]Fill) {
		for n := range days {
			if days[n] = before; n < settledFrom {
				days[n] = now
			}
		}
		return days
	}
	few := same(Fill{0, 60}, Fill{100, 100})
	for n := settledFrom + leastSettled - 1; n < fillDays; n++ {
		few[n] = Fill{9, 9}
	}
	for name, c := range map[string]struct {
		days           [fillDays]Fill
		open           bool
		known, decayed bool
	}{
		"gone":                                    {same(Fill{0, 60}, Fill{100, 100}), false, true, true},
		"too few answers now":                     {same(Fill{0, 7}, Fill{100, 100}), false, false, false},
		"few a day, enough in a week":             {same(Fill{0, 8}, Fill{100, 100}), false, true, true},
		"too short a past":                        {few, false, false, false},
		"as before":                               {same(Fill{50, 100}, Fill{50, 100}), false, true, false},
		"more than before":                        {same(Fill{90, 100}, Fill{50, 100}), false, true, false},
		"a loss within the margin":                {same(Fill{9890, 10000}, Fill{1000, 1000}), false, true, false},
		"a loss that alone begins nothing":        {same(Fill{96, 100}, Fill{100, 100}), false, true, false},
		"… and lets an open incident go on":       {same(Fill{96, 100}, Fill{100, 100}), true, true, true},
		"… which ends once the share is restored": {same(Fill{72, 72}, Fill{100, 100}), true, true, false},
		"never filled":                            {same(Fill{0, 100}, Fill{0, 100}), false, true, false},
	} {
		if j := judge(c.days, c.open); j.known != c.known || j.decayed != c.decayed {
			t.Errorf("%s: %+v", name, j)
		}
	}
}
