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
	RerunRate      int64 // imports a minute, of support
	RetryRate      int64 // imports a minute, of a workspace
	Grant          int64
	KeyDays        int64
	KeyCredits     int64
	ShareDays      int64
)

// UsualRetryRate is the rate of a retry that names none.
const UsualRetryRate = RetryRate(input.DefaultRetryRate)

// LongestLink is the longest life of a download link.
const LongestLink = LinkSeconds(input.MaxLinkSeconds)

// Schema implements huma.SchemaProvider.
func (HoldDays) Schema(huma.Registry) *huma.Schema { return integer(1, input.MaxHoldDays) }

// Schema implements huma.SchemaProvider.
func (ImportHoldDays) Schema(huma.Registry) *huma.Schema {
	return integerOr(input.DefaultHoldDays, 1, input.MaxHoldDays)
}

// Schema implements huma.SchemaProvider.
func (LinkSeconds) Schema(huma.Registry) *huma.Schema {
	return integerOr(input.DefaultLinkSeconds, input.MinLinkSeconds, input.MaxLinkSeconds)
}

// Schema implements huma.SchemaProvider.
func (Revision) Schema(huma.Registry) *huma.Schema { return integer(0, input.MaxSafeInteger) }

// Schema implements huma.SchemaProvider.
func (PageRows) Schema(huma.Registry) *huma.Schema {
	return integerOr(input.DefaultRecords, 1, input.MaxRecords)
}

// Schema implements huma.SchemaProvider.
func (ShownRows) Schema(huma.Registry) *huma.Schema { return integer(1, input.MaxRecords) }

// Schema implements huma.SchemaProvider.
func (WaitSeconds) Schema(huma.Registry) *huma.Schema {
	return integerOr(0, 0, input.MaxWaitSeconds)
}

// Schema implements huma.SchemaProvider.
func (LowBalance) Schema(huma.Registry) *huma.Schema { return integer(0, billing.MostCredits) }

// Schema implements huma.SchemaProvider.
func (DailyCredits) Schema(huma.Registry) *huma.Schema {
	return integerOr(watches.DefaultDailyCredits, 1, input.MaxDailyCredits)
}

// Schema implements huma.SchemaProvider.
func (BackfillCount) Schema(huma.Registry) *huma.Schema {
	return integerOr(0, 0, watches.MostBackfill)
}

// Schema implements huma.SchemaProvider.
func (KnownDays) Schema(huma.Registry) *huma.Schema { return integer(1, input.MaxKnownDays) }

// Schema implements huma.SchemaProvider.
func (RerunRate) Schema(huma.Registry) *huma.Schema { return integer(1, input.MaxRerunRate) }

// Schema implements huma.SchemaProvider.
func (RetryRate) Schema(huma.Registry) *huma.Schema {
	return integerOr(input.DefaultRetryRate, 1, input.MaxRetryRate)
}

// Schema implements huma.SchemaProvider.
func (Grant) Schema(huma.Registry) *huma.Schema {
	return integer(1, math.MaxInt64) // the balance bounds it
}

// Schema implements huma.SchemaProvider.
func (KeyDays) Schema(huma.Registry) *huma.Schema { return integer(1, input.MaxKeyDays) }

// Schema implements huma.SchemaProvider.
func (KeyCredits) Schema(huma.Registry) *huma.Schema { return integer(0, input.MaxKeyCredits) }

// Schema implements huma.SchemaProvider.
func (ShareDays) Schema(huma.Registry) *huma.Schema { return integer(1, input.MaxShareDays) }
