package events

import "context"

// RecordTogether stores attempts at one endpoint that ended at the same moment, in this order.
func (s *Store) RecordTogether(list []Claimed, attempts ...Attempt) error {
	group := make([]*record, len(attempts))
	for n, a := range attempts {
		group[n] = &record{claimed: &list[n], attempt: a, values: context.Background()}
	}
	return s.recordGroup(group)
}

// FormatOf returns the format that an address takes.
func FormatOf(address string) Format { return formatOf(address) }
