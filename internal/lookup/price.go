package lookup

import "socialdata/internal/sources"

// price returns what serving a view costs who has not paid for it, in credits; 0 for an empty page.
func (s *Service) price(op sources.Operation, v *view) int64 {
	if v.free {
		return 0
	}
	return s.fullPrice(op)
}

// fullPrice returns what an answer of an operation costs, in credits.
func (s *Service) fullPrice(op sources.Operation) int64 {
	if op == sources.OpItem || op == sources.OpAccount {
		return s.store.Billing.Prices.Lookup
	}
	return s.store.Billing.Prices.Page
}
