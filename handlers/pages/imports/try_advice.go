package imports

import (
	"socialdata/internal/apierror"
)

// lookupAdvice says what to do about a failed lookup.
func lookupAdvice(code apierror.Code) string {
	if s, ok := lookupAdvices[code]; ok {
		return s
	}
	return apierror.Lookup(code).Advice
}

// lookupAdvices differ from those of imports in their verb, and in what can be chosen.
var lookupAdvices = map[apierror.Code]string{
	apierror.CodeRouteDegraded:         "Look it up again later.",
	apierror.CodeRouteDisabled:         "The status page shows when this source works again.",
	apierror.CodeNetworkTimeout:        "Look it up again. If it keeps failing, check the status page.",
	apierror.CodeNetworkTransport:      "Look it up again. If it keeps failing, check the status page.",
	apierror.CodeSourceChanged:         "We have to adapt to the change first. Support has the details; another lookup will not help yet.",
	apierror.CodeUnavailablePrivate:    "Only its owner can make it public.",
	apierror.CodeUnavailableRestricted: "It requires a sign-in, an age or a region that we do not have.",
	apierror.CodeUnavailableRemoved:    "It cannot be recovered.",
	apierror.CodeNotFound:              "Check the link.",
	apierror.CodeStorageUnavailable:    "Look it up again.",
	apierror.CodeInsufficientCredits:   "Ask the operator for more credits.",
	apierror.CodeInternalError:         "Look it up again. If it fails again, send support the request id.",
}
