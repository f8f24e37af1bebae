package shown

import (
	"socialdata/views"
)

// FactList is a list of facts in the making: what is not known is left out, or said with its reason.
type FactList []views.Fact

// Text adds a text, if there is one.
func (s *FactList) Text(name string, v *string) {
	if v != nil {
		*s = append(*s, views.Fact{Name: name, Value: *v})
	}
}

// Number is a count; missing says why there is none.
func (s *FactList) Number(name string, n *int64, missing string) {
	if n != nil {
		*s = append(*s, views.Fact{Name: name, Value: views.Number(*n)})
	} else {
		*s = append(*s, views.Fact{Name: name, Missing: missing})
	}
}

// Known adds a value, or why it is not known.
func (s *FactList) Known(name string, v bool, value, missing string) {
	if v {
		*s = append(*s, views.Fact{Name: name, Value: value})
	} else {
		*s = append(*s, views.Fact{Name: name, Missing: missing})
	}
}
