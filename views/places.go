package views

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

// place is an entry of the navigation.
type place struct {
	name, word, path string
	rest             bool // behind More on a phone
	group            int  // entries of one group stand together
}

// places are the navigation entries of a workspace, ordered by what owners need first.
var places = []place{
	{"overview", "Overview", "", false, 0},
	{"try", "Try it", "try", false, 0},
	{"imports", "Imports", "imports", false, 0},
	{"references", "References", "references", false, 1},
	{"boards", "Boards", "boards", true, 1},
	{"watches", "Watches", "watches", true, 1},
	{"keys", "Keys", "keys", true, 2},
	{"webhooks", "Webhooks", "webhooks", true, 2},
	{"exports", "Exports", "exports", true, 2},
	{"requests", "Requests", "requests", true, 2},
	{"credits", "Credits", "credits", true, 3},
	{"members", "Members", "members", true, 3},
	{"audit", "Audit", "audit", true, 3},
}

// supportPlaces are the navigation entries of support, below /support.
var supportPlaces = []place{
	{name: "support-failures", word: "Failures", path: ""},
	{name: "support-workspaces", word: "Workspaces", path: "/workspaces"},
	{name: "support-routes", word: "Routes", path: "/routes"},
	{name: "support-queues", word: "Queues", path: "/queues"},
	{name: "support-audit", word: "Audit", path: "/audit"},
}

// themes are the themes to choose from.
var themes = []struct{ value, word string }{{"", "System"}, {"light", "Light"}, {"dark", "Dark"}}

// WorkspacePlaces yields the name and the full path of each navigation entry of a workspace.
func WorkspacePlaces(workspace string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, p := range places {
			if !yield(p.name, strings.TrimSuffix(workspace+"/"+p.path, "/")) {
				return
			}
		}
	}
}

// openPlaces returns the navigation entries of a workspace that the person may open.
func openPlaces(f Frame) []place {
	return slices.DeleteFunc(slices.Clone(places), func(p place) bool { return slices.Contains(f.Closed, p.name) })
}

// OpenPlace is a navigation entry: its name, its label and its path below that of the workspace.
type OpenPlace struct{ Name, Word, Path string }

// OpenPlaces returns the navigation entries of a workspace except those closed to the person.
func OpenPlaces(closed []string) []OpenPlace {
	list := []OpenPlace{}
	for _, p := range openPlaces(Frame{Closed: closed}) {
		list = append(list, OpenPlace{p.name, p.word, p.path})
	}
	return list
}

// goKeys maps navigation entries to the key that opens them after g.
var goKeys = map[string]string{"overview": "o", "try": "t", "imports": "i", "references": "r", "boards": "b", "watches": "a", "requests": "q", "keys": "k", "webhooks": "w", "credits": "c", "members": "m", "exports": "e", "audit": "d"}

func isRest(name string) bool {
	return slices.ContainsFunc(places, func(p place) bool { return p.name == name && p.rest })
}

// current returns the aria-current of a link to a navigation entry.
func current(f Frame, name string) string { return page(f.Place == name) }

// page returns the value of aria-current for a link.
func page(on bool) string {
	if on {
		return "page"
	}
	return "false"
}

func truth(b bool) string { return strconv.FormatBool(b) }
