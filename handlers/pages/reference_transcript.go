package pages

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/media"
	"socialdata/internal/media/blobs"
	"socialdata/models/references"
	"socialdata/views"
)

const (
	// maxTranscript bounds the file that is read, in bytes: 20,000 segments and their text fit.
	maxTranscript = 32 << 20
	// linesShown bounds the lines on the page.
	linesShown = 2000
)

// transcript reads the kept transcript; nil where there is none.
func (h *Handlers) transcript(ctx context.Context, r *references.Reference) (*content.Transcript, error) {
	if r.TranscriptMediaID == nil {
		return nil, nil
	}
	m, err := h.Store.FindMedia(ctx, r.WorkspaceID, *r.TranscriptMediaID)
	if apierror.Is(err, apierror.CodeNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	file, err := h.Blobs.Open(ctx, m.BlobKey)
	if errors.Is(err, blobs.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var t content.Transcript
	return &t, json.NewDecoder(io.LimitReader(file, maxTranscript)).Decode(&t)
}

// addTranscript puts the transcript beside the player.
func (h *Handlers) addTranscript(v *views.Reference, r *references.Reference, t *content.Transcript) {
	if t == nil {
		v.TranscriptNote = "None."
		return
	}
	v.TranscriptNote = transcriptNote(t)
	v.Transcript = h.mediaLink(r.TranscriptMediaID, nil, media.Attachment)
	v.Lines, v.LinesLeft = transcriptLines(t, v.Player.Video)
}

// transcriptNote says what a transcript is.
func transcriptNote(t *content.Transcript) string {
	by := "captions that people wrote"
	if t.Source == content.AutomaticCaptions {
		by = "the platform's automatic captions"
	}
	return count(len(t.Segments), "line") + " in " + t.Language + ", from " + by + "."
}

// transcriptLines are the first lines of a transcript, which lead to their places in the video, and how many are left.
func transcriptLines(t *content.Transcript, video string) (lines []views.Line, left int64) {
	for _, s := range t.Segments[:min(len(t.Segments), linesShown)] {
		lines = append(lines, views.Line{At: clock(s.StartMs), Text: s.Text, From: s.StartMs, To: s.EndMs, Href: videoAt(video, s.StartMs)})
	}
	return lines, int64(max(0, len(t.Segments)-linesShown))
}

// videoAt is the address of a time in a video: it works without a script, too.
func videoAt(video string, ms int64) string {
	if video == "" {
		return ""
	}
	return fmt.Sprintf("%s#t=%.1f", video, float64(ms)/1000)
}

// addShots puts the takes on a time line.
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
		v.Shots = append(v.Shots, views.Shot{At: clock(s.StartMs), Length: fmt.Sprintf("%.1f s", float64(s.EndMs-s.StartMs)/1000), Says: orEmpty(s.Description),
			From: 1000 * s.StartMs / whole, Wide: max(2, 1000*(s.EndMs-s.StartMs)/whole-1), Seek: s.StartMs, Middle: (s.StartMs + s.EndMs) / 2, Href: videoAt(v.Player.Video, s.StartMs)})
	}
	v.ShotsNote = "Detected from changes in the picture."
}

// captions are the transcript in the form that a player reads.
func (h *Handlers) captions(c *fiber.Ctx) error {
	r, err := h.Store.FindReference(c.UserContext(), caller(c).WorkspaceID, c.Params("referenceId"))
	if err != nil {
		return err
	}
	t, err := h.transcript(c.UserContext(), r)
	if err != nil {
		return err
	}
	if t == nil {
		return apierror.New(apierror.CodeNotFound, "resource", "transcript")
	}
	var b strings.Builder
	b.WriteString("WEBVTT\n")
	for _, s := range t.Segments {
		fmt.Fprintf(&b, "\n%s --> %s\n%s\n", cue(s.StartMs), cue(s.EndMs), cueText.Replace(s.Text))
	}
	c.Set(fiber.HeaderContentType, "text/vtt; charset=utf-8")
	return c.SendString(b.String())
}

// cueText keeps a line from ending its cue, which an empty line does, or being read as markup.
var cueText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", " ", "\n", " ")

// cue is a time as WebVTT writes it.
func cue(ms int64) string {
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3600000, ms/60000%60, ms/1000%60, ms%1000)
}
