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
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/history"
	"socialdata/models/idempotency"
	"socialdata/models/imports"
	"socialdata/models/links"
	"socialdata/models/observations"
	"socialdata/models/references"
	"socialdata/models/requests"
	"socialdata/models/routehealth"
	"socialdata/models/support"
	"socialdata/models/usage"
	"socialdata/models/watches"
)

// The names under which Store embeds the chapters.
type (
	accountsStore     = accounts.Store
	alertsStore       = alerts.Store
	billingStore      = billing.Store
	observationsStore = observations.Store
	historyStore      = history.Store
	eventsStore       = events.Store
	idempotencyStore  = idempotency.Store
	importsStore      = imports.Store
	linksStore        = links.Store
	referencesStore   = references.Store
	requestsStore     = requests.Store
	usageStore        = usage.Store
	routeHealthStore  = routehealth.Store
	supportStore      = support.Store
	watchesStore      = watches.Store
)

// Store is the database with the methods of all its chapters. It is safe for concurrent use.
type Store struct {
	*db.DB
	*accountsStore
	*alertsStore
	*billingStore
	*observationsStore
	*historyStore
	*eventsStore
	*idempotencyStore
	*importsStore
	*linksStore
	*referencesStore
	*requestsStore
	*usageStore
	*routeHealthStore
	*supportStore
	*watchesStore
}

// Options say where the database is and what things cost.
type Options struct {
	db.Options
	Prices  *billing.Prices       // nil: billing.StandardPrices
	Cost    accounts.PasswordCost // zero: accounts.StandardCost
	Watches int                   // most of a workspace; 0: watches.DefaultMost
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
	return &Store{
		DB:                d,
		accountsStore:     accounts.New(d, cmp.Or(o.Cost, accounts.StandardCost())),
		alertsStore:       alerts.New(d),
		billingStore:      billing.New(d, prices),
		observationsStore: observations.New(d),
		historyStore:      history.New(d),
		eventsStore:       events.NewStore(d),
		idempotencyStore:  idempotency.New(d),
		importsStore:      imports.New(d, prices),
		linksStore:        links.New(d),
		referencesStore:   references.New(d),
		requestsStore:     requests.New(d),
		usageStore:        usage.New(d),
		routeHealthStore:  routehealth.New(d),
		supportStore:      support.New(d, prices),
		watchesStore:      watches.New(d, o.Watches),
	}, nil
}

// RequestLog returns the chapter of the request log, for the goroutine that writes it.
func (s *Store) RequestLog() *requests.Store { return s.requestsStore }

// Close ends every connection.
func (s *Store) Close() error { return s.observationsStore.Close() }
