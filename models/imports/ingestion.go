package imports

import (
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
	FailureCode    *apierror.Code   `json:"failureCode" doc:"How the last attempt of an import that failed, or waits to try again, failed: outcomeCode may not say it; else null"`
	ReferenceID    *string          `json:"referenceId"`
	CreatedAt      content.Time     `json:"createdAt"`
	UpdatedAt      content.Time     `json:"updatedAt"`
	FinishedAt     *content.Time    `json:"finishedAt"`
}

// Ingestion returns the import as lists and events show it.
func (i *Import) Ingestion() Ingestion {
	v := Ingestion{ID: i.ID, SourceURL: i.SourceURL, Platform: i.Platform, MediaProfile: i.MediaProfile, State: i.State, CurrentStage: i.CurrentStage(),
		AttemptNumber: i.Attempt, ReferenceID: i.ReferenceID, CreatedAt: content.AtMicros(i.CreatedAt), UpdatedAt: content.AtMicros(i.UpdatedAt),
		FinishedAt: content.AtMicrosPtr(i.FinishedAt), OutcomeCode: content.OrNil(i.OutcomeCode), OutcomeMessage: content.OrNil(i.OutcomeMessage)}
	if i.State == Failed || i.State == RetryWait {
		v.FailureCode = content.OrNil(i.CauseCode)
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
