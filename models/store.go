// Package models is the database, PostgreSQL or SQLite with the same behaviour. Each package below it holds the rows,
// queries and transactions of one concern, on top of models/db. Package models joins them to one Store, and reads across
// all of them (gauges, housekeeping). It may import the packages below it, internal/apierror and internal/content only.
// *gorm.DB never leaves these packages: callers hold a *Store, whose methods return catalogue errors.
package models

import (
	"cmp"
	"context"

	"socialdata/models/accounts"
	"socialdata/models/acts"
	"socialdata/models/alerts"
	"socialdata/models/billing"
	"socialdata/models/boards"
	"socialdata/models/captures"
	"socialdata/models/changes"
	"socialdata/models/db"
	"socialdata/models/digests"
	"socialdata/models/erasures"
	"socialdata/models/events"
	"socialdata/models/exports"
	"socialdata/models/history"
	"socialdata/models/idempotency"
	"socialdata/models/imports"
	"socialdata/models/links"
	"socialdata/models/observations"
	"socialdata/models/references"
	"socialdata/models/requests"
	"socialdata/models/reruns"
	"socialdata/models/rollouts"
	"socialdata/models/routehealth"
	"socialdata/models/shares"
	"socialdata/models/support"
	"socialdata/models/usage"
	"socialdata/models/watches"
	"socialdata/models/work"
)

// Store has a field for each package below models, so that a call names its subject: store.Events.Claim. Methods of the
// database itself, such as Now, are promoted. It is safe for concurrent use.
type Store struct {
	*db.DB
	Accounts     *accounts.Store
	Acts         *acts.Store
	Alerts       *alerts.Store
	Billing      *billing.Store
	Boards       *boards.Store
	Captures     *captures.Store
	Observations *observations.Store
	History      *history.Store
	Erasures     *erasures.Store
	Events       *events.Store
	Exports      *exports.Store
	Idempotency  *idempotency.Store
	Imports      *imports.Store
	Links        *links.Store
	References   *references.Store
	Requests     *requests.Store
	Reruns       *reruns.Store
	Changes      *changes.Store
	Digests      *digests.Store
	Usage        *usage.Store
	Rollouts     *rollouts.Store
	RouteHealth  *routehealth.Store
	Shares       *shares.Store
	Support      *support.Store
	Watches      *watches.Store
	Work         *work.Store

	keep KeepDays
}

// Options configure the database and the prices.
type Options struct {
	db.Options
	Prices  *billing.Prices       // nil: billing.StandardPrices
	Cost    accounts.PasswordCost // zero: accounts.StandardCost
	Watches int                   // maximum per workspace; 0: watches.DefaultMost
	Exports *int                  // maximum of scheduled exports per workspace, 0 for none; nil: exports.DefaultMost
	Keep    *KeepDays             // nil: StandardKeepDays
}

// Open connects and does not migrate. A database that does not answer is an error here and storage_unavailable later.
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
	most := exports.DefaultMost
	if o.Exports != nil {
		most = *o.Exports
	}
	saved, imported, happened := references.New(d), imports.New(d, prices), events.NewStore(d)
	return &Store{
		keep:         keep,
		DB:           d,
		Accounts:     accounts.New(d, cmp.Or(o.Cost, accounts.StandardCost())),
		Acts:         acts.New(d),
		Alerts:       alerts.New(d),
		Billing:      billing.New(d, prices),
		Boards:       boards.New(d),
		Changes:      changes.New(d, saved, imported),
		Digests:      digests.New(d),
		Captures:     captures.New(d, prices),
		Observations: observations.New(d),
		History:      history.New(d),
		Erasures:     erasures.New(d),
		Events:       happened,
		Exports:      exports.New(d, happened, most),
		Idempotency:  idempotency.New(d),
		Imports:      imported,
		Links:        links.New(d),
		References:   saved,
		Requests:     requests.New(d),
		Reruns:       reruns.New(d, prices),
		Usage:        usage.New(d),
		Rollouts:     rollouts.New(d),
		RouteHealth:  routehealth.New(d),
		Shares:       shares.New(d),
		Support:      support.New(d, prices),
		Watches:      watches.New(d, o.Watches),
		Work:         work.New(d),
	}, nil
}

// Close ends every connection.
func (s *Store) Close() error { return s.Observations.Close() }
