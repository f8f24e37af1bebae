package views_test

import (
	"github.com/a-h/templ"

	"socialdata/views"
)

// exportStates are the pages of scheduled exports.
func exportStates() map[string]templ.Component {
	form := views.ExportForm{Kinds: []views.Option{{Value: "references", Word: "References"}}, Formats: []views.Option{{Value: "csv", Word: "CSV"}},
		Schedules: []views.Option{{Value: "daily", Word: "Every day"}}, Prefix: views.Field{Name: "prefix", Label: "Folder", Hint: "Below that of the workspace.", Mono: true}}
	wrong := form
	wrong.Open, wrong.Prefix.Problem = true, "Use names of letters, digits, - _ and ., joined by /."
	row := views.ExportRow{What: "References", Href: "/w/w1/exports/e1", Format: "Parquet", Schedule: "every hour", Prefix: long, State: views.State{Tone: "good", Word: "Complete"}, Last: past, Next: soon, RunAction: "/w/w1/exports/e1/run"}
	fresh := views.ExportRow{What: "Ledger", Href: "/w/w1/exports/e2", Format: "CSV", Schedule: "every hour", State: views.State{Tone: "calm", Word: "None yet"}, Starts: true}
	when := views.Field{Name: "schedule", Label: "When"}
	refused := when
	refused.Problem = "Choose one of these."
	return map[string]templ.Component{
		"exports":       views.ExportsPage(inside("Exports", "exports"), views.Exports{Form: form, Moving: true, Rows: []views.ExportRow{row, fresh}, Older: "/w/w1/exports?cursor=c"}),
		"exports-empty": views.ExportsPage(inside("Exports", "exports"), views.Exports{Form: wrong, Refusal: "Delete one first.", Bucket: "lake", Below: "exports/w1/"}),
		"export": views.ExportPage(inside("Export", "exports"), views.Export{ExportRow: row, Contains: "all of it, each time", Made: past, When: when, Schedules: form.Schedules, DeleteHref: "/w/w1/exports/e1/delete", Runs: []views.ExportRunRow{
			{State: views.State{Tone: "busy", Word: "Running"}, AsOf: past, Rows: 1000, Files: 1, Size: "64.0 MB", Trouble: "Storage is temporarily unavailable."},
			{State: views.State{Tone: "good", Word: "Complete"}, AsOf: past, Ended: past, Rows: 12481, Files: 2, Size: "1.2 MB", More: 3, Open: true, Stored: []views.ExportFile{
				{Word: "Part 1", Says: "12,481 rows, 1.2 MB", Href: "/w/w1/exports/e1/runs/r1/part-00001-a.csv"}, {Word: "Manifest", Says: "lists the files", Href: "/w/w1/exports/e1/runs/r1/manifest.json"}}},
			{State: views.State{Tone: "good", Word: "Complete"}, AsOf: past, Ended: past, Rows: 7, Files: 1, Size: "1.2 kB", Only: &views.ExportFile{Says: "7 rows, 1.2 kB", Href: "/w/w1/exports/e1/runs/r2/part-00001-a.csv"},
				Stored: []views.ExportFile{{Word: "Manifest", Says: "lists the files", Href: "/w/w1/exports/e1/runs/r2/manifest.json"}}},
			{State: views.State{Tone: "good", Word: "Complete"}, AsOf: past, Ended: past, Rows: 0, Size: "0 B", Bucket: "lake", Below: "exports/w1/" + long + "/", Stored: []views.ExportFile{{Word: "Manifest", Name: "manifest.json", Says: "lists the files"}}}}}),
		"export-fresh": views.ExportPage(inside("Export", "exports"), views.Export{ExportRow: fresh, Contains: "what is new since the last run", Made: past, When: refused, Schedules: form.Schedules, DeleteHref: "/w/w1/exports/e2/delete"}),
	}
}
