package meta

import (
	"errors"
	"fmt"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
)

// OfficialRefusal maps an error of Meta's Graph API: rate limits (1, 2, 4, 17, 32, 613) and an invalid token (10, 190,
// 200) are route_degraded, so that the next route is tried; any other error is source_changed with missing.
func OfficialRefusal(e gjson.Result, missing string) error {
	cause := fmt.Errorf("the API answered code %d, subcode %d", e.Get("code").Int(), e.Get("error_subcode").Int())
	switch e.Get("code").Int() {
	case 1, 2, 4, 17, 32, 613:
		return apierror.Wrap(cause, apierror.CodeRouteDegraded)
	case 10, 190, 200:
		return apierror.Wrap(errors.Join(errors.New("the official API refuses the operator's token"), cause), apierror.CodeRouteDegraded)
	}
	return apierror.Wrap(cause, apierror.CodeSourceChanged, "missing", []string{missing})
}
