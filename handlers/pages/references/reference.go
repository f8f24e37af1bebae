package references

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/media"
	"socialdata/models/accounts"
	"socialdata/models/references"
	"socialdata/models/watches"
	"socialdata/views"
)

// reference shows the page of one reference.
func (h *Handlers) reference(c *fiber.Ctx) error {
	r, err := h.Store.References.Find(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("referenceId"))
	if err != nil {
		return err
	}
	return h.showReference(c, fiber.StatusOK, r, h.editOf(c, r))
}

func (h *Handlers) showReference(c *fiber.Ctx, status int, r *references.Reference, edit views.Edit) error {
	observed, here := r.Observed(), page.WorkspacePath(c, "references/"+r.ID)
	derived := r.Derived()
	said, err := h.Kept.Transcript(c.UserContext(), r)
	if err != nil {
		return err
	}
	v := views.Reference{ID: r.ID, Title: page.TitleOf(r), Link: r.CanonicalURL, Platform: h.PlatformOf(r.Platform),
		State: referenceState(*r), Player: h.player(r, &derived, said), Gallery: h.gallery(r), Measured: measured(&derived), Creative: creativeFacts(&derived), Provenance: h.provenance(r), Claims: claims(derived.AIProvenance), Edit: edit,
		Tags: tagLinks(c, "tag", r.TagList()), Notes: shown.Notes(page.OrEmpty(r.Notes)), Moving: r.State == references.Processing}
	if len(v.Gallery.Parts) > 0 {
		v.Measured = nil
	}
	if observed.ObservationID != "" {
		item := h.itemOf(r, observed)
		v.Post, v.Observed, v.Seen = item.Post(v.Title), append(item.Facts(), item.Extras()...), h.WhenAt(observed.ObservedAt.Time)
		linkSource(c, &v, &observed)
	}
	if link, problem := h.Platforms.Recognize(r.CanonicalURL); problem == nil {
		if v.Trends, err = shown.ItemTrends(c.UserContext(), h.Base, r.WorkspaceID, link.NaturalID()); err != nil {
			return err
		}
		running, err := h.Store.Imports.UnfinishedOf(c.UserContext(), r.WorkspaceID, link.NaturalID())
		if err != nil {
			return err
		}
		if running != "" {
			v.Moving, v.RunningHref = true, page.WorkspacePath(c, "imports/"+running)
		}
	}
	if r.FailureCode != "" {
		v.Failure, v.Code, v.Do = shown.ErrorText(r.FailureCode), string(r.FailureCode), shown.Advice(r.FailureCode)
	}
	h.addTranscript(&v, r, said)
	v.Page = h.pictureOfPage(r)
	v.Bundle, v.ShareHref = here+"/bundle", here+"/share"
	if has, err := h.Store.References.HasAnswers(c.UserContext(), r); err != nil {
		return err
	} else if has {
		v.Answers = here + "/answers"
	}
	if err := h.addTimestamp(c, &v, r); err != nil {
		return err
	}
	if err := h.sayWhyNot(c, &v, r, &derived, said != nil); err != nil {
		return err
	}
	addShots(&v, &derived)
	addScreenText(&v, r, &derived)
	if at := c.QueryInt("at"); at > 0 {
		v.Player.Video = shown.VideoAt(v.Player.Video, int64(at))
	}
	if v.Boards, err = h.boardsOf(c, r.ID); err != nil {
		return err
	}
	if v.Similar, err = h.similarTo(c, r); err != nil {
		return err
	}
	owner := page.Caller(c).Has(accounts.Owner)
	v.Hold = h.hold(r, owner, here)
	if owner {
		v.DeleteHref = here + "/delete"
		v.WatchHref = page.Address(page.WorkspacePath(c, "watches/new"), "kind", string(watches.Single), "url", r.CanonicalURL)
		if id := page.OrEmpty(observed.ChannelID); id != "" {
			v.WatchAuthor = views.Choice{Word: "Watch this account", Href: h.watchAccount(c, id, page.OrEmpty(observed.ChannelURL))}
		}
		if r.Platform == content.AdLibrary {
			v.WatchAuthor.Word = "Watch this advertiser"
		}
	}
	if r.ImportID != nil {
		v.ImportHref = page.WorkspacePath(c, "imports/"+*r.ImportID)
	}
	return page.Show(c, status, views.ReferencePage(h.LiveFrame(c, v.Title, "references", v.Moving, 5), v))
}

// playerOf returns the poster and the stored file of a reference. link returns the address of a file, or "" if there is none to show; the
// page of the reference is below the path at.
func playerOf(r *references.Reference, d *content.MachineDerived, said *content.Transcript, at string, link func(id *string, hold *int64) string) views.Player {
	p := views.Player{Poster: link(r.PosterMediaID, nil)}
	if r.MediaAvailability == references.MediaReady {
		file := link(r.PrimaryMediaID, r.HoldExpiresAt)
		if d.MediaKind != nil && *d.MediaKind == content.MediaImage {
			p.Image = file
		} else {
			p.Video = file
		}
	}
	if p.Video != "" && said != nil {
		p.Captions, p.Language = at+"/references/"+r.ID+"/captions.vtt", said.Language
	}
	return p
}

// player shows the stored media or explains why there is none.
func (h *Handlers) player(r *references.Reference, d *content.MachineDerived, said *content.Transcript) views.Player {
	p := playerOf(r, d, said, "/w/"+r.WorkspaceID, func(id *string, hold *int64) string { return h.FileLink(id, hold, media.Inline) })
	if r.MediaAvailability == references.MediaReady {
		p.Download = h.FileLink(r.PrimaryMediaID, r.HoldExpiresAt, media.Attachment)
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
		if p.Poster != "" {
			p.Why = "Only the picture is kept."
		}
	}
	if parts := r.PartList(); len(parts.Media) > 1 {
		p.Why += " " + partsKept(parts, parts.Shown())
	}
	return p
}

// hold shows how long media is kept, and lets owners extend it.
func (h *Handlers) hold(r *references.Reference, owner bool, here string) views.Hold {
	v := views.Hold{Ends: h.When(r.HoldExpiresAt), Ended: h.When(r.MediaExpiredAt), Why: "No media is on hold."}
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
	f, here := page.ReadForm(c), page.WorkspacePath(c, "references/"+c.Params("referenceId"))
	in := page.Bind[operations.Hold](h.Service, f, page.Bound{Property: "ttlDays", Field: "days", Label: "The days"})
	if !f.OK() {
		return h.Redirect(c, here+"#hold", f.Problems["days"]+" The hold was not changed.")
	}
	r, err := h.HoldMedia(c.UserContext(), page.Caller(c), c.Params("referenceId"), in)
	if apierror.Is(err, apierror.CodeUnsupportedMedia) {
		return h.Redirect(c, here+"#hold", "The media is no longer stored, so there is nothing to hold.")
	}
	if err != nil {
		return err
	}
	return h.Redirect(c, here+"#hold", "Media is kept until "+h.When(r.HoldExpiresAt).Exact+".")
}

// deleteReference deletes a reference unless the person takes it back within a few seconds.
func (h *Handlers) deleteReference(c *fiber.Ctx) error {
	r, err := h.Store.References.Find(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("referenceId"))
	if err != nil {
		return err
	}
	change, err := h.deleteByIDs(c, r.ID)
	return h.ordered(c, page.ReadForm(c), "references", change, err)
}
