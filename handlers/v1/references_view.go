package v1

import (
	"encoding/json"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/references"
)

// Reference is a workspace's saved record of one piece of content.
type Reference struct {
	ID                 string                       `json:"id"`
	WorkspaceID        string                       `json:"workspaceId"`
	CanonicalContentID string                       `json:"canonicalContentId" doc:"The same for every workspace"`
	SourceIngestionID  *string                      `json:"sourceIngestionId" doc:"The last successful import"`
	Platform           content.Platform             `json:"platform"`
	CanonicalURL       string                       `json:"canonicalUrl"`
	State              references.State             `json:"state"`
	MediaAvailability  references.MediaAvailability `json:"mediaAvailability"`
	FailureCode        *apierror.Code               `json:"failureCode"`
	Retryable          *bool                        `json:"retryable" doc:"null unless it failed"`
	CreatedAt          content.Time                 `json:"createdAt"`
	UpdatedAt          content.Time                 `json:"updatedAt"`
	Revision           int64                        `json:"revision"`
	SourceObserved     *references.SourceObserved   `json:"sourceObserved"`
	HumanAuthored      HumanAuthored                `json:"humanAuthored"`
	PrimaryMediaID     *string                      `json:"primaryMediaId"`
	PosterMediaID      *string                      `json:"posterMediaId"`
	Media              []references.Part            `json:"media" doc:"Every picture and video of the post, at most 40, in the platform's order; behind them those that an earlier import kept and the post no longer has"`
	Parts              PartCounts                   `json:"parts"`
	MachineDerived     *content.MachineDerived      `json:"machineDerived"`
	Provenance         *references.Provenance       `json:"provenance"`
	MediaHold          *MediaHold                   `json:"mediaHold"`
	MediaExpiredAt     *content.Time                `json:"mediaExpiredAt"`
	Transcript         *TranscriptText              `json:"transcript" doc:"null unless include=transcript asks for it, and where none is kept"`
	Matches            []references.TextMatch       `json:"matches" nullable:"true" maxItems:"13" doc:"In a list with q: where the words of q are, in the order in which fields are searched, and at most three moments of the transcript; with mode=meaning, where no other place has a time, the moment that says what is meant, without marks; null in all other answers, and where the transcript cannot be read now or the page has more of them than one search reads (16 MiB of files)"`
}

// PartCounts says how many parts a post has and how many of them are stored.
type PartCounts struct {
	Total *int64 `json:"total" doc:"As the platform showed; null where no import asked, and of references that were last imported when one part alone was kept"`
	Kept  int64  `json:"kept" doc:"Those that can be downloaded"`
}

// HumanAuthored holds what people wrote about a reference.
type HumanAuthored struct {
	CustomTitle *string  `json:"customTitle"`
	Notes       *string  `json:"notes"`
	Tags        []string `json:"tags"`
}

// MediaHold keeps media files until it expires.
type MediaHold struct {
	ReferenceID string                `json:"referenceId"`
	MediaID     *string               `json:"mediaId"`
	ExpiresAt   content.Time          `json:"expiresAt"`
	Reason      references.HoldReason `json:"reason"`
	Revision    int64                 `json:"revision"`
}

func referenceView(r references.Reference) Reference {
	v := Reference{ID: r.ID, WorkspaceID: r.WorkspaceID, CanonicalContentID: r.ContentID, SourceIngestionID: r.ImportID, Platform: r.Platform,
		CanonicalURL: r.CanonicalURL, State: r.State, MediaAvailability: r.MediaAvailability, FailureCode: content.OrNil(r.FailureCode),
		CreatedAt: content.AtMicros(r.CreatedAt), UpdatedAt: content.AtMicros(r.UpdatedAt), Revision: r.Revision,
		HumanAuthored:  HumanAuthored{CustomTitle: r.CustomTitle, Notes: r.Notes, Tags: r.TagList()},
		PrimaryMediaID: r.PrimaryMediaID, PosterMediaID: r.PosterMediaID, MediaHold: holdView(r), MediaExpiredAt: content.AtMicrosPtr(r.MediaExpiredAt)}
	parts := r.PartList()
	v.Media, v.Parts = parts.Media, PartCounts{parts.Total, parts.Kept()}
	if r.FailureCode != "" {
		v.Retryable = &r.Retryable
	}
	for _, part := range []struct {
		raw  []byte
		into any
	}{{r.SourceObserved, &v.SourceObserved}, {r.MachineDerived, &v.MachineDerived}, {r.Provenance, &v.Provenance}} {
		if len(part.raw) > 0 {
			_ = json.Unmarshal(part.raw, part.into) // written by this program
		}
	}
	return v
}

// holdView returns nil if no files are held.
func holdView(r references.Reference) *MediaHold {
	if r.HoldExpiresAt == nil {
		return nil
	}
	return &MediaHold{ReferenceID: r.ID, MediaID: r.PrimaryMediaID, ExpiresAt: content.AtMicros(*r.HoldExpiresAt),
		Reason: r.HoldReason, Revision: r.HoldRevision}
}
