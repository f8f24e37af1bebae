// Package exports stores which parts of a workspace are written to the operator's store on a schedule, and how far each run is.
// A run has a fixed time that it tells of; it reads rows by key, in pages, and notes each file that is stored, so that another
// worker continues it after a kill. It may import models/db, models/alerts, models/billing, models/events, models/history, models/imports,
// models/references, models/requests, models/work, internal/apierror, internal/content and internal/table only, and writes no file itself.
package exports

import (
	"path"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/table"
	"socialdata/models/db"
	"socialdata/models/events"
)

// Store reads and changes exports. It is safe for concurrent use.
type Store struct {
	*db.DB
	events *events.Store
	most   int64 // maximum per workspace; 0: none are allowed
}

// DefaultMost is how many exports a workspace may have unless the operator configures another number.
const DefaultMost = 20

// RunsKeptFor is how long a run is stored after it began.
const RunsKeptFor = 90 * 24 * time.Hour

// New returns the store on an open database.
func New(d *db.DB, e *events.Store, most int) *Store {
	return &Store{DB: d, events: e, most: int64(most)}
}

// Rows lists the row structs of this package. A test compares them with the migrated schema.
func Rows() []any { return []any{Export{}, Run{}} }

// Export says what of a workspace is written, how, when and where.
type Export struct {
	ID           string `gorm:"primaryKey"`
	WorkspaceID  string
	Kind         Kind
	Format       table.Format
	Schedule     Schedule
	Prefix       string // of its keys, below those of the workspace; "" for none
	NextAsOf     int64  // the least time that the next run tells of
	NextRunAt    int64
	CoveredUntil int64  // where the next run of a log begins; 0 before the first
	LastManifest string // "" before the first
	LastRunID    string // "" before the first
	CreatedAt    int64  `gorm:"autoCreateTime:false"`
}

// RunState is the state of a run.
type RunState string

// The states of a run.
const (
	Running   RunState = "running"
	Succeeded RunState = "succeeded"
	Failed    RunState = "failed"
)

// RunStates lists every RunState once.
func RunStates() []RunState { return []RunState{Running, Succeeded, Failed} }

// Run is one run of an export. If its worker is killed, another worker continues it behind the last file that was noted.
type Run struct {
	ID        string `gorm:"primaryKey"`
	ExportID  string
	State     RunState
	AsOf      int64
	FromAt    int64 // of a log, rows from here on; 0 for all
	UntilAt   int64 // rows before here
	StartedAt int64
	EndedAt   *int64
	RowCount  int64
	Bytes     int64
	FilesJSON string `gorm:"column:files"`
	After     string // position of the last row of the files, JSON; "" before the first
	Complete  bool   // no rows are left: only the manifest is missing
	Previous  string // key of the manifest before; "" for none
	Manifest  string // its key, once it is written; else ""
	Code      apierror.Code
}

// TableName names GORM's table: runs of exports.
func (Run) TableName() string { return "export_runs" }

// File is a stored file of a run.
type File struct {
	Key    string `json:"key"`
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // hexadecimal
}

// Files returns the stored files, in the order of their rows.
func (r *Run) Files() []File { return db.FromJSON[[]File](r.FilesJSON) }

// KeyOf returns the key of the file of a whole run with a name in its folder; "" if it has none.
func (r *Run) KeyOf(name string) string {
	if r.State != Succeeded {
		return ""
	}
	for _, f := range r.Files() {
		if path.Base(f.Key) == name {
			return f.Key
		}
	}
	if name == ManifestName {
		return r.Manifest
	}
	return ""
}

// folderTime is how the time of a run is written in its folder's name: names sort by time.
const folderTime = "20060102T150405Z"

// Folder returns the folder of a run's files, below the keys of the workspace. No two runs have the same.
func (r *Run) Folder(e *Export) string {
	prefix := e.Prefix
	if prefix != "" {
		prefix += "/"
	}
	return prefix + string(e.Kind) + "-" + db.FromMicros(r.AsOf).Format(folderTime) + "-" + r.ID + "/"
}
