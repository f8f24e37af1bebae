package watches

import (
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

const dayMicros = int64(24 * time.Hour / time.Microsecond)

// Coverage says what the looks of a day can tell.
type Coverage string

// Complete: a look could tell that rows ended. Incomplete: some succeeded, but none of them could. Failed: none
// succeeded. Unseen: there was none, as far as runs are kept.
const (
	Complete   Coverage = "complete"
	Incomplete Coverage = "incomplete"
	FailedDay  Coverage = "failed"
	Unseen     Coverage = "none"
)

// Coverages lists every Coverage once.
func Coverages() []Coverage { return []Coverage{Complete, Incomplete, FailedDay, Unseen} }

// Day is a day in UTC with its looks.
type Day struct {
	Start                          time.Time
	Complete, Incomplete, Failed   int64           // looks
	Codes                          []apierror.Code // of the looks that failed, the most frequent first
	Found, Ended, Returned, Edited int64
}

// Coverage returns what the looks of the day can tell.
func (d *Day) Coverage() Coverage {
	switch {
	case d.Complete > 0:
		return Complete
	case d.Incomplete > 0:
		return Incomplete
	case d.Failed > 0:
		return FailedDay
	}
	return Unseen
}

// dayRuns are the runs of a day with one outcome.
type dayRuns struct {
	Day                            int64
	State                          RunState
	Complete                       bool
	Code                           apierror.Code
	Runs                           int64
	Found, Ended, Returned, Edited int64
}

// readDays reads the looks of each day of the period, and since when runs are kept.
func (r *Report) readDays(tx *gorm.DB, watchID string, a Asked) error {
	if err := tx.Model(&Run{}).Select("MIN(started_at)").Where("watch_id = ?", watchID).Scan(&r.RunsSince).Error; err != nil {
		return err
	}
	from, before := db.Micros(a.From), db.Micros(a.Before)
	var list []dayRuns
	err := tx.Model(&Run{}).Select("started_at / ? AS day, state, complete, code, COUNT(*) AS runs, SUM(found) AS found, SUM(ended) AS ended, SUM(returned) AS returned, SUM(edited) AS edited", dayMicros).
		Where("watch_id = ? AND started_at >= ? AND started_at < ? AND state <> ?", watchID, from, before, RunRunning).
		Group("1, 2, 3, 4").Order("runs DESC, code").Scan(&list).Error
	if err != nil {
		return err
	}
	first := from / dayMicros
	for day := first; day*dayMicros < before; day++ {
		r.Days = append(r.Days, Day{Start: db.FromMicros(day * dayMicros).UTC()})
	}
	for _, one := range list {
		r.Days[one.Day-first].add(&one)
	}
	return nil
}

// add counts runs as looks of the day.
func (d *Day) add(r *dayRuns) {
	d.Found, d.Ended, d.Returned, d.Edited = d.Found+r.Found, d.Ended+r.Ended, d.Returned+r.Returned, d.Edited+r.Edited
	switch {
	case r.State == RunFailed:
		d.Failed += r.Runs
		d.Codes = append(d.Codes, r.Code)
	case r.Complete:
		d.Complete += r.Runs
	default:
		d.Incomplete += r.Runs
	}
}
