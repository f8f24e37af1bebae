package references

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/content"
	"socialdata/models/references"
	"socialdata/views"
)

// linkSource links the author, hashtags and sound of a reference to the references that share them.
func linkSource(c *fiber.Ctx, v *views.Reference, o *references.SourceObserved) {
	v.Post.AuthorPage = accountPage(c, o.ChannelID)
	for n, tag := range v.Post.Hashtags {
		v.Post.Hashtags[n].Href = referencesBy(c, "sourceTag", strings.TrimPrefix(tag.Tag, "#"))
	}
	if o.Sound == nil || o.Sound.Title == nil && o.Sound.Author == nil || len([]rune(shown.SoundWords(o.Sound))) > operations.MostOf[operations.StoredWords]() {
		return
	}
	for n := range v.Observed {
		if v.Observed[n].Name == shown.SoundFact {
			v.Observed[n].Href = referencesBy(c, "q", shown.SoundWords(o.Sound))
		}
	}
}

// fileType names the fact that says of which type a file is.
const fileType = "Type"

// measured lists what was measured in the file.
func measured(d *content.MachineDerived) []views.Fact {
	s := shown.FactList{}
	if d.MediaKind == nil {
		return nil
	}
	s.Text(fileType, d.DetectedContentType)
	if d.MeasuredBytes != nil {
		s.Add("Size", shown.FormatBytes(*d.MeasuredBytes))
	}
	if d.Width != nil && d.Height != nil {
		s.Add("Picture", fmt.Sprintf("%d × %d", *d.Width, *d.Height))
	}
	if *d.MediaKind == content.MediaVideo {
		if d.MeasuredDurationMs != nil {
			s.Add("Length", page.Clock(*d.MeasuredDurationMs))
		} else {
			s.Known("Length", false, "", "the file does not say")
		}
		if d.HasAudioTrack != nil {
			s.Known("Sound", *d.HasAudioTrack, "yes", "no audio track")
		}
	}
	return s
}

// creativeFacts describes how the video was made, derived by rules from the measurements and the transcript.
func creativeFacts(d *content.MachineDerived) []views.Fact {
	spec := d.CreativeSpec
	if spec == nil {
		return nil
	}
	s := shown.FactList{}
	s.Text("Hook", spec.Hook)
	s.Text("Call to action", spec.CallToAction)
	if p := spec.Pacing; p != nil && p.AverageShotMs != nil && p.CutsPerMinute != nil {
		s.Add("Pacing", fmt.Sprintf("%.1f s a shot, %.1f cuts a minute", *p.AverageShotMs/1000, *p.CutsPerMinute))
	}
	s.Text("Prompt for something similar", spec.GenerationPrompt)
	return s
}

// provenance lists where the reference came from.
func (h *Handlers) provenance(r *references.Reference) []views.Fact {
	s := shown.FactList{}
	var p references.Provenance
	if json.Unmarshal(r.Provenance, &p) == nil && p.SourceRouteID != "" {
		s.Add("Route", h.Platforms.RouteTitle(p.SourceRouteID)+", contract "+p.RouteContractVersion)
		s.Add("Acquired", page.FormatTime(p.AcquiredAt.Time))
		s.Text("Origin", p.Origin)
		addUploads(&s, r)
	}
	s.Add("Address", r.CanonicalURL)
	return s
}

// itemOf returns what the platform said of a reference's post.
func (h *Handlers) itemOf(r *references.Reference, o references.SourceObserved) shown.Item {
	item := shown.NewItem(h.Base, r.Platform, o)
	item.Captured = r.Origin() != nil
	return item
}

// originSentence says on cards that a member's browser handed the content over; "" if the service fetched it.
func originSentence(r *references.Reference) string {
	return views.UpperFirst(page.OrEmpty(r.Origin()))
}

// addUploads says whether a member's browser uploaded the media, or some of them.
func addUploads(s *shown.FactList, r *references.Reference) {
	parts := r.PartList()
	n, text := len(parts.Origins()), references.UploadedOrigin
	if n == 0 {
		return
	}
	if kept := parts.Kept(); int64(n) < kept {
		text = fmt.Sprintf("%d of %d parts %s", n, kept, text)
	}
	s.Add("Media", text)
}

// claims describes what the file, the platform and the caption say about the use of AI, and how reliable that is.
func claims(p *content.AIProvenance) []string {
	if p == nil {
		return []string{"No file was downloaded, so nothing was analysed."}
	}
	list := []string{}
	switch {
	case p.AIGeneratedScore == nil:
		list = append(list, "No evidence either way. Platforms usually strip such marks, so this says nothing about the content.")
	case *p.AIGeneratedScore >= 0.5:
		list = append(list, fmt.Sprintf("It claims to be made or changed by AI (%.2f of 1 by our table of marks; a convention, not a probability).", *p.AIGeneratedScore))
	case *p.AIGeneratedScore >= 0.2:
		list = append(list, fmt.Sprintf("Its caption speaks of AI (%.2f of 1 by our table of marks; weak evidence).", *p.AIGeneratedScore))
	default:
		list = append(list, fmt.Sprintf("It claims to be a capture of a camera (%.2f of 1 by our table of marks).", *p.AIGeneratedScore))
	}
	if p.ModelGuess != nil {
		list = append(list, "It names "+strings.TrimSpace(*p.ModelGuess)+" as its maker.")
	}
	if p.C2PAPresent != nil {
		list = append(list, credentials(*p.C2PAPresent, p.C2PA))
	}
	return list
}

// credentials says what became of checking a C2PA manifest, for readers who do not know what that is.
func credentials(present bool, c *content.C2PA) string {
	switch {
	case !present:
		return "The file holds no C2PA manifest."
	case c == nil || c.Validation == nil:
		return "The file holds a C2PA manifest. Its signature was not checked."
	}
	signer := cmp.Or(page.OrEmpty(c.Signer), "a signer without a name")
	sentence := ""
	switch *c.Validation {
	case content.C2PAValid:
		sentence = "Its C2PA manifest is valid: the file is as " + signer + " signed it, and the operator of this service trusts that signer."
	case content.C2PAUntrusted:
		sentence = "Its C2PA manifest fits the file, but nothing shows that the signer is who it says (" + signer + ")."
	case content.C2PAInvalid:
		sentence = "Its C2PA manifest is invalid, so what it says proves nothing."
	case content.C2PAUnknown:
		sentence = "Its C2PA manifest could not be checked in full, so what it says proves nothing."
	}
	return sentence + " " + page.OrEmpty(c.Reason)
}

// addTimestamp shows when the last import was timestamped, if the operator has configured a timestamp authority.
func (h *Handlers) addTimestamp(c *fiber.Ctx, v *views.Reference, r *references.Reference) error {
	stamp, wanted, err := h.Kept.Timestamp(c.UserContext(), r)
	if err != nil || !wanted {
		return err
	}
	fact := views.Fact{Name: "Timestamp", Missing: "asked for, not given yet"}
	if stamp != nil {
		fact = views.Fact{Name: "Timestamp", Value: page.FormatTime(stamp.Time) + ", by " + stamp.Authority}
	}
	v.Provenance = append(v.Provenance, fact)
	return nil
}
