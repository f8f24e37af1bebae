// Package views contains the templates of the pages and their data: plain values that are ready to be shown. It may
// import internal/content and static only. It reads nothing and makes no decisions.
package views

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Frame holds what surrounds every page.
type Frame struct {
	Title      string
	Place      string       // name of the current navigation entry; "" for none
	Theme      string       // "light", "dark", or "" for the system's
	Flash      string       // a sentence about the previous action; "" for none
	FlashNot   bool         // whether Flash says why nothing was done
	Undo       *Undo        // takes that action back; nil for none
	Onward     Choice       // leads to what the action was done to; the zero value for none
	Pending    []ChangeNote // what is about to be done and can be taken back
	Person     *Person
	Workspace  *Workspace // workspace of the page; nil for none
	Workspaces []Workspace
	Now        string   // current time of the server, RFC 3339
	Here       string   // address for loading the page again
	Referrer   string   // "same-origin" if the header must say no-referrer and the page contains a form
	Closed     []string // navigation entries that the person may not open
	Skip       Choice   // leads past what stands before the main part of the page; the zero value for none
	Refresh    int      // seconds until a page that shows progress reloads; 0 means never
}

// Undo is a form that takes the previous action back.
type Undo struct {
	Path   string
	Fields map[string]string
}

// Person is the signed-in person.
type Person struct {
	Name, Email string
	Support     bool
}

// Workspace is a workspace that the person belongs to.
type Workspace struct {
	ID, Name string
	Editor   bool // whether the person may look up and import
	Owner    bool // whether the person may change its name and time zone
}

// At returns the address of a page of the workspace: At("imports") is /w/ID/imports.
func (w Workspace) At(page string) string {
	if page == "" {
		return "/w/" + w.ID
	}
	return "/w/" + w.ID + "/" + page
}

// When is a time, exact and relative. The zero value is an unknown time.
type When struct {
	Exact   string // 21 Nov 2026, 14:02:10 UTC
	Ago     string // 3 min ago, in 2 h
	Machine string // RFC 3339
}

// day returns the day of a time: 21 Nov 2026.
func (w When) day() string {
	day, _, _ := strings.Cut(w.Exact, ",")
	return day
}

// Number formats an integer with thousands separators: 12,481.
func Number(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Credits formats an amount with its unit: 1 credit, 12 credits.
func Credits(n int64) string { return Count(n, "credit") }

// Count formats a number with a noun: 1 import, 2 imports.
func Count[N int | int64](n N, one string) string {
	return Number(int64(n)) + " " + unit(int64(n), one)
}

func unit(n int64, one string) string {
	if n == 1 {
		return one
	}
	return one + "s"
}

// UpperFirst returns words with an upper-case first letter, to begin a sentence with.
func UpperFirst(words string) string {
	first, size := utf8.DecodeRuneInString(words)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + words[size:]
}
