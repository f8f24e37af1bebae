package references

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/views"
)

// sayWhyNot explains why a reference has no media or no transcript, from the settings and the outcome of its last
// import.
func (h *Handlers) sayWhyNot(c *fiber.Ctx, v *views.Reference, r *references.Reference, d *content.MachineDerived, said bool) error {
	noMedia := r.MediaAvailability == references.MediaUnavailable
	if !noMedia && said || r.ImportID == nil {
		return nil
	}
	i, err := h.Store.Imports.Find(c.UserContext(), r.WorkspaceID, *r.ImportID)
	if apierror.Is(err, apierror.CodeNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if noMedia {
		v.Player.Why = whyNoMedia(i, d)
	}
	if !said {
		v.TranscriptNote = whyNoTranscript(i)
	}
	return nil
}

func whyNoMedia(i *imports.Detail, d *content.MachineDerived) string {
	switch p := i.MediaProfile; {
	case p == imports.ProfileNone:
		return "No media is stored: the import kept the facts only."
	case p == imports.ProfileAnalysis && d.MeasuredBytes != nil:
		return "No media is stored: it was analysed and then deleted, as the import asked."
	}
	if i.CaptureID != "" {
		return "No media is stored: this service may not fetch it, and the browser that captured the post has not sent it."
	}
	return "No media is stored: the platform provides none of this to visitors."
}

func whyNoTranscript(i *imports.Detail) string {
	if i.CaptureID != "" {
		return "None: a capture holds no captions."
	}
	if !i.Transcript {
		return "None: the import did not ask for one."
	}
	for _, a := range i.Attempts {
		for _, s := range a.Stages {
			if a.Number != i.Attempt || s.State != imports.WorkFailed {
				continue
			}
			if s.Stage == imports.StageTranscribe {
				return "None: the platform has no captions, and the speech could not be written down (" + shown.LowerFirst(shown.ErrorText(s.FailureCode)) + "). Another import tries again."
			}
			if s.Stage == imports.StageFetchTranscript {
				return "None: the captions could not be read (" + shown.LowerFirst(shown.ErrorText(s.FailureCode)) + "). Another import may bring them."
			}
		}
	}
	return "None: the platform has no captions of this."
}
