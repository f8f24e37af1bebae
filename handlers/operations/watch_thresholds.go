package operations

import (
	"fmt"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/internal/apierror"
	"socialdata/internal/input"
	"socialdata/models/watches"
)

// WatchThreshold is a bound on a number of each item of a watch.
type WatchThreshold struct {
	Field  watches.Field  `json:"field" doc:"euReach: accounts in the EU that saw an ad, where the platform makes it public"`
	Op     watches.Op     `json:"op" doc:"above and below compare with value; grows with the same number at the beginning of within, of which it must be value more"`
	Value  ThresholdValue `json:"value"`
	Within watches.Within `json:"within,omitempty" doc:"Of grows, which needs it"`
}

// ThresholdValue is the number that a threshold compares with.
type ThresholdValue int64

// Schema implements huma.SchemaProvider.
func (ThresholdValue) Schema(huma.Registry) *huma.Schema { return integer(0, input.MaxSafeInteger) }

// Thresholds are the thresholds of a watch.
type Thresholds []WatchThreshold

// Schema implements huma.SchemaProvider.
func (Thresholds) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeArray, MaxItems: new(watches.MostThresholds), Items: huma.SchemaFromType(r, reflect.TypeFor[WatchThreshold]())}
}

// OptItemState is the state of items to list; "" for all.
type OptItemState watches.ItemState

// Schema implements huma.SchemaProvider.
func (OptItemState) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeFor[enumOf[watches.ItemState]]())
}

// check reports thresholds whose period does not fit their comparison, and two that are equal.
func (t Thresholds) check() error {
	var fields []apierror.Field
	seen := map[WatchThreshold]bool{}
	for n, one := range t {
		name := fmt.Sprintf("thresholds[%d]", n)
		switch {
		case one.Op == watches.Grows && one.Within == "":
			fields = append(fields, apierror.Field{Name: name + ".within", In: "body", Reason: "required", Expected: "the period in which it grows"})
		case one.Op != watches.Grows && one.Within != "":
			fields = append(fields, apierror.Field{Name: name + ".within", In: "body", Reason: "conflict", Expected: "no period, except beside grows"})
		case one.Op == watches.Grows && one.Value == 0:
			fields = append(fields, apierror.Field{Name: name + ".value", In: "body", Reason: "range", Expected: "at least 1, of one that grows"})
		case seen[one]:
			fields = append(fields, apierror.Field{Name: name, In: "body", Reason: "conflict", Expected: "each threshold once"})
		}
		seen[one] = true
	}
	if len(fields) > 0 {
		return apierror.InvalidInput(fields...)
	}
	return nil
}

// stored returns the thresholds as a watch stores them.
func (t Thresholds) stored() []watches.Threshold {
	list := make([]watches.Threshold, len(t))
	for n, one := range t {
		list[n] = watches.Threshold{Field: one.Field, Op: one.Op, Value: int64(one.Value), Within: one.Within}
	}
	return list
}
