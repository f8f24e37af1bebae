package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"socialdata/internal/lookup"
	"socialdata/internal/sources/simulator"
	"socialdata/jobs"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/requests"
	"socialdata/models/support"
)

const (
	day         = 24 * time.Hour
	historyDays = 60
)

// pastClock is the demo's clock, which is set back while history is created.
type pastClock struct{ by atomic.Int64 }

// Now returns the clock's time.
func (c *pastClock) Now() time.Time { return time.Now().Add(-time.Duration(c.by.Load())) }

func (c *pastClock) back(by time.Duration) { c.by.Store(int64(by)) }

// demoHistory creates the demo's past with the product's own code: customers look up and import, imports fail, support
// helps. The result is the same at every first start.
type demoHistory struct {
	*program
	clock     *pastClock
	platforms *simulator.Simulator
	workspace string
	key       accounts.APIKey // of the customer's program
	owner     string          // of the person who signs in
	imported  int             // number of imports so far, made in turns by the person and the program
	used      map[string]int  // number of imported links by platform
	watches   []string        // their ids
}

// newHistory returns a history for p in which nothing is disabled or blocked.
func newHistory(p *program, clock *pastClock, platforms *simulator.Simulator) *demoHistory {
	past := *p
	past.lookup = p.newLookup(nil, nil)
	return &demoHistory{program: &past, clock: clock, platforms: platforms}
}

// make fills a new workspace, the oldest day first.
func (h *demoHistory) make(ctx context.Context, workspace, owner string) error {
	h.workspace, h.owner, h.used = workspace, owner, map[string]int{}
	program, _, err := h.store.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: workspace, Name: "kitchen sync", CreatedBy: owner, Scopes: accounts.Scopes()})
	if err != nil {
		return err
	}
	h.key = *program
	if err := h.people(ctx, owner); err != nil {
		return err
	}
	h.platforms.Sketch(true) // every import keeps a thumbnail
	defer h.platforms.Sketch(false)
	for back := historyDays - 1; back > 0; back-- {
		h.clock.back(time.Duration(back)*day + 3*time.Hour)
		if err := h.usualDay(ctx, back); err != nil {
			return fmt.Errorf("%d days ago: %w", back, err)
		}
		if err := h.watched(ctx, back); err != nil {
			return fmt.Errorf("the watches of %d days ago: %w", back, err)
		}
		if err := h.store.RouteHealth.KeepHours(ctx); err != nil { // as housekeeping would have done that day
			return err
		}
	}
	failed, err := h.troubles(ctx)
	if err != nil {
		return err
	}
	if err := h.help(ctx, failed); err != nil {
		return err
	}
	if err := h.renewShape(ctx); err != nil {
		return err
	}
	if err := h.check(ctx, 90*time.Minute); err != nil {
		return err
	}
	if err := h.use(ctx); err != nil {
		return err
	}
	h.clock.back(0)
	return h.today(ctx)
}

// catchUp repeats what the first start did on the simulated platforms, which begin anew with each start.
func (h *demoHistory) catchUp() {
	for range historyDays - 1 {
		h.platforms.PassDay()
	}
}

// people adds a second member with an invite, and creates a support user.
func (h *demoHistory) people(ctx context.Context, owner string) error {
	_, token, err := h.store.Accounts.CreateInvite(ctx, h.workspace, demoMember, accounts.Member, owner)
	if err != nil {
		return err
	}
	if _, err := h.store.Accounts.AcceptInvite(ctx, token, "Demo Member", demoPassword); err != nil {
		return err
	}
	_, err = h.store.Accounts.CreateUser(ctx, accounts.NewUser{Email: demoSupport, Name: "Demo Support", Password: demoPassword, Support: true})
	return err
}

// useKey returns who spends with the program's key, and notes the use as the server does.
func (h *demoHistory) useKey(ctx context.Context) (billing.Spender, error) {
	return billing.Spender{KeyID: h.key.ID}, accounts.TouchKey(ctx, h.store.DB, &h.key, h.clock.Now())
}

// look looks up an item as a customer's program does, and logs it as the server would.
func (h *demoHistory) look(ctx context.Context, link string) error {
	begun := h.clock.Now()
	by, err := h.useKey(ctx)
	if err != nil {
		return err
	}
	r, err := h.lookup.Answer(ctx, lookup.ItemRequest{Workspace: h.workspace, By: by, URL: link, MaxAge: time.Hour})
	if err != nil {
		return err
	}
	return h.store.Requests.Append(ctx, []requests.Request{{ID: db.NewID(), WorkspaceID: h.workspace, At: h.store.NowMicros(), RequestID: db.NewID(), Method: "GET",
		Operation: "lookupItem", Subject: r.Subject, Status: 200, DurationMs: h.clock.Now().Sub(begun).Milliseconds(), Credits: r.Receipt.Usage.CreditsCharged,
		Cached: r.Cached(), RouteID: r.RouteID(), KeyID: by.KeyID}})
}

// trouble is a period in which a platform answered badly.
type trouble struct {
	back    time.Duration
	sample  int
	failure simulator.Failure
	noticed bool // by the checks of the routes, so that it is an incident
}

// troubles simulates temporary failures and returns the last import that failed.
func (h *demoHistory) troubles(ctx context.Context) (failed string, err error) {
	wait := simulator.Failure{Platform: "photo_site", Status: 429, Body: "Please wait a few minutes before you try again."}
	for _, t := range []trouble{
		{52*day + 5*time.Hour, 2, wait, false},
		{38 * day, 1, simulator.Failure{Platform: "clip_site", Reset: true}, false},
		{26*day + 2*time.Hour, 2, wait, false},
		{17*day + 7*time.Hour, 1, simulator.Failure{Platform: "clip_site", Reset: true}, false},
		{10 * day, 2, wait, true},
		{3*day + 4*time.Hour, 1, simulator.Failure{Platform: "clip_site", Reset: true}, false},
		{2*day + 6*time.Hour, 2, wait, false},
		{21 * time.Hour, 2, wait, false},
		{9 * time.Hour, 2, wait, false},
		{8 * time.Hour, 1, simulator.Failure{Platform: "clip_site", Reset: true}, false},
		{5 * time.Hour, 0, simulator.Failure{Platform: "video_site", Status: 200, Body: "<html><title>A new page</title>" + strings.Repeat("<p>All is different now.</p>", 40) + "</html>"}, false},
		{3 * time.Hour, 2, wait, false},
	} {
		h.clock.back(t.back)
		h.platforms.Fail(t.failure)
		failed, err = h.runImport(ctx, h.platforms.Samples()[t.sample])
		if err == nil && t.noticed {
			err = h.failChecks(ctx, t.back)
		}
		h.platforms.Heal()
		if err == nil && t.noticed {
			err = h.check(ctx, t.back-3*time.Hour) // ends the incident
		}
		if err != nil {
			return "", err
		}
	}
	return failed, nil
}

// failChecks checks the routes twice while a platform fails: one failed check may be chance, two in a row begin an incident.
func (h *demoHistory) failChecks(ctx context.Context, back time.Duration) error {
	return errors.Join(h.check(ctx, back-5*time.Minute), h.check(ctx, back-20*time.Minute))
}

// check checks the routes with the known objects, as the workers do.
func (h *demoHistory) check(ctx context.Context, back time.Duration) error {
	h.clock.back(back)
	_, err := h.lookup.CheckRoutes(ctx)
	return err
}

// help records the reaction of support.
func (h *demoHistory) help(ctx context.Context, failed string) error {
	h.clock.back(2 * time.Hour)
	helper, err := h.store.Accounts.SignIn(ctx, demoSupport, demoPassword)
	if err != nil {
		return err
	}
	act := func(reason string) support.Actor {
		return support.Actor{UserID: helper.User.ID, Reason: reason, RequestID: db.NewID()}
	}
	again, err := h.store.Support.RunAgain(ctx, act("Instagram answers again; the customer asked for this one."), failed)
	if err != nil {
		return err
	}
	if err := h.importer().Run(ctx, again); err != nil {
		return err
	}
	return h.store.Support.GrantBySupport(ctx, act("For the imports that Instagram refused this week."), h.workspace, 50, "")
}

// today looks up a few items and a list of each platform, and leaves an import of each, and of an album, to the workers.
func (h *demoHistory) today(ctx context.Context) error {
	for _, s := range h.platforms.Samples() {
		for _, link := range s.Items[:min(3, len(s.Items))] {
			if err := h.look(ctx, link); err != nil {
				return fmt.Errorf("look up %s: %w", link, err)
			}
		}
		if _, err := h.accept(ctx, s.Items[0], imports.ProfileFull); err != nil {
			return fmt.Errorf("import %s: %w", s.Items[0], err)
		}
		for _, link := range s.Items { // including the newest album of a platform that has some
			if s.Albums[link] == 0 {
				continue
			}
			if _, err := h.accept(ctx, link, imports.ProfileFull); err != nil {
				return fmt.Errorf("import the album %s: %w", link, err)
			}
			break
		}
		platform, account, problem := h.program.platforms.ParseSelector(s.Accounts[0])
		if problem != nil {
			return problem
		}
		if _, err := h.lookup.Answer(ctx, lookup.ListRequest{Workspace: h.workspace, By: billing.Spender{UserID: h.owner}, Platform: platform, Account: account, MaxAge: time.Hour}); err != nil {
			return fmt.Errorf("list %s: %w", s.Accounts[0], err)
		}
	}
	return nil
}

// runImport imports the next link of a platform immediately, without media, so that the demo starts quickly.
func (h *demoHistory) runImport(ctx context.Context, s simulator.Sample) (string, error) {
	id, err := h.accept(ctx, s.Items[h.next(s)], imports.ProfileNone)
	if err != nil {
		return "", err
	}
	h.used[s.Platform]++
	return id, h.importer().Run(ctx, id)
}

// oldestImported is the place of the first imported item among a platform's newest. It was published before historyDays
// ago, and each later import is of a newer one.
const oldestImported = 45

// next returns the place of the item of a platform that is imported next.
func (h *demoHistory) next(s simulator.Sample) int { return max(3, oldestImported-h.used[s.Platform]) }

// importer returns an importer that tries once and logs nothing, because failures are intended here.
func (h *demoHistory) importer() *jobs.Importer {
	return &jobs.Importer{Program: version, Store: h.store, Lookup: h.lookup, Media: h.media, Folder: h.downloads(), MaxHeight: h.cfg.MediaMaxHeight, Log: slog.New(slog.DiscardHandler)}
}

// accept accepts an import as for a customer.
func (h *demoHistory) accept(ctx context.Context, link string, profile imports.MediaProfile) (string, error) {
	n, err := h.lookup.ImportOf(link, imports.NewImport{WorkspaceID: h.workspace, MediaProfile: profile, Transcript: true, HoldDays: 30,
		Key: "demo:" + link, RequestID: db.NewID(), By: billing.Spender{UserID: h.owner}})
	n.Tags = references.TagsJSON(demoTags[n.Platform])
	if h.imported++; err == nil && h.imported%3 == 0 {
		n.By, err = h.useKey(ctx)
	}
	if err != nil {
		return "", err
	}
	a, err := h.store.Imports.Accept(ctx, n, func(*imports.Detail) ([]byte, error) { return []byte("{}"), nil })
	if err != nil {
		return "", err
	}
	return a.ID, nil
}
