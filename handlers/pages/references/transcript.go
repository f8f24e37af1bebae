package references

import (
	"fmt"
	"mime"
	"slices"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/captions"
	"socialdata/internal/content"
	"socialdata/internal/export"
	"socialdata/internal/kept"
	"socialdata/models/references"
	"socialdata/views"
)

// addTranscript adds the transcript next to the player.
func (h *Handlers) addTranscript(v *views.Reference, r *references.Reference, t *content.Transcript) {
	if t == nil {
		v.TranscriptNote = "None."
		return
	}
	v.TranscriptNote = shown.TranscriptNote(t)
	for _, d := range []struct {
		name   string
		format captions.Format
	}{{"SRT", captions.SRT}, {"WebVTT", captions.VTT}, {"Text", captions.Text}, {"JSON", captions.JSON}} {
		href := page.Address("/w/"+r.WorkspaceID+"/references/"+r.ID+"/transcript", "format", string(d.format))
		v.Transcript = append(v.Transcript, views.Download{Name: d.name, Href: href})
	}
	v.Lines, v.LinesLeft = shown.TranscriptLines(t, v.Player.Video)
}

// addShots adds the shots of a video as a timeline.
func addShots(v *views.Reference, d *content.MachineDerived) {
	if d.CreativeSpec == nil || d.MediaKind == nil || *d.MediaKind != content.MediaVideo {
		return
	}
	takes := d.CreativeSpec.Shots
	if len(takes) == 0 {
		v.ShotsNote = "Not detected: this service runs without a video decoder."
		return
	}
	whole := max(1, takes[len(takes)-1].EndMs)
	for _, s := range takes {
		v.Shots = append(v.Shots, views.Shot{At: page.Clock(s.StartMs), Length: fmt.Sprintf("%.1f s", float64(s.EndMs-s.StartMs)/1000), Says: page.OrEmpty(s.Description),
			From: 1000 * s.StartMs / whole, Wide: max(2, 1000*(s.EndMs-s.StartMs)/whole-1), Seek: s.StartMs, Middle: (s.StartMs + s.EndMs) / 2, Href: shown.VideoAt(v.Player.Video, s.StartMs)})
	}
	v.ShotsNote = "Detected from changes in the picture."
}

// addScreenText adds what pictures and the video show as text. Lines of the video that plays lead to their time; those of a post with
// several parts say which part shows them.
func addScreenText(v *views.Reference, r *references.Reference, d *content.MachineDerived) {
	v.NoScreenText = d.OnScreenText != nil && len(d.OnScreenText) == 0
	parts := r.PartList().Media
	for _, t := range d.OnScreenText {
		l := views.Line{Text: t.Text}
		if len(parts) > 1 {
			l.At = strconv.FormatInt(t.Part+1, 10)
		}
		if t.StartMs != nil && len(parts) <= 1 {
			l.At, l.From, l.To, l.Href = page.Clock(*t.StartMs), *t.StartMs, *t.EndMs, shown.VideoAt(v.Player.Video, *t.StartMs)
		}
		v.OnScreen = append(v.OnScreen, l)
	}
}

// captions serves the transcript in the format that players read.
func (h *Handlers) captions(c *fiber.Ctx) error {
	f, err := h.transcriptFile(c, captions.VTT)
	if err != nil {
		return err
	}
	return sendFile(c, f)
}

// downloadTranscript sends the transcript as a file in the requested format.
func (h *Handlers) downloadTranscript(c *fiber.Ctx) error {
	format := captions.Format(c.Query("format", string(captions.JSON)))
	if !slices.Contains(captions.Formats(), format) {
		return apierror.InvalidInput(apierror.Field{Name: "format", In: "query", Reason: "enum", Expected: "json, srt, vtt or text"})
	}
	f, err := h.transcriptFile(c, format)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": f.Name}))
	return sendFile(c, f)
}

// sendFile sends a small file.
func sendFile(c *fiber.Ctx, f *kept.File) error {
	c.Set(fiber.HeaderContentType, f.ContentType)
	return c.Send(f.Body)
}

func (h *Handlers) transcriptFile(c *fiber.Ctx, format captions.Format) (*kept.File, error) {
	r, err := h.Store.References.Find(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("referenceId"))
	if err != nil {
		return nil, err
	}
	return h.Kept.TranscriptFile(c.UserContext(), r, format)
}

// downloadAnswers sends the platform's own answers, for replay software.
func (h *Handlers) downloadAnswers(c *fiber.Ctx) error {
	f, err := h.Kept.WACZ(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("referenceId"))
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": f.Name}))
	return sendFile(c, f)
}

// downloadBundle sends the reference with its evidence as a zip file.
func (h *Handlers) downloadBundle(c *fiber.Ctx) error {
	id := c.Params("referenceId")
	body, err := h.Kept.Bundle(c.UserContext(), page.Caller(c).WorkspaceID, id)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "application/zip")
	c.Set(fiber.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": kept.BundleName(id)}))
	c.Context().Response.SetBodyStream(export.Paced(body, c.Context().Conn()), -1)
	return nil
}
