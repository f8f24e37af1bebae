package web

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/session"
	"socialdata/models/accounts"
	"socialdata/models/acts"
	"socialdata/models/db"
)

// recordWithin is the time limit of recording an act, which the response waits for.
const recordWithin = 3 * time.Second

// act is a request that may be recorded for the owners of the workspace.
type act struct {
	kind  string
	reads bool // an export, which writes nothing
	wrote *db.Wrote
	done  *session.Done
}

// beginAct returns a context in which what a request does is noted.
func beginAct(ctx context.Context, kind string, reads bool) (context.Context, *act) {
	a := &act{kind: kind, reads: reads}
	ctx, a.wrote = db.NoteWrites(ctx)
	ctx, a.done = session.WithDone(ctx)
	return ctx, a
}

// pageActs returns the kind under which a page's requests are recorded, or "" if they are not.
func pageActs(r page.Route) (kind string, reads bool) {
	switch {
	case r.IsForm() && operations.Find(r.Act).Recorded():
		return r.Act, false
	case !r.IsForm() && (strings.HasSuffix(r.Path, ".csv") || strings.HasSuffix(r.Path, "/:file") || r.Act == "getBundle"):
		return operations.ExportKind(r.Act), true
	}
	return "", false
}

// recordPage is the middleware of pages whose acts are recorded.
func (s *Server) recordPage(kind string, reads bool) fiber.Handler {
	return func(c *fiber.Ctx) error {
		ctx, a := beginAct(c.UserContext(), kind, reads)
		c.SetUserContext(ctx)
		err := c.Next()
		if err == nil {
			s.recordAct(c, a)
		}
		return err
	}
}

// recordAct records what a request did, after it succeeded and before its response is sent. An act that cannot be
// recorded is logged with all that its record would have said: it has happened, and failing now would not undo it.
func (s *Server) recordAct(c *fiber.Ctx, a *act) {
	replayed := len(c.Response().Header.Peek(idempotencyReplayed)) > 0
	if c.Response().StatusCode() >= http.StatusBadRequest || !a.reads && !a.wrote.Any() || replayed {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.UserContext()), recordWithin)
	defer cancel()
	list := s.actsOf(ctx, c, a)
	if err := s.opts.Store.Acts.Append(ctx, list...); err != nil {
		for _, l := range list {
			s.opts.Log.Error("an act could not be recorded", "workspace", l.WorkspaceID, "kind", l.Kind, "subject", l.Subject, "actor", l.Actor,
				"door", l.Door, "requestId", l.RequestID, "cause", err)
		}
	}
}

// actsOf returns the records of an act: one in the workspace that it changed, or, if it concerns a person's own
// account, one in each of their workspaces.
func (s *Server) actsOf(ctx context.Context, c *fiber.Ctx, a *act) (list []acts.Act) {
	caller, _ := c.Locals(callerKey).(*session.Caller)
	if caller == nil || caller.Person == nil && caller.Key == nil {
		p, err := s.signedIn(ctx, newSessionCookie(c))
		if err != nil {
			return nil // nobody: such as a sign-in that waits for its second factor
		}
		caller = &session.Caller{Person: p}
	}
	one := acts.Act{Kind: a.kind, Subject: a.done.Subject, Detail: a.done.Detail, Actor: caller.UserID(), Door: acts.Person,
		Address: s.clientAddress(c), RequestID: requestID(c)}
	if caller.Key != nil {
		one.Actor, one.Door = caller.KeyID(), acts.Key
	}
	if one.Subject == "" {
		one.Subject = subjectInPath(c)
	}
	for _, id := range workspacesOf(caller, a.done) {
		one.WorkspaceID = id
		list = append(list, one)
	}
	return list
}

func workspacesOf(caller *session.Caller, done *session.Done) []string {
	switch {
	case done.WorkspaceID != "":
		return []string{done.WorkspaceID}
	case caller.WorkspaceID != "":
		return []string{caller.WorkspaceID}
	}
	return workspaceIDs(caller.Person)
}

func workspaceIDs(p *accounts.SignedIn) (ids []string) {
	for _, m := range p.Workspaces {
		ids = append(ids, m.WorkspaceID)
	}
	return ids
}

// subjectInPath returns the last id in the path of a request. Tokens are secrets and never recorded.
func subjectInPath(c *fiber.Ctx) (id string) {
	for _, name := range c.Route().Params {
		if name != "workspaceId" && strings.HasSuffix(name, "Id") {
			id = c.Params(name)
		}
	}
	return id
}

// newSessionCookie returns the session cookie that a response sets, or "".
func newSessionCookie(c *fiber.Ctx) string {
	for _, line := range c.Response().Header.PeekAll(fiber.HeaderSetCookie) {
		if cookie, err := http.ParseSetCookie(string(line)); err == nil && cookie.Name == session.CookieName {
			return cookie.Value
		}
	}
	return ""
}
