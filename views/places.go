package views

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

// place is one word of the rail.
type place struct {
	name, word, path string
	rest             bool // behind More on a phone
}

// places are the words of a workspace, in the order of what an owner comes for.
var places = []place{
	{"overview", "Overview", "", false},
	{"try", "Try it", "try", false},
	{"imports", "Imports", "imports", false},
	{"references", "References", "references", false},
	{"boards", "Boards", "boards", true},
	{"watches", "Watches", "watches", true},
	{"keys", "Keys", "keys", true},
	{"webhooks", "Webhooks", "webhooks", true},
	{"requests", "Requests", "requests", true},
	{"credits", "Credits", "credits", true},
	{"members", "Members", "members", true},
}

// supportPlaces are the words of support staff, below /support.
var supportPlaces = []place{
	{name: "support-failures", word: "Failures", path: ""},
	{name: "support-workspaces", word: "Workspaces", path: "/workspaces"},
	{name: "support-routes", word: "Routes", path: "/routes"},
	{name: "support-queues", word: "Queues", path: "/queues"},
	{name: "support-audit", word: "Audit", path: "/audit"},
}

// themes are the choices of colours.
var themes = []struct{ value, word string }{{"", "System"}, {"light", "Light"}, {"dark", "Dark"}}

// WorkspacePlaces yields the name of each place of a workspace and its path, below the path of the workspace.
func WorkspacePlaces(workspace string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, p := range places {
			if !yield(p.name, strings.TrimSuffix(workspace+"/"+p.path, "/")) {
				return
			}
		}
	}
}

// openPlaces are the places of a workspace that the person may open.
func openPlaces(f Frame) []place {
	return slices.DeleteFunc(slices.Clone(places), func(p place) bool { return slices.Contains(f.Closed, p.name) })
}

// OpenPlace is a place of the rail by its name, its word and its path below the workspace's.
type OpenPlace struct{ Name, Word, Path string }

// OpenPlaces are the places of a workspace but for those that are closed to the person.
func OpenPlaces(closed []string) []OpenPlace {
	list := []OpenPlace{}
	for _, p := range openPlaces(Frame{Closed: closed}) {
		list = append(list, OpenPlace{p.name, p.word, p.path})
	}
	return list
}

// goKeys are the letters that lead to a place after g.
var goKeys = map[string]string{"overview": "o", "try": "t", "imports": "i", "references": "r", "watches": "a", "requests": "q", "keys": "k", "webhooks": "w", "credits": "c", "members": "m"}

func isRest(name string) bool {
	for _, p := range places {
		if p.name == name {
			return p.rest
		}
	}
	return false
}

// current is the aria-current of a link to a place.
func current(f Frame, name string) string { return page(f.Place == name) }

// page is the aria-current of a link to what may be on.
func page(on bool) string {
	if on {
		return "page"
	}
	return "false"
}

func truth(b bool) string { return strconv.FormatBool(b) }
