package accounts

import (
	"time"
	_ "time/tzdata" // for machines without time zone data

	"socialdata/internal/apierror"
)

// LoadZone returns a time zone by its IANA name, such as Europe/Berlin; "Local" and anything else is invalid_input.
func LoadZone(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		return nil, apierror.InvalidInput(apierror.Field{Name: "zone", In: "body", Reason: "format", Expected: "an IANA name such as Europe/Berlin"})
	}
	return zone, nil
}
