package events

import (
	"context"
	"errors"
)

// RecordTogether stores attempts at one endpoint that ended at the same moment, in this order.
func (s *Store) RecordTogether(ctx context.Context, list []Claimed, attempts ...Attempt) error {
	group := make([]*record, len(attempts))
	for n, a := range attempts {
		group[n] = &record{claimed: &list[n], attempt: a, values: ctx}
	}
	s.recordAll(group)
	var errs []error
	for _, r := range group {
		errs = append(errs, r.err)
	}
	return errors.Join(errs...)
}

// FormatOf returns the format that an address takes.
func FormatOf(address string) Format { return formatOf(address) }
