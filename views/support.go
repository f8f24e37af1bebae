package views

import (
	"cmp"
	"strconv"
	"strings"
)

// markWord returns the label of the link for marking a group.
func markWord(g FailureGroup) string {
	if g.Note == "" {
		return "Mark as known"
	}
	return "Change"
}

func noFailures(v Failures) string {
	if v.Filtered {
		return "No import failed like this in " + v.Span + ". Choose a longer window, or show all."
	}
	if len(v.Known) > 0 {
		return "Nothing new failed in " + v.Span + "."
	}
	return "No import failed in " + v.Span + "."
}

// Bars of a trend are 6 wide with gaps of 2. The highest is 22.
const (
	trendStep = 8
	trendHigh = 22
	trendBase = 24
)

func trendWidth(parts []int64) string { return strconv.Itoa(len(parts) * trendStep) }

func trendBox(parts []int64) string {
	return "0 0 " + trendWidth(parts) + " " + strconv.Itoa(trendBase)
}

func trendX(i int) string { return strconv.Itoa(i * trendStep) }

// trendBar returns the height of a bar. Every non-zero count is visible, and zero is a line.
func trendBar(n int64, parts []int64) int64 {
	highest := int64(1)
	for _, p := range parts {
		highest = max(highest, p)
	}
	if n == 0 {
		return 1
	}
	return max(3, trendHigh*n/highest)
}

func trendHeight(n int64, parts []int64) string { return strconv.FormatInt(trendBar(n, parts), 10) }

func trendY(n int64, parts []int64) string {
	return strconv.FormatInt(trendBase-trendBar(n, parts), 10)
}

func trendWords(parts []int64) string {
	words := make([]string, 0, len(parts))
	for _, p := range parts {
		words = append(words, Number(p))
	}
	return "From the oldest part to the newest: " + strings.Join(words, ", ")
}

// shortID returns the end of an id, which tells it apart from others of its time. Other words stay as they are.
func shortID(id string) string {
	if parts := strings.Split(id, "-"); len(id) == 36 && len(parts) == 5 {
		return "…" + parts[4]
	}
	return id
}

// idLabel names something without a title by what it is and the end of its id.
func idLabel(kind, id string) string { return strings.TrimSpace(kind + " " + shortID(id)) }

// fieldDayWords says what the bars of a field show.
func fieldDayWords(days []FieldDay) string {
	words := make([]string, 0, len(days))
	for _, d := range days {
		words = append(words, cmp.Or(d.Share, "no answers"))
	}
	return "By day, from the oldest: " + strings.Join(words, ", ")
}

// join joins words with commas.
func join(words []string) string { return strings.Join(words, ", ") }

// plain formats a number without thousands separators, such as a process id.
func plain(n int64) string { return strconv.FormatInt(n, 10) }
