// Package views are the pages' templates and what they are given: plain values, ready to be shown. It may import
// internal/content and static only; it reads nothing and decides nothing.
package views

import "strconv"

// Frame holds the parts around every page.
type Frame struct {
	Title      string
	Place      string // which word of the rail is the current one; "" for none
	Theme      string // "light", "dark", or "" for the system's
	Flash      string // one sentence about what was just done; "" for none
	Person     *Person
	Workspace  *Workspace // the one that the page is about; nil where there is none
	Workspaces []Workspace
	Now        string   // RFC 3339, the server's clock
	Here       string   // where the page can be asked for again
	Referrer   string   // "same-origin" where the header must say no-referrer and a form is on the page
	Closed     []string // places of the rail that the person may not open
	Refresh    int      // seconds until a page that shows progress loads again; 0 never
}

// Person is who is signed in.
type Person struct {
	Name, Email string
	Support     bool
}

// Workspace is one that the person is in.
type Workspace struct {
	ID, Name string
	Editor   bool // may look up and import
}

// At is the address of a page of the workspace: At("imports") is /w/ID/imports.
func (w Workspace) At(page string) string {
	if page == "" {
		return "/w/" + w.ID
	}
	return "/w/" + w.ID + "/" + page
}

// When is a time in both ways of saying it. The zero value is a time that is not known.
type When struct {
	Exact   string // 2026-11-21 14:02:10 UTC
	Ago     string // 3 min ago, in 2 h
	Machine string // RFC 3339
}

// Number writes an integer with thousands separated: 12,481.
func Number(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Credits writes an amount with its unit: 1 credit, 12 credits.
func Credits(n int64) string { return Count(n, "credit") }

// Count writes a number with a word: 1 import, 2 imports.
func Count[N int | int64](n N, one string) string {
	return Number(int64(n)) + " " + unit(int64(n), one)
}

func unit(n int64, one string) string {
	if n == 1 {
		return one
	}
	return one + "s"
}
