package lookup

import "socialdata/internal/sources"

// price returns the price of a view that the workspace has not paid for, in credits; 0 for an empty page.
func (s *Service) price(op sources.Operation, v *view) int64 {
	if v.free {
		return 0
	}
	return s.fullPrice(op)
}

// fullPrice returns the price of an answer of an operation, in credits.
func (s *Service) fullPrice(op sources.Operation) int64 {
	if op == sources.OpItem || op == sources.OpAccount {
		return s.store.Billing.Prices.Lookup
	}
	return s.store.Billing.Prices.Page
}
