package work

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// window is how many due rows one claim considers: the longest waiting ones, and if there are more, the first of each tenant.
const window = 100

// tenantsSQL steps from one tenant with work of a kind to the next and takes due rows of each: its cost grows with the tenants.
const tenantsSQL = `WITH RECURSIVE turn (tenant) AS (
		SELECT MIN(tenant) FROM jobs WHERE kind = @kind
		UNION ALL
		SELECT (SELECT MIN(w.tenant) FROM jobs w WHERE w.kind = @kind AND w.tenant > turn.tenant) FROM turn WHERE turn.tenant IS NOT NULL)
	SELECT key FROM (
		SELECT (SELECT w.key FROM jobs w WHERE w.kind = @kind AND w.tenant = turn.tenant AND w.run_at <= @now ORDER BY w.run_at, w.key LIMIT 1) AS key
		FROM turn WHERE tenant IS NOT NULL) first
	WHERE key IS NOT NULL LIMIT @limit`

// Due returns which of these kinds have work that is due, and how long it is until the next work of the others: for ever if they have none.
func (s *Store) Due(ctx context.Context, kinds []Kind) (due []Kind, next time.Duration, err error) {
	next = math.MaxInt64
	if len(kinds) == 0 {
		return nil, next, nil
	}
	var parts []string
	var vars []any
	for _, k := range kinds {
		parts = append(parts, "SELECT CAST(? AS TEXT) AS kind, (SELECT MIN(run_at) FROM jobs WHERE kind = ?) AS run_at")
		vars = append(vars, k, k)
	}
	var first []struct {
		Kind  Kind
		RunAt *int64
	}
	err = s.Read(ctx).Raw(strings.Join(parts, " UNION ALL "), vars...).Scan(&first).Error
	now := s.NowMicros()
	for _, f := range first {
		switch {
		case f.RunAt == nil:
		case *f.RunAt <= now:
			due = append(due, f.Kind)
		default:
			next = min(next, time.Duration(*f.RunAt-now)*time.Microsecond)
		}
	}
	return due, next, db.Error(err)
}

// Claim leases at most limit due jobs of a kind to a worker; no other worker gets them before the lease ends. If there are more,
// the tenant with the fewest running jobs comes first, then the longest due job.
func (s *Store) Claim(ctx context.Context, kind Kind, limit int) (list []Job, err error) {
	if kind.Terms().PerTenant == 0 {
		if list, err = s.claimAll(ctx, kind, limit); err != nil || len(list) > 0 {
			return list, err
		}
	}
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		if db.IsPostgres(tx) { // serialises the claims of a kind: two at once would count the same running jobs
			if err := tx.Exec("SELECT pg_advisory_xact_lock(hashtext(?))", "work "+kind).Error; err != nil {
				return err
			}
		}
		now := s.NowMicros()
		running, err := running(tx, kind, now)
		if err != nil {
			return err
		}
		due, err := due(tx, kind, now)
		if err != nil {
			return err
		}
		list = choose(due, running, kind.Terms().PerTenant, limit)
		return s.lease(tx, kind, list, now)
	})
	if err != nil {
		return nil, err // what was chosen is leased to nobody
	}
	return list, nil
}

// claimAll leases all due jobs of a kind in one statement, if they are at most limit, so that there is nothing to choose. Otherwise it
// leases none.
func (s *Store) claimAll(ctx context.Context, kind Kind, limit int) (list []Job, err error) {
	now, due := s.NowMicros(), "SELECT key FROM jobs WHERE kind = @kind AND run_at <= @now ORDER BY run_at, key LIMIT @more"
	chosen := due
	if s.Postgres {
		chosen += " FOR UPDATE SKIP LOCKED"
	}
	err = s.Write(ctx).Raw("UPDATE jobs SET lease_holder = @holder, run_at = @until, attempt = attempt + 1 WHERE kind = @kind AND key IN ("+chosen+`)
		AND (SELECT COUNT(*) FROM (`+due+") AS due) < @more RETURNING *", map[string]any{"kind": kind, "now": now, "more": limit + 1,
		"holder": db.NewID(), "until": now + Lease.Microseconds()}).Scan(&list).Error
	if err != nil {
		return nil, db.Error(err) // rows that were read by then may be half filled in; their leases run out
	}
	return list, nil
}

// lease writes the holder of the chosen jobs.
func (s *Store) lease(tx *gorm.DB, kind Kind, list []Job, now int64) error {
	if len(list) == 0 {
		return nil
	}
	holder, until := db.NewID(), now+Lease.Microseconds()
	var keys []string
	for n := range list {
		keys = append(keys, list[n].Key)
		list[n].LeaseHolder, list[n].RunAt = holder, until
		list[n].Attempt++
	}
	return tx.Model(&Job{}).Where("kind = ? AND key IN ?", kind, keys).
		Updates(map[string]any{"lease_holder": holder, "run_at": until, "attempt": gorm.Expr("attempt + 1")}).Error
}

// Take leases one job to a worker; it returns nil if the job is not due.
func (s *Store) Take(ctx context.Context, kind Kind, key string) (j *Job, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		now := s.NowMicros()
		var list []Job
		err := locked(tx).Where("kind = ? AND key = ? AND run_at <= ?", kind, key, now).Find(&list).Error
		if j = nil; err != nil || len(list) == 0 {
			return err
		}
		j = &list[0]
		return s.lease(tx, kind, list, now)
	})
	return j, err
}

// locked makes a statement lock the rows that it reads and skip locked ones. SQLite's transaction already is a lock.
func locked(tx *gorm.DB) *gorm.DB {
	if !db.IsPostgres(tx) {
		return tx
	}
	return tx.Clauses(clause.Locking{Strength: "UPDATE", Options: "SKIP LOCKED"})
}

// running counts the running jobs of a kind, by tenant.
func running(tx *gorm.DB, kind Kind, now int64) (map[string]int, error) {
	var rows []struct {
		Tenant string
		N      int
	}
	err := tx.Raw("SELECT tenant, COUNT(*) AS n FROM jobs WHERE kind = ? AND lease_holder <> '' AND run_at > ? GROUP BY tenant", kind, now).Scan(&rows).Error
	count := map[string]int{}
	for _, r := range rows {
		count[r.Tenant] = r.N
	}
	return count, err
}

// due reads the due jobs that a claim chooses from, oldest first.
func due(tx *gorm.DB, kind Kind, now int64) (list []Job, err error) {
	err = locked(tx).Where("kind = ? AND run_at <= ?", kind, now).Order("run_at, key").Limit(window).Find(&list).Error
	if err != nil || len(list) < window {
		return list, err
	}
	var keys []string
	if err := tx.Raw(tenantsSQL, map[string]any{"kind": kind, "now": now, "limit": window}).Scan(&keys).Error; err != nil {
		return nil, err
	}
	keys = slices.DeleteFunc(keys, func(key string) bool { return slices.ContainsFunc(list, func(j Job) bool { return j.Key == key }) })
	var first []Job
	err = locked(tx).Where("kind = ? AND key IN ? AND run_at <= ?", kind, keys, now).Order("run_at, key").Find(&first).Error
	return append(list, first...), err
}

// choose picks at most limit due jobs, oldest first, each time from the tenant with the fewest running ones.
func choose(due []Job, running map[string]int, perTenant, limit int) (chosen []Job) {
	for len(chosen) < limit {
		best := -1
		for n, j := range due {
			at := running[j.Tenant]
			if (perTenant == 0 || at < perTenant) && (best < 0 || at < running[due[best].Tenant]) {
				best = n
			}
		}
		if best < 0 {
			break
		}
		running[due[best].Tenant]++
		chosen = append(chosen, due[best])
		due = slices.Delete(due, best, best+1)
	}
	return chosen
}

// Running returns when the leases of these jobs end, for those that are claimed.
func Running(q *gorm.DB, kind Kind, keys []string) (map[string]int64, error) {
	var list []Job
	err := q.Select("key, run_at").Where("kind = ? AND key IN ? AND lease_holder <> ''", kind, keys).Find(&list).Error
	until := map[string]int64{}
	for _, j := range list {
		until[j.Key] = j.RunAt
	}
	return until, err
}
