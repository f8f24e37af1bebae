package content

import (
	"encoding/json"
	"time"
)

// Time is an instant in the API: RFC 3339 in UTC with Z and milliseconds.
type Time struct{ time.Time }

// At wraps t in UTC.
func At(t time.Time) Time { return Time{t.UTC()} }

// AtMicros returns a time that is stored as microseconds since 1970.
func AtMicros(us int64) Time { return At(time.UnixMicro(us)) }

// AtMicrosPtr is AtMicros of an optional time; nil stays nil.
func AtMicrosPtr(us *int64) *Time {
	if us == nil {
		return nil
	}
	return new(AtMicros(*us))
}

// AtPtr wraps t; the zero time becomes nil.
func AtPtr(t time.Time) *Time {
	if t.IsZero() {
		return nil
	}
	return new(At(t))
}

// Unix returns the time s seconds after the epoch; nil for s <= 0 and for years after 9999, which are invalid values.
func Unix(s int64) *Time {
	if s <= 0 || s > 253402300799 {
		return nil
	}
	return AtPtr(time.Unix(s, 0))
}

// appendWire appends the API's format. The seconds are RFC 3339 without a fraction, which package time formats four
// times as fast as any other layout.
func (t Time) appendWire(b []byte) []byte {
	utc := t.UTC()
	b = utc.AppendFormat(b, time.RFC3339)
	ms := utc.Nanosecond() / int(time.Millisecond)
	return append(b[:len(b)-len("Z")], '.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10), 'Z')
}

// MarshalJSON implements json.Marshaler.
func (t Time) MarshalJSON() ([]byte, error) { return append(t.appendWire([]byte{'"'}), '"'), nil }

// UnmarshalJSON reads RFC 3339.
func (t *Time) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	v, err := time.Parse(time.RFC3339Nano, s)
	t.Time = v.UTC()
	return err
}

// String returns the API's format without quotes.
func (t Time) String() string { return string(t.appendWire(nil)) }
