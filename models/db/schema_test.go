package db_test

import (
	"slices"
	"testing"

	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
)

// TestSchemasAreApart: a store in a schema of its own has its own tables, beside those of the database, and goes with the schema.
func TestSchemasAreApart(t *testing.T) {
	ctx := t.Context()
	url := modelstest.PostgresURL(t)
	open := func(schema string) *models.Store {
		s, err := models.Open(ctx, models.Options{Options: db.Options{URL: url, Schema: schema, Secrets: modelstest.Secrets(), Conns: 2}})
		modelstest.Must(t, err)
		t.Cleanup(func() { _ = s.Close() })
		modelstest.Must(t, s.Migrate(ctx))
		return s
	}
	real := open("")
	apart := open("public_test_1")
	modelstest.Must(t, apart.Migrate(ctx)) // as another process does
	modelstest.Run(t, apart, "INSERT INTO settings (name, value) VALUES ('mark', 'apart')")
	if marked, err := real.Remembered(ctx, "mark"); err != nil || marked != "" {
		t.Errorf("the database has the row of the schema: %q, %v", marked, err)
	}
	if names, err := real.Schemas(ctx, "public_test_"); err != nil || !slices.Equal(names, []string{"public_test_1"}) {
		t.Errorf("schemas %v, %v", names, err)
	}
	if names, err := real.Schemas(ctx, "public%test"); err != nil || len(names) > 0 {
		t.Errorf("a prefix is a pattern: %v, %v", names, err)
	}
	if name, err := real.SchemaName(ctx); err != nil || name != "public" {
		t.Errorf("its own schema %q, %v", name, err)
	}
	modelstest.Must(t, real.DropSchema(ctx, "public_test_1"))
	if names, err := real.Schemas(ctx, "public_test_"); err != nil || len(names) > 0 {
		t.Errorf("left %v, %v", names, err)
	}
	if _, err := real.Remembered(ctx, "mark"); err != nil {
		t.Errorf("the database went with the schema: %v", err)
	}
}
