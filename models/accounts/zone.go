package accounts

import (
	"time"
	_ "time/tzdata" // machines without a database of zones know them, too

	"socialdata/internal/apierror"
)

// LoadZone returns a zone by its IANA name, such as Europe/Berlin; anything else, and the machine's own, is invalid_input.
func LoadZone(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		return nil, apierror.InvalidInput(apierror.Field{Name: "zone", In: "body", Reason: "format", Expected: "an IANA name such as Europe/Berlin"})
	}
	return zone, nil
}
