package jobs

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"socialdata/internal/apierror"
)

// redactedCause returns the text of a failure for logs and support: its code with the details of this occurrence, then the
// original message. It is never empty, and every address in it is reduced to its host.
func redactedCause(f *apierror.Error) string {
	said := []string{string(f.Code)}
	for _, name := range slices.Sorted(maps.Keys(f.Details)) {
		if name != "platform" { // the import has it
			said = append(said, fmt.Sprintf("%s=%v", name, f.Details[name]))
		}
	}
	if f.Cause != nil {
		said[len(said)-1] += ":"
		said = append(said, f.Cause.Error())
	}
	return apierror.Redact(fmt.Errorf("%s", strings.Join(said, " ")))
}
