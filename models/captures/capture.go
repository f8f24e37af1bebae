// Package captures stores posts that members' browsers handed over, and what they upload of their media. A capture is its
// workspace's alone: no lookup, list or history reads it, and an import may keep it as a reference. It may import models/db,
// models/billing, models/imports, internal/content and internal/apierror only.
package captures

import (
	"context"
	"encoding/json"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/imports"
)

// KeptFor is how long a capture is stored. What an import kept of it stays with its reference.
const KeptFor = 30 * 24 * time.Hour

// Capture is a post as a person's browser received it.
type Capture struct {
	ID          string `gorm:"primaryKey"`
	WorkspaceID string
	Platform    content.Platform
	Subject     string // natural id of the post
	Account     string // natural id of its author; "" if unknown
	PageURL     string // canonical
	RouteID     string
	Version     string
	Item        []byte // content.Item as JSON, with the comments of the page
	Incomplete  bool
	Files       []byte // addresses of its media as JSON, which the models do not read
	CapturedAt  int64  // by the browser's clock
	CapturedBy  string // user; "" for none
	KeyID       string // "" for a session
	CreatedAt   int64  `gorm:"autoCreateTime:false"`
}

// post is what the column of the item holds.
type post struct {
	*content.Item
	Comments []content.Comment `json:"comments,omitempty"`
}

// Post returns what was read of the post.
func (c *Capture) Post() (*content.Item, error) {
	read, err := c.post()
	return read.Item, err
}

// PageComments returns the comments that were read beside the post.
func (c *Capture) PageComments() ([]content.Comment, error) {
	read, err := c.post()
	return read.Comments, err
}

func (c *Capture) post() (post, error) {
	read := post{Item: &content.Item{Incomplete: c.Incomplete}, Comments: []content.Comment{}}
	return read, json.Unmarshal(c.Item, &read)
}

// Keep sets what was read of the post. files is the JSON of the addresses of its media.
func (c *Capture) Keep(item *content.Item, comments []content.Comment, files []byte) (err error) {
	c.Subject, c.Platform, c.Incomplete, c.Files = item.ID, item.Platform, item.Incomplete, files
	if item.Author != nil {
		c.Account = item.Author.ID
	}
	c.Item, err = json.Marshal(post{item, comments})
	return err
}

// Store reads and writes captures. It is safe for concurrent use.
type Store struct {
	*db.DB
	prices billing.Prices
}

// New returns the store on an open database.
func New(d *db.DB, prices billing.Prices) *Store { return &Store{d, prices} }

// Rows lists the row structs of this package. A test compares them with the migrated schema.
func Rows() []any { return []any{Capture{}, Piece{}} }

// Create stores a capture and, unless n is nil, an import of it, in one transaction, so that no import lacks its capture. It
// returns the import's id, "" for none. If the balance, or the budget of the key, is below the import's price, it returns
// insufficient_credits.
func (s *Store) Create(ctx context.Context, c *Capture, n *imports.NewImport) (importID string, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		c.ID, c.CreatedAt = db.NewID(), s.NowMicros()
		if n == nil {
			return tx.Create(c).Error
		}
		w, err := billing.Lock(tx, c.WorkspaceID)
		if err != nil {
			return err
		}
		if err := tx.Create(c).Error; err != nil {
			return err
		}
		i := n.Import()
		i.CaptureID = c.ID
		err = imports.Insert(tx, s.prices, w, &i)
		importID = i.ID
		return err
	})
	return importID, err
}

// Find returns one capture of a workspace.
func (s *Store) Find(ctx context.Context, workspaceID, id string) (*Capture, error) {
	return db.Find[Capture](s.Read(ctx).Where("workspace_id = ? AND id = ?", workspaceID, id), "capture")
}
