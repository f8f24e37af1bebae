package observations_test

import (
	"fmt"
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
)

// BenchmarkChargesAtOnce records and charges 16 fetches of one workspace at once, in one process and over two, in groups and
// one by one in turns. It means something on a PostgreSQL that waits for its disk (TEST_DATABASE_URL).
func BenchmarkChargesAtOnce(b *testing.B) {
	for _, processes := range []int{1, 2} {
		b.Run(fmt.Sprintf("processes=%d", processes), func(b *testing.B) {
			clock, url := &modelstest.Clock{}, modelstest.PostgresURL(b)
			first := modelstest.OpenAt(b, url, "", clock, nil)
			second, err := models.Open(b.Context(), models.Options{Options: db.Options{URL: url, Clock: clock.Now, Secrets: modelstest.Secrets()}})
			testkit.Must(b, err)
			defer second.Close()
			c := charges{clock: clock, workspace: modelstest.Install(b, first, 1_000_000).Workspace}
			both := []*db.DB{first.DB, second.DB}[:processes]
			var grouped, alone time.Duration
			for b.Loop() {
				grouped += c.atOnce(b, both, observations.ChargingInGroups)
				alone += c.atOnce(b, both, observations.ChargingOneByOne)
			}
			all := float64(16 * b.N)
			b.ReportMetric(all/grouped.Seconds(), "grouped/s")
			b.ReportMetric(all/alone.Seconds(), "alone/s")
		})
	}
}

// charges charges one workspace for one fetch after another.
type charges struct {
	clock     *modelstest.Clock
	workspace string
	subjects  int
}

func (c *charges) atOnce(b *testing.B, processes []*db.DB, charging func(*db.DB) *observations.Store) time.Duration {
	b.Helper()
	var stores []*observations.Store
	for _, d := range processes {
		stores = append(stores, charging(d))
	}
	c.subjects += 16
	begun := time.Now()
	for _, err := range modelstest.AtOnce(16, func(n int) error {
		o := modelstest.NewObservation(c.clock, fmt.Sprintf("item:video_site:video:%011d", c.subjects+n), `{"views":1}`)
		_, err := stores[n%len(stores)].RecordAndCharge(b.Context(), c.workspace, billing.Spender{}, o, 1)
		return err
	}) {
		testkit.Must(b, err)
	}
	return time.Since(begun)
}
