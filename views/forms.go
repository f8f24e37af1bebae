package views

import (
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

// limits returns the attributes for the limits of an input.
func limits(f Field) templ.Attributes {
	a := templ.Attributes{}
	if f.Max > 0 {
		a["maxlength"] = strconv.Itoa(f.Max)
	}
	if f.Example != "" {
		a["placeholder"] = f.Example
	}
	if f.Min > 0 {
		a["minlength"] = strconv.Itoa(f.Min)
	}
	if f.Required {
		a["required"] = true
	}
	if f.List != "" {
		a["list"] = f.List
	}
	if f.Focus {
		a["autofocus"] = true
	}
	if f.Mode != "" {
		a["inputmode"] = f.Mode
	}
	switch f.Type {
	case "", "text", "search":
		a["dir"] = "auto"
	}
	if f.Mono {
		a["class"] = "id"
		a["spellcheck"] = "false"
	}
	return a
}

// described returns the attributes that connect an input to its unit, its hint and its problem.
func described(f Field) templ.Attributes {
	a, by := templ.Attributes{}, ""
	if f.Unit != "" {
		by = f.Name + "-unit"
	}
	if f.Hint != "" {
		by += " " + f.Name + "-hint"
	}
	if f.Problem != "" {
		a["aria-invalid"] = "true"
		by += " " + f.Name + "-problem"
	}
	if by = strings.TrimSpace(by); by != "" {
		a["aria-describedby"] = by
	}
	return a
}

// optional returns the field as one that may be left empty.
func optional(f Field) Field {
	f.Required = false
	return f
}

// unknownChoice says which value was asked for without being a choice; "" if there is none.
func unknownChoice(options []Option) string {
	for _, o := range options {
		if o.Unknown {
			return "“" + o.Word + "” is not one of the choices."
		}
	}
	return ""
}
