package shapes

import (
	"cmp"
	"encoding/json"
	"slices"
)

// Difference is a value that is not the same in two shapes; "" where it is not there.
type Difference struct{ Name, Before, After string }

// Differences lists the values of after that are not those of before, by name.
func Differences(before, after *Shapes) []Difference {
	list := []Difference{}
	old, fresh := before.flat(), after.flat()
	for name, value := range fresh {
		if old[name] != value {
			list = append(list, Difference{name, old[name], value})
		}
	}
	for name, value := range old {
		if _, still := fresh[name]; !still {
			list = append(list, Difference{Name: name, Before: value})
		}
	}
	slices.SortFunc(list, func(a, b Difference) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// flat returns every value by its path. A list is one value.
func (s *Shapes) flat() map[string]string {
	var tree map[string]any
	raw, _ := json.Marshal(s) // texts and numbers always encode
	_ = json.Unmarshal(raw, &tree)
	values := map[string]string{}
	flatten(tree, "", values)
	return values
}

func flatten(tree map[string]any, under string, into map[string]string) {
	for name, value := range tree {
		switch v := value.(type) {
		case map[string]any:
			flatten(v, under+name+".", into)
		case string:
			into[under+name] = v
		default:
			raw, _ := json.Marshal(v) // decoded before
			into[under+name] = string(raw)
		}
	}
}
