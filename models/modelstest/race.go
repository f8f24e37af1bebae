//go:build race

package modelstest

import "os"

// skipSQLite reports whether Each runs on PostgreSQL alone: the race detector slows the embedded database, which is Go code,
// twenty times, and looks for races of the code around it. RACE_DATABASES=both runs both.
func skipSQLite() bool { return os.Getenv("RACE_DATABASES") != "both" }
