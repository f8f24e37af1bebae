// Package models is the database, PostgreSQL or SQLite with the same behaviour, in chapters: each a package with the rows,
// queries and transactions of one concern, over models/db. Models itself joins them to one Store and reads over all of
// them (gauges, housekeeping). It may import its chapters, internal/apierror and internal/content only. *gorm.DB never
// leaves models and its chapters: callers hold a *Store, whose methods return errors of the catalogue.
package models

import (
	"cmp"
	"context"

	"socialdata/models/accounts"
	"socialdata/models/alerts"
	"socialdata/models/billing"
	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/models/erasures"
	"socialdata/models/events"
	"socialdata/models/history"
	"socialdata/models/idempotency"
	"socialdata/models/imports"
	"socialdata/models/links"
	"socialdata/models/observations"
	"socialdata/models/references"
	"socialdata/models/requests"
	"socialdata/models/reruns"
	"socialdata/models/routehealth"
	"socialdata/models/shares"
	"socialdata/models/support"
	"socialdata/models/usage"
	"socialdata/models/watches"
	"socialdata/models/work"
)

// Store is the database in its chapters, so that a call says of what: store.Events.Claim. The methods of the database itself, such
// as Now, are its own. It is safe for concurrent use.
type Store struct {
	*db.DB
	Accounts     *accounts.Store
	Alerts       *alerts.Store
	Billing      *billing.Store
	Boards       *boards.Store
	Observations *observations.Store
	History      *history.Store
	Erasures     *erasures.Store
	Events       *events.Store
	Idempotency  *idempotency.Store
	Imports      *imports.Store
	Links        *links.Store
	References   *references.Store
	Requests     *requests.Store
	Reruns       *reruns.Store
	Usage        *usage.Store
	RouteHealth  *routehealth.Store
	Shares       *shares.Store
	Support      *support.Store
	Watches      *watches.Store
	Work         *work.Store

	keep KeepDays
}

// Options say where the database is and what things cost.
type Options struct {
	db.Options
	Prices  *billing.Prices       // nil: billing.StandardPrices
	Cost    accounts.PasswordCost // zero: accounts.StandardCost
	Watches int                   // most of a workspace; 0: watches.DefaultMost
	Keep    *KeepDays             // nil: StandardKeepDays
}

// Open connects; it does not migrate. A database that does not answer is an error here and storage_unavailable later.
func Open(ctx context.Context, o Options) (*Store, error) {
	d, err := db.Open(ctx, o.Options)
	if err != nil {
		return nil, err
	}
	prices := billing.StandardPrices()
	if o.Prices != nil {
		prices = *o.Prices
	}
	keep := StandardKeepDays()
	if o.Keep != nil {
		keep = *o.Keep
	}
	return &Store{
		keep:         keep,
		DB:           d,
		Accounts:     accounts.New(d, cmp.Or(o.Cost, accounts.StandardCost())),
		Alerts:       alerts.New(d),
		Billing:      billing.New(d, prices),
		Boards:       boards.New(d),
		Observations: observations.New(d),
		History:      history.New(d),
		Erasures:     erasures.New(d),
		Events:       events.NewStore(d),
		Idempotency:  idempotency.New(d),
		Imports:      imports.New(d, prices),
		Links:        links.New(d),
		References:   references.New(d),
		Requests:     requests.New(d),
		Reruns:       reruns.New(d, prices),
		Usage:        usage.New(d),
		RouteHealth:  routehealth.New(d),
		Shares:       shares.New(d),
		Support:      support.New(d, prices),
		Watches:      watches.New(d, o.Watches),
		Work:         work.New(d),
	}, nil
}

// Close ends every connection.
func (s *Store) Close() error { return s.Observations.Close() }
