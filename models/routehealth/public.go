package routehealth

import (
	"context"
	"encoding/json"
	"time"

	"socialdata/models/db"
)

// ReportEvery is the minimum time between two counts of the calls for the public page, whose cost grows with the calls.
// A report twice as old is late: if no worker counts, whoever reads the report does.
const (
	ReportEvery = 30 * time.Second
	reportLate  = 2 * ReportEvery
)

// reportName is the row that this version uses. A version with another format must use another name.
const reportName = "public"

// routeReport is a stored report.
type routeReport struct {
	Name      string `gorm:"primaryKey"`
	ClaimedAt int64
	MadeAt    int64
	Body      string
}

// Report is the measurement of all routes at a time: the calls of the last hour, the history, the last checks and the incidents.
type Report struct {
	At time.Time
	Past
	Checks    []Check    // without details
	Incidents []Incident // the newest first
	stats     []routeStats
}

// reportBody is a Report as JSON.
type reportBody struct {
	Stats  []routeStats
	First  int64 // the first hour of the History
	Hours  []routeHour
	Checks []Check

	Incidents []Incident
}

// KeepReport counts the calls for the public page, unless a process did within ReportEvery.
func (s *Store) KeepReport(ctx context.Context) error {
	claimed, err := s.claimReport(ctx)
	if err != nil || !claimed {
		return err
	}
	_, err = s.makeReport(ctx, true)
	return err
}

// claimReport reports whether the caller may count the calls now.
func (s *Store) claimReport(ctx context.Context) (bool, error) {
	now := s.Now()
	res := s.Write(ctx).Model(&routeReport{}).Where("name = ? AND claimed_at <= ?", reportName, db.Micros(now.Add(-ReportEvery))).
		Update("claimed_at", db.Micros(now))
	return res.RowsAffected == 1, db.Error(res.Error)
}

// makeReport counts the calls, and stores the result for all processes if keep is set.
func (s *Store) makeReport(ctx context.Context, keep bool) (Report, error) {
	at := s.NowMicros()
	var body reportBody
	var err error
	if body.Stats, err = s.callStats(ctx); err != nil {
		return Report{}, err
	}
	first := s.firstHour()
	body.First = db.Micros(first)
	if body.Hours, err = s.pastHours(ctx, first); err != nil {
		return Report{}, err
	}
	err = s.Read(ctx).Select("route_id", "operation", "at", "code", "answered_at", "failed_in_a_row").Order("route_id, operation").Find(&body.Checks).Error
	if err != nil {
		return Report{}, db.Error(err)
	}
	if body.Incidents, err = s.Incidents(ctx); err != nil || !keep {
		return body.report(at), err
	}
	text, err := json.Marshal(body)
	if err != nil {
		return Report{}, err
	}
	err = s.Write(ctx).Model(&routeReport{}).Where("name = ? AND made_at < ?", reportName, at).Updates(map[string]any{"made_at": at, "body": string(text)}).Error
	return body.report(at), db.Error(err)
}

func (b reportBody) report(at int64) Report {
	return Report{At: db.FromMicros(at), Past: newPast(db.FromMicros(b.First), b.Hours), Checks: b.Checks, Incidents: b.Incidents, stats: b.Stats}
}

// publicSQL reads the state of every operation, the switched-off routes, and the stored report. Its cost depends only on
// the number of routes.
const publicSQL = `SELECT 'operation' AS kind, route_id, operation, state, reason, since, probe_at, last_success_at, last_failure_at, last_failure_code, '' AS body
		FROM route_operations
	UNION ALL SELECT 'switch', route_id, '', '', off_reason, off_since, 0, NULL, NULL, '', '' FROM route_switches
	UNION ALL SELECT 'report', name, '', '', '', made_at, 0, NULL, NULL, '', body FROM route_reports WHERE name = ?`

// PublicHealth returns the health of every route as Health does, in one statement, with current states and the counts of
// the stored report. If no process counted the calls lately, it does.
func (s *Store) PublicHealth(ctx context.Context) (map[string]Route, Report, error) {
	var rows []struct {
		Kind string
		Operation
		Body string
	}
	if err := s.Read(ctx).Raw(publicSQL, reportName).Scan(&rows).Error; err != nil {
		return nil, Report{}, db.Error(err)
	}
	var kept routeReport
	var operations []Operation
	var switches []Switch
	for _, r := range rows {
		switch r.Kind {
		case "operation":
			operations = append(operations, r.Operation)
		case "switch":
			switches = append(switches, Switch{RouteID: r.RouteID, OffSince: r.Since, OffReason: r.Reason})
		default:
			kept = routeReport{Name: r.RouteID, MadeAt: r.Since, Body: r.Body}
		}
	}
	report, err := s.recent(ctx, kept)
	return joinHealth(operations, switches, report.stats), report, err
}

// recent returns the stored report, or counts the calls if that is late. While another process counts, it returns the
// late report; if there is none, it counts as well.
func (s *Store) recent(ctx context.Context, kept routeReport) (Report, error) {
	if kept.MadeAt <= db.Micros(s.Now().Add(-reportLate)) {
		claimed, err := s.claimReport(ctx)
		if err != nil {
			return Report{}, err
		}
		if claimed || kept.MadeAt == 0 {
			return s.makeReport(ctx, claimed)
		}
	}
	var body reportBody
	if err := json.Unmarshal([]byte(kept.Body), &body); err != nil {
		return Report{}, err
	}
	return body.report(kept.MadeAt), nil
}
