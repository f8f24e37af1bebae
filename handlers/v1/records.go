package v1

import (
	"cmp"
	"strconv"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/models/db"
	"socialdata/models/references"
)

// PageInput holds the parameters of every list of stored records.
type PageInput struct {
	Cursor operations.Cursor   `query:"cursor" doc:"nextCursor of the page before"`
	Limit  operations.PageRows `query:"limit"`
}

func (p PageInput) request() db.PageRequest {
	return db.PageRequest{Cursor: string(p.Cursor), Limit: cmp.Or(int(p.Limit), input.DefaultRecords)}
}

// Records is a page of stored records, newest first.
type Records[T any] struct {
	Items      []T     `json:"items"`
	NextCursor *string `json:"nextCursor"`
}

type recordsOutput[T any] struct{ Body Records[T] }

// pageOf converts a page of rows.
func pageOf[R, T any](p *db.RecordPage[R], err error, view func(R) T) (*recordsOutput[T], error) {
	if err != nil {
		return nil, err
	}
	out := &recordsOutput[T]{Body: Records[T]{Items: make([]T, 0, len(p.Items)), NextCursor: content.OrNil(p.NextCursor)}}
	for _, row := range p.Items {
		out.Body.Items = append(out.Body.Items, view(row))
	}
	return out, nil
}

// pathRecords maps path parameters to the kind of record that they identify, as errors name it. workspaceId is
// missing because authorization checks it.
var pathRecords = map[string]string{
	"userId":      "member",
	"erasureId":   "erasure",
	"inviteId":    "invite",
	"keyId":       "apiKey",
	"importId":    "import",
	"captureId":   "capture",
	"batchId":     "batch",
	"retryId":     "rerun",
	"referenceId": "reference",
	"changeId":    "change",
	"mediaId":     "media",
	"webhookId":   "webhook",
	"deliveryId":  "delivery",
	"watchId":     "watch",
	"exportId":    "export",
	"boardId":     "board",
	"shareId":     "share",
	"feedId":      "feed",
}

// CheckPathID returns not_found for a path parameter that cannot be one of our ids, exactly as for an unknown id.
func CheckPathID(parameter, id string) error {
	if parameter == "accountId" && naturalID(id) == "" {
		return apierror.New(apierror.CodeNotFound, "resource", "account")
	}
	if n, err := strconv.Atoi(id); parameter == "index" && (err != nil || n < 0 || n >= references.MaxParts || strconv.Itoa(n) != id) {
		return apierror.New(apierror.CodeNotFound, "resource", "part")
	}
	if resource, ok := pathRecords[parameter]; ok && !db.ValidID(id) {
		return apierror.New(apierror.CodeNotFound, "resource", resource)
	}
	return nil
}
