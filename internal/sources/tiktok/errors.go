package tiktok

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// gone is the status of an item that is not shown. The reason is in a separate member, which is often empty.
const gone = 10204

// statusError returns the error for a status; nil if the item exists. A gone item without a clear reason is left to
// explainGone, which can check further, because the platform also says "gone" to visitors that it distrusts.
func statusError(status int64, reason string) error {
	cause := fmt.Errorf("status %d %s", status, reason)
	switch status {
	case 0:
		return nil
	case gone:
		if code := reasonCode(reason); code != "" {
			return apierror.Wrap(cause, code)
		}
		return apierror.Wrap(errors.Join(errGone, cause), apierror.CodeNotFound, "resource", "item")
	case 10215, 10216, 10222: // for friends, for the owner, the account is private
		return apierror.Wrap(cause, apierror.CodeUnavailablePrivate)
	case 10217, 10223: // deleted; the account was banned
		return apierror.Wrap(cause, apierror.CodeUnavailableRemoved)
	case 10202, 10221:
		return apierror.Wrap(cause, apierror.CodeNotFound, "resource", "account")
	case 10231: // withheld in the region of the request
		return apierror.Wrap(cause, apierror.CodeUnavailableRestricted)
	case 10201: // the platform rejects our request: its parameters have changed
		return apierror.Wrap(cause, apierror.CodeSourceChanged, "missing", []string{"current request parameters (status 10201)"})
	case 5, 2483, 10000, 10101: // a refusal, a sign-in, bot checks
		return apierror.Wrap(cause, apierror.CodeRouteDegraded)
	}
	return apierror.Wrap(cause, apierror.CodeSourceChanged, "missing", []string{"statusCode 0"})
}

// errGone is the cause for a status 10204 without a reason.
var errGone = errors.New("called gone without a reason")

func isGone(err error) bool { return errors.Is(err, errGone) }

// reasonCode reads the reason of a gone item, "item_privacy_authorization&status_deleted"; "" if it is unclear.
func reasonCode(reason string) apierror.Code {
	switch {
	case strings.Contains(reason, "status_deleted"):
		return apierror.CodeUnavailableRemoved
	case scan.HasAny(reason, "author_status", "reviewing", "audit", "cross_border", "geo_filter", "region", "age_gate"):
		return apierror.CodeUnavailableRestricted
	case scan.HasAny(reason, "privacy", "self_see", "friend_see", "author_secret", "private"):
		return apierror.CodeUnavailablePrivate
	}
	return ""
}

// shortPage is the size below which a page without its state is a bot check or a block: complete pages are ten times as large.
const shortPage = 20 << 10

// blockedOrChanged returns the error for a page without its state: route_degraded for a block, source_changed for a
// complete page in another format.
func blockedOrChanged(a *sources.Answer, missing string) error {
	_, path, _ := strings.Cut(strings.TrimPrefix(a.URL, "https://"), "/")
	switch {
	case len(bytes.TrimSpace(a.Body)) == 0:
		return sources.Degraded("empty answer")
	case strings.HasPrefix(path, "login"), strings.HasSuffix(strings.TrimSuffix(path, "/"), "about"):
		return sources.Degraded("led to /" + path)
	case a.Status == http.StatusForbidden, a.Status == http.StatusUnauthorized:
		return sources.Degraded(http.StatusText(a.Status))
	case wall(a.Body):
		return sources.Degraded("a check for bots")
	case len(a.Body) < shortPage && !bytes.Contains(a.Body, []byte("<script")) && !bytes.Contains(a.Body, []byte("TikTok")):
		return sources.Missing(missing)
	case len(a.Body) < shortPage:
		return sources.Degraded("a short page without state")
	}
	return sources.Missing(missing)
}

func wall(page []byte) bool {
	return scan.HasAny(page, "SlardarWAF", "_wafchallengeid", "captcha", "verify-ele", "Access Denied", "Please wait...")
}
