package sources

import (
	"errors"

	"socialdata/internal/apierror"
)

// Missing returns source_changed for what the contract of a route requires and an answer lacks.
func Missing(names ...string) *apierror.Error {
	return apierror.New(apierror.CodeSourceChanged, "missing", names)
}

// Degraded returns route_degraded for a refusal that says nothing about the content; why is its cause.
func Degraded(why string) *apierror.Error {
	return apierror.Wrap(errors.New(why), apierror.CodeRouteDegraded)
}
