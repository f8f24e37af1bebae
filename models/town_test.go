package models_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"gorm.io/gorm/schema"

	"socialdata/models"
	"socialdata/models/modelstest"
)

// tenant is what one workspace has: a row in every table, in which every text names it.
type tenant struct{ name string }

// id is the key of its row in a table.
func (w tenant) id(table string) string { return w.name + "-" + table }

// names are the columns that name a row of another table.
var names = map[string]string{"workspace_id": "workspaces", "tenant": "workspaces", "user_id": "users", "import_id": "imports", "reference_id": "saved_references", "watch_id": "watches",
	"webhook_id": "webhooks", "board_id": "boards", "rerun_id": "reruns", "mending_id": "mendings", "event_id": "events", "invite_id": "invites", "root": "root", "content_id": "contents", "erasure_id": "erasures", "capture_id": "captures", "grant_id": "api_keys", "export_id": "exports"}

// values are those that the schema or the code does not take any text for.
var values = map[string]any{"imports.state": "failed", "media.state": "ready", "jobs.kind": "watches", "workspaces.balance": 0, "workspaces.granted": 1, "workspaces.spent": 1, "workspaces.closed_at": nil,
	"rollup_watermarks.tally": "imports", "erasures.erased_at": 1, "erasures.counts": "{}", "media.blob_key": "%/blob", "invites.email": "%@example.com", "shares.board_id": nil, "oauth_grants.id": "%-api_keys"}

// move makes the rows of a tenant in every table, whatever columns it has.
func (w tenant) move(t *testing.T, s *models.Store) {
	t.Helper()
	first := []string{"users", "workspaces", "contents", "imports", "saved_references", "events", "webhooks", "watches", "boards", "reruns", "mendings", "erasures", "api_keys", "oauth_grants", "exports"}
	all := map[string]*schema.Schema{}
	for _, row := range rows() {
		parsed, err := schema.Parse(row, &sync.Map{}, schema.NamingStrategy{})
		modelstest.Must(t, err)
		if parsed.Table != "settings" {
			all[parsed.Table] = parsed
		}
	}
	for _, table := range slices.Concat(first, slices.Sorted(maps.Keys(all))) {
		if parsed := all[table]; parsed != nil {
			modelstest.Must(t, s.Write(t.Context()).Table(table).Create(w.row(parsed, s.Postgres)).Error)
			delete(all, table)
		}
	}
}

// row is the values of a row.
func (w tenant) row(parsed *schema.Schema, postgres bool) map[string]any {
	row := map[string]any{}
	for _, f := range parsed.Fields {
		if f.DBName == "" || f.IgnoreMigration {
			continue
		}
		set, special := values[parsed.Table+"."+f.DBName]
		text, isText := set.(string)
		kind := f.FieldType
		if kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		of, isName := names[f.DBName]
		switch {
		case isText:
			row[f.DBName] = strings.ReplaceAll(text, "%", w.name)
		case special:
			row[f.DBName] = set
		case f.DBName == "id" && kind.Kind() == reflect.String:
			row[f.DBName] = w.id(parsed.Table)
		case isName:
			row[f.DBName] = w.id(of)
		case parsed.Table == "reference_words" && postgres && (f.DBName == "written" || f.DBName == "said"):
			row[f.DBName] = "{" + w.name + "}"
		case parsed.Table == "reference_words" && f.DBName == "id":
		case kind.Kind() == reflect.Int64, kind.Kind() == reflect.Int:
			row[f.DBName] = 1
		case kind.Kind() == reflect.Bool:
			row[f.DBName] = false
		case kind.Kind() == reflect.Slice && kind.Elem().Kind() == reflect.Uint8:
			row[f.DBName] = []byte(w.name)
		default:
			row[f.DBName] = w.name + ":" + f.DBName
		}
	}
	return row
}

// dump is every row of every table as a text, by table.
func dump(t *testing.T, s *models.Store) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, table := range tables(t, s) {
		var list []map[string]any
		modelstest.Must(t, s.Read(t.Context()).Table(table).Find(&list).Error)
		for _, row := range list {
			for name, value := range row {
				if raw, is := value.([]byte); is {
					row[name] = string(raw)
				}
			}
			all[table] = append(all[table], fmt.Sprint(row))
		}
		slices.Sort(all[table])
	}
	return all
}

// of narrows a dump to rows that hold a text.
func of(all map[string][]string, text string) map[string][]string {
	some := map[string][]string{}
	for table, list := range all {
		for _, row := range list {
			if strings.Contains(row, text) {
				some[table] = append(some[table], row)
			}
		}
	}
	return some
}
