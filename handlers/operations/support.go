package operations

import (
	"context"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/lookup"
	"socialdata/models/reruns"
	"socialdata/models/support"
)

// SupportReason is why support acts. It is stored in the audit log.
type SupportReason struct {
	Reason Reason `json:"reason"`
}

// actor returns who acts, why and in which request.
func (in SupportReason) actor(c *session.Caller) support.Actor {
	return support.Actor{UserID: c.UserID(), Reason: string(in.Reason), RequestID: c.RequestID}
}

// MarkKnown is the input of marking a group of failures as known.
type MarkKnown struct {
	SupportReason
	MendedIn Version   `json:"mendedIn,omitempty"`
	Days     KnownDays `json:"days"`
}

// MarkKnownFailure marks a group of failures as known for some days.
func (s *Service) MarkKnownFailure(ctx context.Context, c *session.Caller, group support.KnownFailure, in MarkKnown) error {
	group.MendedIn = string(in.MendedIn)
	return s.Store.Support.MarkKnown(ctx, in.actor(c), group, time.Duration(in.Days)*24*time.Hour)
}

// ReopenKnownFailure removes the mark, so that the group counts as new again.
func (s *Service) ReopenKnownFailure(ctx context.Context, c *session.Caller, group support.KnownFailure, in SupportReason) error {
	return s.Store.Support.ReopenKnown(ctx, in.actor(c), group)
}

// RunImportAgain starts a new import of the same link with the same settings for the same workspace, and returns its
// id.
func (s *Service) RunImportAgain(ctx context.Context, c *session.Caller, id string, in SupportReason) (string, error) {
	again, err := s.Store.Support.RunAgain(ctx, in.actor(c), id)
	if err == nil {
		s.Imports.Deliver(ctx, again)
	}
	return again, err
}

// RunGroupAgain is the input of running a group of failed imports again.
type RunGroupAgain struct {
	SupportReason
	PerMinute RerunRate `json:"perMinute"`
}

// RunGroupAgain runs the failed imports that match a filter again, PerMinute of them each minute.
func (s *Service) RunGroupAgain(ctx context.Context, c *session.Caller, f support.FailureFilter, in RunGroupAgain) (*reruns.Rerun, error) {
	return s.Store.Support.StartRerun(ctx, in.actor(c), f, int64(in.PerMinute))
}

// SetRerunState pauses, resumes or stops a rerun of support.
func (s *Service) SetRerunState(ctx context.Context, c *session.Caller, id string, to reruns.State, in SupportReason) (*reruns.Rerun, error) {
	return s.Store.Support.SetRerunState(ctx, in.actor(c), id, to)
}

// MarkMended is the text that says what was fixed. The audit log stores it, too.
type MarkMended struct {
	Text MendedText `json:"text"`
}

// MarkMended notifies each workspace that a group of failures affected, once, that the cause is fixed.
func (s *Service) MarkMended(ctx context.Context, c *session.Caller, group support.FailureKind, in MarkMended) (*support.Mending, error) {
	return s.Store.Support.MarkMended(ctx, SupportReason{Reason(in.Text)}.actor(c), group, string(in.Text))
}

// ReplayAnswers reads the answers on which the imports of a filter failed with this version, without any network. It changes nothing
// but the audit log.
func (s *Service) ReplayAnswers(ctx context.Context, c *session.Caller, f support.FailureFilter, in SupportReason) (*lookup.Replays, error) {
	list, err := s.Store.Support.OpenAnswers(ctx, in.actor(c), support.ActionAnswersReplayed, f)
	if err != nil {
		return nil, err
	}
	return s.Lookup.ReplayAll(ctx, list)
}

// OpenAnswers returns the answers on which the last attempt of an import failed, as compressed JSON.
func (s *Service) OpenAnswers(ctx context.Context, c *session.Caller, importID string, in SupportReason) ([]byte, error) {
	list, err := s.Store.Support.OpenAnswers(ctx, in.actor(c), support.ActionAnswersOpened, support.FailureFilter{ImportID: importID})
	if err != nil {
		return nil, err
	}
	kept, err := s.Store.Imports.ReadAnswers(ctx, list[0].AttemptID)
	if err != nil {
		return nil, err
	}
	return kept.Calls, nil
}

// GrantCredits is the input of granting credits. Requests with the same Once grant only once.
type GrantCredits struct {
	SupportReason
	Amount Grant  `json:"amount"`
	Once   string `json:"once,omitempty"`
}

// GrantCredits gives a workspace credits.
func (s *Service) GrantCredits(ctx context.Context, c *session.Caller, workspaceID string, in GrantCredits) error {
	return s.Store.Support.GrantBySupport(ctx, in.actor(c), workspaceID, int64(in.Amount), in.Once)
}

// SwitchRoute enables or disables a route for all workspaces.
func (s *Service) SwitchRoute(ctx context.Context, c *session.Caller, routeID string, on bool, in SupportReason) error {
	return s.Lookup.SwitchRoute(ctx, in.actor(c), routeID, on)
}

// CheckRoutes calls every route for its known objects, and waits for them.
func (s *Service) CheckRoutes(ctx context.Context, c *session.Caller, in SupportReason) error {
	if err := s.Store.Support.NoteCheckOfRoutes(ctx, in.actor(c)); err != nil {
		return err
	}
	_, err := s.Lookup.CheckRoutes(ctx)
	return err
}

// CheckRoute has workers call a route for its known objects now. If a check is pending already, it does nothing and returns that one.
func (s *Service) CheckRoute(ctx context.Context, c *session.Caller, routeID string, in SupportReason) (before *support.PendingCheck, err error) {
	return s.Lookup.AskForCheck(ctx, in.actor(c), routeID)
}

// Meter is the input of metering a workspace, or of counting its use without refusing anything.
type Meter struct {
	SupportReason
	Metered bool `json:"metered"`
}

// MeterWorkspace makes a workspace metered or unmetered.
func (s *Service) MeterWorkspace(ctx context.Context, c *session.Caller, workspaceID string, in Meter) error {
	return s.Store.Support.MeterWorkspace(ctx, in.actor(c), workspaceID, in.Metered)
}
