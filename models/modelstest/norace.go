//go:build !race

package modelstest

// skipSQLite reports whether Each runs on PostgreSQL alone.
func skipSQLite() bool { return false }
