package pages

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/media"
	"socialdata/models/accounts"
	"socialdata/models/references"
	"socialdata/models/watches"
	"socialdata/views"
)

// reference is the page of one saved piece of content.
func (h *Handlers) reference(c *fiber.Ctx) error {
	r, err := h.Store.References.Find(c.UserContext(), caller(c).WorkspaceID, c.Params("referenceId"))
	if err != nil {
		return err
	}
	return h.showReference(c, fiber.StatusOK, r, h.editOf(c, r))
}

func (h *Handlers) showReference(c *fiber.Ctx, status int, r *references.Reference, edit views.Edit) error {
	observed, here := r.Observed(), workspacePath(c, "references/"+r.ID)
	var derived content.MachineDerived
	_ = json.Unmarshal(r.MachineDerived, &derived) // written by us; nothing where nothing was measured
	said, err := h.Kept.Transcript(c.UserContext(), r)
	if err != nil {
		return err
	}
	v := views.Reference{ID: r.ID, Title: r.Title(), Link: r.CanonicalURL, Platform: h.platformOf(r.Platform),
		State: referenceState(*r), Player: h.player(r, &derived, said), Gallery: h.gallery(r), Measured: measured(&derived), Creative: creativeFacts(&derived), Provenance: provenance(r), Claims: claims(derived.AIProvenance), Edit: edit,
		Tags: tagLinks(c, "tag", r.TagList()), Notes: orEmpty(r.Notes), Moving: r.State == references.Processing}
	if len(v.Gallery.Parts) > 0 {
		v.Measured = nil
	}
	if observed.ObservationID != "" {
		item := h.newItem(r.Platform, observed)
		v.Post, v.Observed, v.Seen = item.post(), append(item.facts(), item.extras()...), h.whenAt(observed.ObservedAt.Time)
		linkSource(c, &v, &observed)
	}
	if link, problem := h.Platforms.Recognize(r.CanonicalURL); problem == nil {
		if v.Trends, err = h.itemTrends(c.UserContext(), r.WorkspaceID, link.NaturalID()); err != nil {
			return err
		}
		running, err := h.Store.Imports.UnfinishedOf(c.UserContext(), r.WorkspaceID, link.NaturalID())
		if err != nil {
			return err
		}
		if running != "" {
			v.Moving, v.RunningHref = true, workspacePath(c, "imports/"+running)
		}
	}
	if r.FailureCode != "" {
		v.Failure, v.Code, v.Do = errorText(r.FailureCode), string(r.FailureCode), advice(r.FailureCode)
	}
	h.addTranscript(&v, r, said)
	v.Bundle = here + "/bundle"
	if err := h.addTimestamp(c, &v, r); err != nil {
		return err
	}
	if err := h.sayWhyNot(c, &v, r, &derived, said != nil); err != nil {
		return err
	}
	addShots(&v, &derived)
	owner := caller(c).Has(accounts.Owner)
	v.Hold = h.hold(r, owner, here)
	if owner {
		v.DeleteHref = here + "/delete"
		v.WatchHref = address(workspacePath(c, "watches/new"), "kind", string(watches.Single), "url", r.CanonicalURL)
	}
	if r.ImportID != nil {
		v.ImportHref = workspacePath(c, "imports/"+*r.ImportID)
	}
	frame := h.frame(c, v.Title, "references")
	if v.Moving {
		frame.Refresh = 5
	}
	return show(c, status, views.ReferencePage(frame, v))
}

// player shows the kept media, or says why there is nothing to play.
func (h *Handlers) player(r *references.Reference, d *content.MachineDerived, said *content.Transcript) views.Player {
	p := views.Player{Poster: h.mediaLink(r.PosterMediaID, nil, media.Inline)}
	if r.PrimaryMediaID != nil && r.MediaAvailability == references.MediaReady {
		p.Download = h.mediaLink(r.PrimaryMediaID, r.HoldExpiresAt, media.Attachment)
		link := h.mediaLink(r.PrimaryMediaID, r.HoldExpiresAt, media.Inline)
		if d.MediaKind != nil && *d.MediaKind == content.MediaImage {
			p.Image = link
		} else {
			p.Video = link
		}
	}
	if p.Video != "" && said != nil {
		p.Captions, p.Language = "/w/"+r.WorkspaceID+"/references/"+r.ID+"/captions.vtt", said.Language
	}
	switch r.MediaAvailability {
	case references.MediaProcessing:
		p.Why = "The media is being processed."
	case references.MediaExpired:
		p.Why = "The hold has ended and the media was deleted. Import the link again to download it again."
	case references.MediaFailed:
		p.Why = "The media could not be stored."
	case references.MediaUnavailable, references.MediaReady:
		p.Why = "No media is stored."
	}
	return p
}

// hold says how long media is kept, and lets an owner keep it for longer.
func (h *Handlers) hold(r *references.Reference, owner bool, here string) views.Hold {
	v := views.Hold{Ends: h.when(r.HoldExpiresAt), Ended: h.when(r.MediaExpiredAt), Why: "No media is on hold."}
	if r.HoldExpiresAt == nil {
		return v
	}
	v.Ended, v.Why = views.When{}, "Requested by the import."
	if r.HoldReason == references.HoldByExtension {
		v.Why = "Extended manually."
	}
	v.Days = views.Field{Name: "days", Label: "Keep for (days from now)", Type: "number", Value: "30", Required: true}
	if owner {
		v.Action = here + "/hold"
	}
	return v
}

func (h *Handlers) extendHold(c *fiber.Ctx) error {
	f, here := readForm(c), workspacePath(c, "references/"+c.Params("referenceId"))
	in := bind[operations.Hold](h.Service, f, bound{property: "ttlDays", field: "days", label: "The days"})
	if !f.ok() {
		return h.redirect(c, here+"#hold", f.problems["days"]+" The hold was not changed.")
	}
	r, err := h.HoldMedia(c.UserContext(), caller(c), c.Params("referenceId"), in)
	if apierror.Is(err, apierror.CodeUnsupportedMedia) {
		return h.redirect(c, here+"#hold", "The media is no longer stored, so there is nothing to hold.")
	}
	if err != nil {
		return err
	}
	return h.redirect(c, here+"#hold", "Media is kept until "+h.when(r.HoldExpiresAt).Exact+".")
}

// confirmDelete names what goes before it does.
func (h *Handlers) confirmDelete(c *fiber.Ctx) error {
	r, err := h.Store.References.Find(c.UserContext(), caller(c).WorkspaceID, c.Params("referenceId"))
	if err != nil {
		return err
	}
	goes := []string{"its facts"}
	for _, part := range []struct {
		there bool
		word  string
	}{{r.PrimaryMediaID != nil, "its media"}, {r.TranscriptMediaID != nil, "its transcript"}, {orEmpty(r.Notes) != "", "its notes"}, {len(r.TagList()) > 0, "its tags"}} {
		if part.there {
			goes = append(goes, part.word)
		}
	}
	return show(c, fiber.StatusOK, views.ConfirmPage(h.frame(c, "Delete a reference", "references"), views.Confirm{
		Question: fmt.Sprintf("Delete “%s”?", r.Title()), Verb: "Delete reference", Back: workspacePath(c, "references/"+r.ID),
		Goes: "Gone for good: " + strings.Join(goes, ", ") + ". Links to it stop working at once, and a running import of it is cancelled."}))
}

func (h *Handlers) deleteReference(c *fiber.Ctx) error {
	if err := h.DeleteReference(c.UserContext(), caller(c), c.Params("referenceId")); err != nil {
		return err
	}
	return h.redirect(c, workspacePath(c, "references"), "Reference deleted.")
}
