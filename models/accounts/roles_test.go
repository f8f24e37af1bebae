package accounts

import "testing"

func TestRolesIncludeThoseBefore(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		has, needed Role
		want        bool
	}{
		"a member is a member":                            {Member, Member, true},
		"a member is no editor":                           {Member, Editor, false},
		"an editor is a member":                           {Editor, Member, true},
		"an editor is an editor":                          {Editor, Editor, true},
		"an editor is no owner":                           {Editor, Owner, false},
		"an owner is an editor":                           {Owner, Editor, true},
		"an owner is an owner":                            {Owner, Owner, true},
		"nobody is no member":                             {"", Member, false},
		"an unknown role is a nobody":                     {"king", Member, false},
		"nothing includes what is no role of a workspace": {Owner, "operator", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := tt.has.Includes(tt.needed); got != tt.want {
				t.Errorf("Includes = %t", got)
			}
		})
	}
}
