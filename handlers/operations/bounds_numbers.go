package operations

import (
	"math"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/internal/input"
	"socialdata/models/billing"
	"socialdata/models/watches"
)

// The numbers of what callers send.
type (
	HoldDays       int64
	ImportHoldDays int64
	LinkSeconds    int64
	Revision       int64
	PageRows       int
	ShownRows      int // of a page that a platform gave
	WaitSeconds    int64
	LowBalance     int64
	DailyCredits   int64
	BackfillCount  int64
	KnownDays      int64
	Grant          int64
	KeyDays        int64
	KeyCredits     int64
)

// LongestLink is the longest life of a download link.
const LongestLink = LinkSeconds(input.MaxLinkSeconds)

// Schema implements huma.SchemaProvider.
func (HoldDays) Schema(huma.Registry) *huma.Schema { return Ready(integer(1, input.MaxHoldDays)) }

// Schema implements huma.SchemaProvider.
func (ImportHoldDays) Schema(r huma.Registry) *huma.Schema {
	s := HoldDays(0).Schema(r)
	s.Default = input.DefaultHoldDays
	return s
}

// Schema implements huma.SchemaProvider.
func (LinkSeconds) Schema(huma.Registry) *huma.Schema {
	s := integer(input.MinLinkSeconds, input.MaxLinkSeconds)
	s.Default = input.DefaultLinkSeconds
	return Ready(s)
}

// Schema implements huma.SchemaProvider.
func (Revision) Schema(huma.Registry) *huma.Schema { return Ready(integer(0, input.MaxSafeInteger)) }

// Schema implements huma.SchemaProvider.
func (PageRows) Schema(huma.Registry) *huma.Schema {
	s := integer(1, input.MaxRecords)
	s.Default = input.DefaultRecords
	return Ready(s)
}

// Schema implements huma.SchemaProvider.
func (ShownRows) Schema(huma.Registry) *huma.Schema { return Ready(integer(1, input.MaxRecords)) }

// Schema implements huma.SchemaProvider.
func (WaitSeconds) Schema(huma.Registry) *huma.Schema {
	s := integer(0, input.MaxWaitSeconds)
	s.Default = 0
	return Ready(s)
}

// Schema implements huma.SchemaProvider.
func (LowBalance) Schema(huma.Registry) *huma.Schema { return Ready(integer(0, billing.MostCredits)) }

// Schema implements huma.SchemaProvider.
func (DailyCredits) Schema(huma.Registry) *huma.Schema {
	s := integer(1, input.MaxDailyCredits)
	s.Default = watches.DefaultDailyCredits
	return Ready(s)
}

// Schema implements huma.SchemaProvider.
func (BackfillCount) Schema(huma.Registry) *huma.Schema {
	s := integer(0, watches.MostBackfill)
	s.Default = 0
	return Ready(s)
}

// Schema implements huma.SchemaProvider.
func (KnownDays) Schema(huma.Registry) *huma.Schema { return Ready(integer(1, input.MaxKnownDays)) }

// Schema implements huma.SchemaProvider.
func (Grant) Schema(huma.Registry) *huma.Schema {
	return Ready(integer(1, math.MaxInt64)) // the balance bounds it
}

// Schema implements huma.SchemaProvider.
func (KeyDays) Schema(huma.Registry) *huma.Schema { return Ready(integer(1, input.MaxKeyDays)) }

// Schema implements huma.SchemaProvider.
func (KeyCredits) Schema(huma.Registry) *huma.Schema { return Ready(integer(0, input.MaxKeyCredits)) }
