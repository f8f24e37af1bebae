package digests

import (
	"context"
	"errors"
	"strings"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/watches"
	"socialdata/models/work"
)

// Most of what one digest names; the rest is counted.
const (
	MostWatches = 10
	MostTitles  = 3 // new items of a watch
)

// Mail is a digest that is due, with what its watches told. The caller adds imports and costs.
type Mail struct {
	WorkspaceID, Workspace string // id and name
	UserID, Email          string
	Every                  Every
	From, Until            time.Time
	Zone                   *time.Location
	Watches                []News
	MoreWatches            int // with news, beyond MostWatches
	job                    *work.Job
}

// News is what a watch told in a period.
type News struct {
	ID, Name                                        string
	Found, Ended, Returned, Edited, Crossed, Failed int64
	Titles                                          []string `gorm:"-"` // of new items
}

// Due returns a digest that is due. next is when the work comes again if no period has ended, or the person has no
// confirmed address now; both are nil if the digest is no longer wanted or allowed: it was switched off, the person has
// left, or the workspace is closed.
func (s *Store) Due(ctx context.Context, j *work.Job) (m *Mail, next *time.Time, err error) {
	workspaceID, userID, _ := strings.Cut(j.Key, " ")
	var row struct {
		Digest
		Name, Email, Zone string
		EmailProvedAt     *int64
	}
	q := s.Read(ctx).Table("digests d").Joins("JOIN members m ON m.workspace_id = d.workspace_id AND m.user_id = d.user_id").Joins("JOIN workspaces w ON w.id = d.workspace_id").
		Joins("JOIN users u ON u.id = d.user_id").Select("d.*, w.name, w.zone, u.email, u.email_proved_at").
		Where("d.workspace_id = ? AND d.user_id = ? AND w.closed_at IS NULL", workspaceID, userID)
	if err := db.One(q, &row, "digest"); apierror.Is(err, apierror.CodeNotFound) {
		return nil, nil, s.Stop(ctx, workspaceID, userID)
	} else if err != nil {
		return nil, nil, err
	}
	m = &Mail{WorkspaceID: workspaceID, Workspace: row.Name, UserID: userID, Email: row.Email, Every: row.Every, From: db.FromMicros(row.ToldUntil), Zone: zoneOf(row.Zone), job: j}
	m.Until = m.Every.before(s.Now().Add(-settleFor), m.Zone)
	if !m.Until.After(m.From) || row.EmailProvedAt == nil {
		return nil, new(m.next(s.Now())), nil
	}
	return m, nil, s.readNews(ctx, m)
}

// next returns when the next digest is due.
func (m *Mail) next(now time.Time) time.Time {
	return m.Every.after(now.Add(-settleFor), m.Zone).Add(settleFor)
}

// longestRun is how long a run may take at most: those that ended in a period began no earlier than so before it.
const longestRun = 24 * time.Hour

// readNews adds what the watches told: of each its counts, and of those with most news the titles of what is new.
func (s *Store) readNews(ctx context.Context, m *Mail) error {
	var list []News
	err := s.Read(ctx).Raw(`SELECT w.id, w.name, SUM(r.found) AS found, SUM(r.ended) AS ended, SUM(r.returned) AS returned, SUM(r.edited) AS edited, SUM(r.crossed) AS crossed,
			SUM(CASE WHEN r.state = 'failed' THEN 1 ELSE 0 END) AS failed
		FROM watches w JOIN watch_runs r ON r.watch_id = w.id
		WHERE w.workspace_id = @workspace AND r.started_at >= @began AND r.started_at < @until AND r.ended_at >= @from AND r.ended_at < @until
		GROUP BY w.id, w.name
		HAVING SUM(r.found + r.ended + r.returned + r.edited + r.crossed) > 0 OR SUM(CASE WHEN r.state = 'failed' THEN 1 ELSE 0 END) > 0
		ORDER BY SUM(r.found + r.ended + r.returned + r.edited + r.crossed) DESC, w.name, w.id`,
		map[string]any{"workspace": m.WorkspaceID, "began": db.Micros(m.From.Add(-longestRun)), "from": db.Micros(m.From), "until": db.Micros(m.Until)}).Scan(&list).Error
	if err != nil {
		return db.Error(err)
	}
	m.Watches, m.MoreWatches = list[:min(len(list), MostWatches)], max(0, len(list)-MostWatches)
	for n := range m.Watches {
		if m.Watches[n].Found == 0 {
			continue
		}
		var items []watches.Item
		err := s.Read(ctx).Where("watch_id = ? AND told AND first_seen_at >= ? AND first_seen_at < ?", m.Watches[n].ID, db.Micros(m.From), db.Micros(m.Until)).
			Order("first_seen_at DESC, item_id DESC").Limit(MostTitles).Find(&items).Error
		if err != nil {
			return db.Error(err)
		}
		for _, i := range items {
			if i.Title != nil && *i.Title != "" {
				m.Watches[n].Titles = append(m.Watches[n].Titles, *i.Title)
			}
		}
	}
	return nil
}

// Told records that a digest was accepted for delivery, or that there was nothing to tell, and schedules the next one.
func (s *Store) Told(ctx context.Context, m *Mail) error {
	return s.Tx(ctx, func(tx *gorm.DB) error {
		err := tx.Model(&Digest{}).Where("workspace_id = ? AND user_id = ? AND told_until < ?", m.WorkspaceID, m.UserID, db.Micros(m.Until)).Update("told_until", db.Micros(m.Until)).Error
		if err != nil {
			return err
		}
		if err := work.Settle(tx, m.job, work.Snooze(m.next(tx.NowFunc()))); !errors.Is(err, work.ErrLeaseLost) {
			return err
		}
		return nil // another worker has it
	})
}
