package operations

import (
	"context"
	"net/http"
	"strings"

	"socialdata/handlers/session"
)

// Unrecorded lists the operations that change something and are not recorded for the owners of a workspace, each with
// the reason.
func Unrecorded() map[string]string {
	const own, inLists, fetches, bySupport = "concerns one person's browser or mail only", "imports say who started and stopped them",
		"changes nothing of the workspace; the request log has it", "recorded with its reason by models/support"
	return map[string]string{
		"lookupItems": fetches, "lookupAccounts": fetches, "listItemPages": fetches, "createDownloadURL": fetches, "openShare": "counts a view of a stranger",
		"createIngestion": inLists, "createIngestions": inLists, "cancelImport": inLists, "createCapture": inLists, "putCapturePart": inLists, "importCapture": inLists,
		"closeWorkspace": "the receipt of the erasure says who closed it, and the record is erased with the workspace",
		"signOut":        own, "signOutEverywhere": own, "endSession": own, "endOtherSessions": own, "chooseTheme": own, "confirmEmail": own, "beginSecondFactor": own,
		"setAlertMails": own, "seeNews": "changes one person's overview only", "setDigests": own, "unsubscribe": own, "sendConfirmation": own,
		"markKnownFailure": bySupport, "runImportAgain": bySupport, "runGroupAgain": bySupport, "setRerunState": bySupport, "markMended": bySupport,
		"replayAnswers": bySupport, "openAnswers": bySupport, "grantCredits": bySupport, "meterWorkspace": bySupport, "checkRoutes": bySupport, "checkRoute": bySupport, "changeShapes": bySupport,
		"undoShapes": bySupport, "switchRoute": bySupport,
	}
}

// Changes reports whether the operation changes anything, rather than only reading. Lookups that are sent as a list
// are among them, because their method is POST.
func (o Operation) Changes() bool { return o.Method != http.MethodGet }

// Recorded reports whether the operation is recorded for the owners of the workspace in which it happens.
func (o Operation) Recorded() bool { return o.Changes() && Unrecorded()[o.ID] == "" || o.exports() }

// exports reports whether the operation sends much of a workspace at once.
func (o Operation) exports() bool { return o.ID == "exportReferences" || o.ID == "getBundle" }

// ExportKind returns the kind under which the download of a list as a file is recorded: exportKeys for listKeys.
func ExportKind(act string) string {
	if rest, found := strings.CutPrefix(act, "list"); found {
		return "export" + rest
	}
	if rest, found := strings.CutPrefix(act, "get"); found && rest != "Bundle" {
		return "export" + rest
	}
	return act
}

// deleted deletes a row that was looked for, unless it was not found, and says what it was.
func deleted[T any](ctx context.Context, row *T, err error, remove func(ctx context.Context, workspaceID, id string) error, workspaceID, id string, describe func(*T) session.Done) error {
	if err == nil {
		err = remove(ctx, workspaceID, id)
	}
	_, err = made(ctx, row, err, describe)
	return err
}

// made says what an operation created, and passes on its result.
func made[T any](ctx context.Context, row *T, err error, describe func(*T) session.Done) (*T, error) {
	if err == nil {
		session.Did(ctx, describe(row))
	}
	return row, err
}
