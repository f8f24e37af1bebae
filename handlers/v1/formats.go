package v1

import (
	"strconv"
	"time"

	"socialdata/internal/sources"
	"socialdata/models/fault"
)

// Formats are the checks that a schema cannot say, by the name of the format. They return nil for a good value; the
// web room calls them after the schema's own checks, so that all problems of a request come in one answer.
func (h *Handlers) Formats() map[string]func(string) *fault.Field {
	return map[string]func(string) *fault.Field{
		"max-age-365d": maxAgeUpTo(365),
		"max-age-1d":   maxAgeUpTo(1),
		"link":         linkFormat,
		"day":          dayFormat,
		"future":       h.futureFormat,
	}
}

func maxAgeUpTo(days int) func(string) *fault.Field {
	return func(v string) *fault.Field {
		if maxAge(v) > time.Duration(days)*24*time.Hour {
			return &fault.Field{Reason: "range", Expected: "at most " + strconv.Itoa(days) + "d"}
		}
		return nil
	}
}

// maxAge reads 0 or a whole number of minutes, hours or days; the schema's pattern has been checked.
func maxAge(v string) time.Duration {
	if v == "" || v == "0" {
		return 0
	}
	n, _ := strconv.Atoi(v[:len(v)-1])
	unit := map[byte]time.Duration{'m': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour}[v[len(v)-1]]
	return time.Duration(n) * unit
}

func linkFormat(v string) *fault.Field {
	if _, problem := sources.Recognize(v); problem != nil {
		fields, _ := problem.Details["fields"].([]fault.Field)
		if len(fields) > 0 {
			return &fields[0]
		}
		return &fault.Field{Reason: "pattern", Expected: "an absolute http or https URL"}
	}
	return nil
}

func dayFormat(v string) *fault.Field {
	if _, err := time.Parse(time.DateOnly, v); err != nil || len(v) != len(time.DateOnly) {
		return &fault.Field{Reason: "format", Expected: "a day as yyyy-mm-dd"}
	}
	return nil
}

func (h *Handlers) futureFormat(v string) *fault.Field {
	t, err := time.Parse(time.RFC3339Nano, v)
	if err != nil {
		return &fault.Field{Reason: "format", Expected: "an RFC 3339 time with its offset"}
	}
	if !t.After(h.Clock()) {
		return &fault.Field{Reason: "range", Expected: "a time to come"}
	}
	return nil
}
