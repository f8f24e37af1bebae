package imports

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"slices"

	"socialdata/internal/apierror"
)

// StageRecord is the result of one stage of an attempt. Times are in microseconds.
type StageRecord struct {
	Stage       Stage         `json:"stage"`
	State       WorkState     `json:"state"`
	StartedAt   *int64        `json:"startedAt,omitempty"`
	FinishedAt  *int64        `json:"finishedAt,omitempty"`
	FailureCode apierror.Code `json:"failureCode,omitempty"`
}

// StageRecords are the stages of an attempt in order; they are stored in its row as JSON.
type StageRecords []StageRecord

// transcribes reports whether the speech of an import's media may be written down.
func (s *Store) transcribes(i *Import) bool { return s.prices.Speech > 0 && i.parts().Speech }

// firstStage returns the stages of a new attempt, with the first one running. The stage for speech is among them only where it may run, so
// that workers of a version without it can go on with the others.
func firstStage(now int64, speech bool) StageRecords {
	list := make(StageRecords, 0, len(Stages()))
	for _, stage := range Stages() {
		if stage == StageTranscribe && !speech {
			continue
		}
		list = append(list, StageRecord{Stage: stage, State: WorkPending})
	}
	list[0].State, list[0].StartedAt = WorkRunning, &now
	return list
}

// current returns the index of the running stage, or of the last one if none is running.
func (l StageRecords) current() int {
	at := slices.IndexFunc(l, func(r StageRecord) bool { return r.State == WorkRunning })
	if at < 0 {
		return len(l) - 1
	}
	return at
}

// ended returns the list with its current stage ended.
func (l StageRecords) ended(state WorkState, now int64, code apierror.Code) StageRecords {
	l = slices.Clone(l)
	at := l.current()
	l[at].State, l[at].FinishedAt, l[at].FailureCode = state, &now, code
	return l
}

// begun returns the list with the first pending stage running, if there is one.
func (l StageRecords) begun(now int64) StageRecords {
	l = slices.Clone(l)
	if at := slices.IndexFunc(l, func(r StageRecord) bool { return r.State == WorkPending }); at >= 0 {
		l[at].State, l[at].StartedAt = WorkRunning, &now
	}
	return l
}

// FailedStage returns the stage that ended the attempt; "" if none did. It ignores optional stages that failed before.
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
