package scan

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"
)

func TestOpen_Member(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ object, want string }{
		"first":             {`{"k":{"v":1},"z":2}`, "1"},
		"later":             {`{"a":[{"k":{"v":9}}],"k":{"v":2}}`, "2"},
		"blanks":            {" {\n \"k\" : {\"v\":3}}", "3"},
		"cut behind it":     {`{"k":{"v":4},"z":`, "4"},
		"no object":         {`{"k":5}`, ""},
		"inside another":    {`{"a":{"k":{"v":6}}}`, ""},
		"absent":            {`{}`, ""},
		"not an object":     {`"k"`, ""},
		"nothing":           {``, ""},
		"an array":          {`[{"k":{"v":7}}]`, ""},
		"text with the key": {`{"a":"\"k\":{\"v\":8}"}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := openAt(c.object).Member("k").Get("v").Raw; got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestOpen_SoleMember(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ object, name, value string }{
		"object": {`{"videoRenderer":{"v":1}}`, "videoRenderer", "1"},
		"array":  {`{"list":[{"v":2}]}`, "list", ""},
		"number": {`{"n":3}`, "n", ""},
		"empty":  {`{}`, "", ""},
		"cut":    {`{"vid`, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			name, value := openAt(c.object).SoleMember()
			if diff := cmp.Diff([]string{c.name, c.value}, []string{name, value.Get("v").Raw}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestOpen_Each(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		array string
		stop  int // after so many elements; 0: never
		want  []string
		rest  string
	}{
		"all":          {`[1, {"a":[2]} ,"3"] , "z"`, 0, []string{"1", `{"a":[2]}`, `"3"`}, `] , "z"`},
		"until a stop": {`[1,2,3]`, 2, []string{"1", "2"}, `,3]`},
		"empty":        {`[ ]x`, 0, nil, `]x`},
		"an object":    {`{"a":1}`, 0, nil, `{"a":1}`},
		"cut":          {`[1,2`, 0, []string{"1", "2"}, ``},
		"nothing":      {``, 0, nil, ``},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			rest := openAt(c.array).Each(func(v gjson.Result) bool {
				got = append(got, v.Raw)
				return len(got) != c.stop
			})
			if diff := cmp.Diff(c.want, got); diff != "" || rest != c.rest {
				t.Errorf("(-want +got):\n%s\nrest %q, want %q", diff, rest, c.rest)
			}
		})
	}
}
