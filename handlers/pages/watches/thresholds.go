package watches

import (
	"fmt"
	"strconv"
	"strings"

	"socialdata/handlers/pages/page"
	"socialdata/models/watches"
	"socialdata/views"
)

// blankThresholds is how many empty rows the form offers beside those that are filled in.
const blankThresholds = 2

// numberWords names the numbers that thresholds compare.
var numberWords = map[watches.Field]string{"views": "Views", "likes": "Likes", "comments": "Comments", "shares": "Shares", "saves": "Saves", "euReach": "Reach in the EU"}

// comparison is a way to compare with its period, which the form offers as one choice.
type comparison string

func comparisonOf(op watches.Op, within watches.Within) comparison {
	return comparison(strings.TrimSpace(string(op) + " " + string(within)))
}

// parts returns what the choice stands for.
func (c comparison) parts() (op, within string) {
	op, within, _ = strings.Cut(string(c), " ")
	return op, within
}

// comparisons lists every comparison once.
func comparisons() (list []comparison) {
	for _, op := range watches.Ops() {
		if op != watches.Grows {
			list = append(list, comparisonOf(op, ""))
			continue
		}
		for _, within := range watches.Withins() {
			list = append(list, comparisonOf(op, within))
		}
	}
	return list
}

var comparisonWords = map[comparison]string{"above": "above", "below": "below", "grows 1d": "grow within a day by", "grows 7d": "grow within 7 days by", "grows 30d": "grow within 30 days by"}

// thresholdNames returns the names of the fields of one row.
func thresholdNames(row int) (field, op, value string) {
	n := strconv.Itoa(row + 1)
	return "threshold-field-" + n, "threshold-op-" + n, "threshold-value-" + n
}

// thresholdBounds maps the rows that are filled in to thresholds, and none to an empty list.
func thresholdBounds(f *page.Form) (list []page.Bound) {
	count := 0
	for row := range watches.MostThresholds {
		field, op, value := thresholdNames(row)
		if f.Given(field, value) == 0 {
			continue
		}
		at := fmt.Sprintf("thresholds[%d].", count)
		how, within := comparison(f.Text(op)).parts()
		list = append(list, page.Bound{Property: at + "field", Field: field, Words: "Choose a number."}, page.Bound{Property: at + "op", Field: op, Given: []string{how}, Words: "Choose one of these."},
			page.Bound{Property: at + "value", Field: value, Given: []string{strings.ReplaceAll(f.Text(value), ",", "")}, Words: "Enter a whole number, at least 1 for one that grows."},
			page.Bound{Property: at + "within", Field: op, Given: []string{within}, Words: "Choose one of these."})
		count++
	}
	if count == 0 {
		return []page.Bound{{Property: "thresholds", Given: []string{}}}
	}
	return list
}

// setThresholds fills the form with the thresholds of a watch.
func setThresholds(f *page.Form, list []watches.Threshold) {
	for row, t := range list {
		field, op, value := thresholdNames(row)
		f.Values.Set(field, string(t.Field))
		f.Values.Set(op, string(comparisonOf(t.Op, t.Within)))
		f.Values.Set(value, strconv.FormatInt(t.Value, 10))
	}
}

// thresholdRows returns the rows of the form: those that are filled in, and some empty ones.
func thresholdRows(f *page.Form) (rows []views.ThresholdRow) {
	blank := 0
	for row := range watches.MostThresholds {
		field, op, value := thresholdNames(row)
		if f.Given(field, value) == 0 {
			if blank++; blank > blankThresholds {
				continue
			}
		}
		r := views.ThresholdRow{Field: views.Field{Name: field, Label: "Number", Problem: f.Problems[field]}, Op: views.Field{Name: op, Label: "Comparison", Problem: f.Problems[op]},
			Value: views.Field{Name: value, Label: "Value", Type: "number", Mode: "numeric", Value: f.Text(value), Problem: f.Problems[value]}}
		r.Fields, _ = page.Options("None", f.Text(field), watches.Fields(), func(n watches.Field) string { return numberWords[n] })
		r.Ops, _ = page.Options("", f.Text(op), comparisons(), func(c comparison) string { return comparisonWords[c] })
		rows = append(rows, r)
	}
	return rows
}

// thresholdWords describes the thresholds of a watch.
func thresholdWords(list []watches.Threshold) []string {
	return page.Map(list, func(t watches.Threshold) string {
		return numberWords[t.Field] + " " + comparisonWords[comparisonOf(t.Op, t.Within)] + " " + views.Number(t.Value)
	})
}
