package imports

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"socialdata/internal/apierror"
)

// Answer is what the platform answered when an attempt failed. It is stored in the attempt's row as JSON, the zero value as "".
type Answer struct{ apierror.Evidence }

// AnswerOf returns e as an Answer; the zero value for nil.
func AnswerOf(e *apierror.Evidence) Answer {
	if e == nil {
		return Answer{}
	}
	return Answer{*e}
}

// IsZero reports whether the platform did not answer, or its answer was not stored.
func (a Answer) IsZero() bool { return a.Status == 0 && a.Head == "" && a.Marker == "" }

// Value implements driver.Valuer.
func (a Answer) Value() (driver.Value, error) {
	if a.IsZero() {
		return "", nil
	}
	b, err := json.Marshal(a.Evidence)
	return string(b), err
}

// Scan implements sql.Scanner.
func (a *Answer) Scan(from any) error {
	var raw []byte
	switch v := from.(type) {
	case string:
		raw = []byte(v)
	case []byte:
		raw = v
	default:
		return fmt.Errorf("an answer in a %T", from)
	}
	if len(raw) == 0 {
		*a = Answer{}
		return nil
	}
	return json.Unmarshal(raw, &a.Evidence)
}
