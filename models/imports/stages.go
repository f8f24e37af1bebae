package imports

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"slices"

	"socialdata/internal/apierror"
)

// StageRecord is how one stage of an attempt went. Times are in microseconds.
type StageRecord struct {
	Stage       Stage         `json:"stage"`
	State       WorkState     `json:"state"`
	StartedAt   *int64        `json:"startedAt,omitempty"`
	FinishedAt  *int64        `json:"finishedAt,omitempty"`
	FailureCode apierror.Code `json:"failureCode,omitempty"`
}

// StageRecords are all stages of an attempt, in order; they lie in its row as JSON.
type StageRecords []StageRecord

// firstStage begins an attempt.
func firstStage(now int64) StageRecords {
	list := make(StageRecords, 0, len(Stages()))
	for _, stage := range Stages() {
		list = append(list, StageRecord{Stage: stage, State: WorkPending})
	}
	list[0].State, list[0].StartedAt = WorkRunning, &now
	return list
}

// current is the position of the stage that is under way, or of the last one when none is.
func (l StageRecords) current() int {
	at := slices.IndexFunc(l, func(r StageRecord) bool { return r.State == WorkRunning })
	if at < 0 {
		return len(l) - 1
	}
	return at
}

// ended is the list with its current stage ended.
func (l StageRecords) ended(state WorkState, now int64, code apierror.Code) StageRecords {
	l = slices.Clone(l)
	at := l.current()
	l[at].State, l[at].FinishedAt, l[at].FailureCode = state, &now, code
	return l
}

// begun is the list with the first pending stage under way, if one is left.
func (l StageRecords) begun(now int64) StageRecords {
	l = slices.Clone(l)
	if at := slices.IndexFunc(l, func(r StageRecord) bool { return r.State == WorkPending }); at >= 0 {
		l[at].State, l[at].StartedAt = WorkRunning, &now
	}
	return l
}

// FailedStage is the stage that ended the attempt; "" when none did. An optional stage that failed before is not it.
func (a Attempt) FailedStage() Stage {
	for _, r := range slices.Backward(a.Stages) {
		if r.State == WorkFailed && a.State == WorkFailed {
			return r.Stage
		}
	}
	return ""
}

// Value implements driver.Valuer.
func (l StageRecords) Value() (driver.Value, error) {
	b, err := json.Marshal(l)
	return string(b), err
}

// Scan implements sql.Scanner.
func (l *StageRecords) Scan(from any) error {
	switch v := from.(type) {
	case string:
		return json.Unmarshal([]byte(v), l)
	case []byte:
		return json.Unmarshal(v, l)
	}
	return fmt.Errorf("stages in a %T", from)
}
