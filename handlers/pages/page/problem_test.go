package page

import (
	"testing"

	"socialdata/internal/apierror"
)

func TestForbiddenSaysWhoMay(t *testing.T) {
	for want, err := range map[string]*apierror.Error{
		"Only owners can see this":               apierror.New(apierror.CodeForbidden, "requiredRole", "owner"),
		"Support staff only":                     apierror.New(apierror.CodeForbidden, "requiredRole", "support"),
		"This form was sent from another site":   apierror.New(apierror.CodeForbidden, "reason", "origin"),
		"You do not have permission to do this.": apierror.New(apierror.CodeForbidden, "requiredRole", "operator"),
	} {
		t.Run(want, func(t *testing.T) {
			if got, do := forbidden(err); got != want || do == "" {
				t.Errorf("forbidden = %q, %q", got, do)
			}
		})
	}
}
