package imports

import (
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/events"
)

// Ingestion is an import as lists and events show it.
type Ingestion struct {
	ID             string           `json:"id"`
	SourceURL      string           `json:"sourceUrl"`
	Platform       content.Platform `json:"platform"`
	MediaProfile   MediaProfile     `json:"mediaProfile"`
	State          State            `json:"state"`
	CurrentStage   *Stage           `json:"currentStage"`
	AttemptNumber  int64            `json:"attemptNumber"`
	OutcomeCode    *apierror.Code   `json:"outcomeCode"`
	OutcomeMessage *string          `json:"outcomeMessage"`
	FailureCode    *apierror.Code   `json:"failureCode" doc:"How the last attempt failed, which outcomeCode may not say; null if it did not"`
	ReferenceID    *string          `json:"referenceId"`
	CreatedAt      content.Time     `json:"createdAt"`
	UpdatedAt      content.Time     `json:"updatedAt"`
	FinishedAt     *content.Time    `json:"finishedAt"`
}

// Ingestion returns the import as lists and events show it.
func (i *Import) Ingestion() Ingestion {
	v := Ingestion{ID: i.ID, SourceURL: i.SourceURL, Platform: i.Platform, MediaProfile: i.MediaProfile, State: i.State, CurrentStage: i.CurrentStage(),
		AttemptNumber: i.Attempt, ReferenceID: i.ReferenceID, CreatedAt: content.At(time.UnixMicro(i.CreatedAt)), UpdatedAt: content.At(time.UnixMicro(i.UpdatedAt))}
	if i.OutcomeCode != "" {
		v.OutcomeCode = &i.OutcomeCode
	}
	if i.OutcomeMessage != "" {
		v.OutcomeMessage = &i.OutcomeMessage
	}
	if i.CauseCode != "" {
		v.FailureCode = &i.CauseCode
	}
	if i.FinishedAt != nil {
		at := content.At(time.UnixMicro(*i.FinishedAt))
		v.FinishedAt = &at
	}
	return v
}

// CurrentStage returns the current stage; nil before the first and after the last.
func (i *Import) CurrentStage() *Stage {
	if i.State.Final() || i.Stage == "" {
		return nil
	}
	return &i.Stage
}

// tellEnded writes the events of imports that have just ended.
func tellEnded(tx *gorm.DB, ended ...Import) error {
	told := map[State]events.Type{Succeeded: events.ImportSucceeded, Failed: events.ImportFailed, Cancelled: events.ImportCancelled}
	var list []events.Event
	for n := range ended {
		e, err := events.New(ended[n].WorkspaceID, told[ended[n].State], ended[n].Ingestion())
		if err != nil {
			return err
		}
		list = append(list, e)
	}
	return events.Add(tx, list...)
}
