package references

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/captions"
	"socialdata/internal/content"
	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/models/references"
	"socialdata/views"
)

// sharedReference shows one reference of a shared board.
func (h *Handlers) sharedReference(c *fiber.Ctx, s *stranger) error {
	r, b, err := h.sharedOne(c, s)
	if err != nil {
		return err
	}
	return h.showShared(c, s, r, b)
}

// sharedCaptions serves the transcript in the format that players read.
func (h *Handlers) sharedCaptions(c *fiber.Ctx, s *stranger) error {
	if !s.share.With.Transcript {
		return apierror.New(apierror.CodeNotFound, "resource", "transcript")
	}
	r, _, err := h.sharedOne(c, s)
	if err != nil {
		return err
	}
	f, err := h.Kept.TranscriptFile(c.UserContext(), r, captions.VTT)
	if err != nil {
		return err
	}
	return sendFile(c, f)
}

// sharedOne returns the reference in the path, which must be on the share's board or be the share's own. It returns
// not_found for any other.
func (h *Handlers) sharedOne(c *fiber.Ctx, s *stranger) (*references.Reference, *boards.Board, error) {
	id := c.Params("referenceId")
	if s.share.BoardID == nil {
		if id != *s.share.ReferenceID {
			return nil, nil, apierror.New(apierror.CodeNotFound, "resource", "reference")
		}
		r, err := h.Store.References.Find(c.UserContext(), s.share.WorkspaceID, id)
		return r, nil, err
	}
	b, list, err := h.sharedList(c, s)
	if err != nil {
		return nil, nil, err
	}
	r, err := h.Store.References.FindListed(c.UserContext(), s.share.WorkspaceID, list, id)
	return r, b, err
}

// showShared shows one reference; b is the board that contains it, or nil.
func (h *Handlers) showShared(c *fiber.Ctx, s *stranger, r *references.Reference, b *boards.Board) error {
	observed := r.Observed()
	derived := r.Derived()
	v := views.SharedReference{Title: sharedTitle(r), Platform: h.PlatformOf(r.Platform), Link: r.CanonicalURL, Found: h.origin(r)}
	v.Measured, v.Technical = splitTechnical(measured(&derived))
	if b != nil {
		v.Back, v.BackWord = s.path, b.Name
		if err := h.addNeighbours(c, &v, s, r.ID, b); err != nil {
			return err
		}
	}
	if s.share.With.Notes {
		v.Notes = shown.Notes(page.OrEmpty(r.Notes))
	}
	if observed.ObservationID != "" {
		item := h.itemOf(r, observed)
		v.Post, v.Observed, v.Seen = item.Post(v.Title), onlyKnown(append(item.Facts(), item.Extras()...)), h.sharedTime(observed.ObservedAt.Time)
		v.Post.Caption = beyond(v.Title, v.Post.Caption)
	}
	said, err := h.sharedTranscript(c, s, r)
	if err != nil {
		return err
	}
	if said != nil {
		v.TranscriptNote = shown.TranscriptNote(said)
		v.Lines, v.LinesLeft = shown.TranscriptLines(said, "")
	}
	if parts := r.PartList(); hasGallery(r) {
		h.addSharedParts(&v, s, r, parts)
	} else {
		v.Media = h.sharedPlayer(s, r, &derived, said)
		if len(parts.Media) == 1 && parts.Media[0].SHA256 != nil {
			v.Technical = append(v.Technical, views.Fact{Name: "SHA-256", Value: *parts.Media[0].SHA256})
		}
	}
	v.Technical = append(v.Technical, views.Fact{Name: "Address", Value: r.CanonicalURL, Href: r.CanonicalURL})
	around := h.around(s, v.Title)
	around.Preview = h.preview(s, v.Title, cmp.Or(previewOf(v.Post), "From "+v.Platform.Word), r.PosterMediaID)
	return page.Show(c, fiber.StatusOK, views.SharedReferencePage(around, v))
}

// neighboursAtOnce is how many references of a board are read at once to find the neighbours of one.
const neighboursAtOnce = 100

// addNeighbours adds the addresses of the posts before and after one on its board. A post beyond those that are counted has none.
func (h *Handlers) addNeighbours(c *fiber.Ctx, v *views.SharedReference, s *stranger, id string, b *boards.Board) error {
	list, err := h.shownOn(b)
	if err != nil {
		return err
	}
	ask, before, found := db.PageRequest{Limit: neighboursAtOnce}, "", false
	for read := 0; read < references.MostCounted; read += neighboursAtOnce {
		rows, err := h.Store.References.ListReferences(c.UserContext(), s.share.WorkspaceID, list, ask)
		if err != nil {
			return err
		}
		for _, r := range rows.Items {
			at := s.path + "/references/" + r.ID
			switch {
			case found:
				v.Next = at
				return nil
			case r.ID == id:
				v.Previous, found = before, true
			}
			before = at
		}
		if ask.Cursor = rows.NextCursor; ask.Cursor == "" {
			break
		}
	}
	return nil
}

// sharedTime converts a time for clients, who need no seconds.
func (h *Handlers) sharedTime(t time.Time) views.When {
	w := h.WhenAt(t)
	w.Exact = page.FormatMoment(t)
	return w
}

// splitTechnical takes the type of a file out of facts: shared pages fold what only few readers need.
func splitTechnical(list []views.Fact) (facts, technical []views.Fact) {
	for _, f := range list {
		if f.Name == fileType {
			technical = append(technical, f)
		} else {
			facts = append(facts, f)
		}
	}
	return facts, technical
}

// previewOf describes a post in a preview: by whom it is, and its text.
func previewOf(p views.Post) string {
	return strings.Trim(cmp.Or(p.Author, p.Handle)+": "+strings.Join(strings.Fields(p.Caption), " "), ": ")
}

// sharedTitle returns the title of a reference, or the beginning of its description if it has no title.
func sharedTitle(r *references.Reference) string {
	if o := r.Observed(); page.OrEmpty(r.CustomTitle) == "" && page.OrEmpty(o.SourceTitle) == "" {
		return page.FirstWords(page.TitleOf(r))
	}
	return r.Title()
}

// beyond returns what a text says beyond the title above it, if it begins with the title as a line or a sentence of its own. A title that
// is cut off leaves the text whole: the rest alone would begin within a sentence or a word.
func beyond(title, text string) string {
	begin := strings.TrimSuffix(title, "…")
	rest, begins := strings.CutPrefix(text, begin)
	next, _ := utf8.DecodeRuneInString(rest)
	if begin == "" || !begins {
		return text
	}
	if rest == "" || strings.ContainsRune("\n.:!?…", next) || strings.ContainsAny(begin[len(begin)-1:], ".:!?") && unicode.IsSpace(next) {
		return strings.TrimLeft(rest, "\n.:!?… ")
	}
	return text
}

// onlyKnown removes facts that are unknown.
func onlyKnown(list []views.Fact) []views.Fact {
	return slices.DeleteFunc(list, func(f views.Fact) bool { return f.Missing != "" })
}

// origin describes where and when a reference was found.
func (h *Handlers) origin(r *references.Reference) []views.Fact {
	s := shown.FactList{}
	var p references.Provenance
	if json.Unmarshal(r.Provenance, &p) == nil && p.SourceRouteID != "" {
		s.Add("Acquired", page.FormatMoment(p.AcquiredAt.Time))
		s.Text("Origin", p.Origin)
		addUploads(&s, r)
	}
	return s
}

// sharedTranscript returns the transcript of a reference, or nil if there is none or it is not shared.
func (h *Handlers) sharedTranscript(c *fiber.Ctx, s *stranger, r *references.Reference) (*content.Transcript, error) {
	if !s.share.With.Transcript {
		return nil, nil
	}
	return h.Kept.Transcript(c.UserContext(), r)
}

// sharedPlayer shows the stored media of a reference, or its poster.
func (h *Handlers) sharedPlayer(s *stranger, r *references.Reference, d *content.MachineDerived, said *content.Transcript) views.Player {
	p := playerOf(r, d, said, s.path, func(id *string, hold *int64) string { return h.sharedFile(s, id, hold) })
	if p.Poster != "" && p.Image == "" && p.Video == "" {
		p.Why = "A still picture. The file itself is not kept."
	}
	return p
}

// addSharedParts adds the parts of a post that has several.
func (h *Handlers) addSharedParts(v *views.SharedReference, s *stranger, r *references.Reference, parts *references.Parts) {
	total := parts.Shown()
	v.Measured, v.Technical, v.PartsSay = nil, nil, fmt.Sprintf("%d parts, in the platform's order. Below each is what was measured in its file.", total)
	for _, p := range parts.Media {
		one := h.galleryPart(r, p, total)
		one.Facts, one.Technical = splitTechnical(one.Facts)
		if one.Image, one.Video = "", ""; p.State != references.PartKept {
			v.Parts = append(v.Parts, one)
			continue
		}
		if link := h.sharedFile(s, p.MediaID, r.HoldExpiresAt); p.Kind == content.MediaVideo {
			one.Video = link
		} else {
			one.Image = link
		}
		if p.SHA256 != nil {
			one.Technical = append(one.Technical, views.Fact{Name: "SHA-256", Value: *p.SHA256})
		}
		v.Parts = append(v.Parts, one)
	}
}

// sharedCard shows a reference on a board, with its picture and counts.
func (h *Handlers) sharedCard(s *stranger, r *references.Reference) views.SharedCard {
	observed := r.Observed()
	derived := r.Derived()
	v := views.SharedCard{Title: sharedTitle(r), Href: s.path + "/references/" + r.ID, Platform: h.PlatformOf(r.Platform), Media: h.sharedPlayer(s, r, &derived, nil), Parts: partsWord(r), Origin: originSentence(r),
		Author: cmp.Or(page.OrEmpty(observed.ChannelName), page.OrEmpty(observed.ChannelHandle))}
	v.Text = beyond(v.Title, page.OrEmpty(observed.SourceDescription))
	if s.share.With.Notes {
		v.Notes = shown.Notes(page.OrEmpty(r.Notes))
	}
	if observed.DurationMs != nil {
		v.Length = page.Clock(*observed.DurationMs)
	}
	for _, count := range []struct {
		name string
		n    *int64
	}{{"Views", observed.ViewCount}, {"Likes", observed.LikeCount}, {"Comments", observed.CommentCount}} {
		if count.n != nil {
			v.Facts = append(v.Facts, views.Fact{Name: count.name, Value: views.Number(*count.n)})
		}
	}
	if ad := observed.Ad; observed.PublishedAt != nil && (ad == nil || ad.StartedAt == nil) { // an ad is published when it starts
		v.Facts = append(v.Facts, views.Fact{Name: "Published", Value: page.FormatDay(observed.PublishedAt.Time)})
	}
	item := h.itemOf(r, observed)
	v.Facts = append(v.Facts, item.RunFacts()...)
	if observed.ObservationID != "" {
		v.Seen = h.sharedTime(observed.ObservedAt.Time)
	}
	return v
}
