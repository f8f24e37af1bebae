package operations

import (
	"math"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/internal/input"
	"socialdata/models/billing"
	"socialdata/models/watches"
)

// The numeric types of input fields.
type (
	HoldDays       int64
	ImportHoldDays int64
	LinkSeconds    int64
	Revision       int64
	PageRows       int
	ShownRows      int // rows of a page fetched from a platform
	WaitSeconds    int64
	LowBalance     int64
	DailyCredits   int64
	BackfillCount  int64
	KnownDays      int64
	RerunRate      int64 // imports per minute, of a rerun by support
	RetryRate      int64 // imports per minute, of a workspace's retry
	Grant          int64
	KeyDays        int64
	KeyCredits     int64
	ShareDays      int64
	ChangeDelay    int64 // seconds
)

// Rates at which failed imports run again.
const (
	UsualRetryRate = RetryRate(input.DefaultRetryRate) // of a retry or rerun that does not specify one
	MostRetryRate  = RetryRate(input.MaxRetryRate)
	MostRerunRate  = RerunRate(input.MaxRerunRate)
)

// LongestLink is the longest lifetime of a download link, in seconds.
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
	return integer(1, math.MaxInt64) // limited further by the largest balance
}

// Schema implements huma.SchemaProvider.
func (KeyDays) Schema(huma.Registry) *huma.Schema { return integer(1, input.MaxKeyDays) }

// Schema implements huma.SchemaProvider.
func (KeyCredits) Schema(huma.Registry) *huma.Schema { return integer(0, input.MaxKeyCredits) }

// Schema implements huma.SchemaProvider.
func (ShareDays) Schema(huma.Registry) *huma.Schema { return integer(1, input.MaxShareDays) }

// Schema implements huma.SchemaProvider.
func (ChangeDelay) Schema(huma.Registry) *huma.Schema { return integerOr(0, 0, input.MaxChangeDelay) }
