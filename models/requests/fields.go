package requests

import (
	"regexp"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// Bounds of what a line says about refused fields. Further fields are left out.
const (
	MostFields    = 10
	maxFieldBytes = 1000 // as JSON
)

// plainName matches names that are stored as a client sent them. Others, which may hold a link or a secret, are not stored.
var plainName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.\[\]-]{0,39}$`)

// unnamed replaces a name that is not stored.
const unnamed = "?"

// Refuse stores which fields of the request were refused and why, but none of their values.
func (r *Request) Refuse(fields []apierror.Field) {
	r.Fields = ""
	kept := []apierror.Field{}
	for _, f := range fields[:min(len(fields), MostFields)] {
		if !plainName.MatchString(f.Name) {
			f.Name = unnamed
		}
		if f.In == "header" {
			f.Expected = "" // may repeat a part of the value
		}
		f.Expected = strings.ToValidUTF8(f.Expected, "")
		kept = append(kept, f)
		text := db.JSON(kept)
		if len(text) > maxFieldBytes {
			return
		}
		r.Fields = text
	}
}

// Refused returns which fields were refused; nil for none.
func (r *Request) Refused() []apierror.Field { return db.FromJSON[[]apierror.Field](r.Fields) }
