package main

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"testing"

	"github.com/oapi-codegen/nullable"

	"socialdata/cmd/sd/client"
	"socialdata/internal/testkit"
)

// TestGeneratedClient does what a program does with the client that is generated from the contract: a lookup, a list to its end,
// an import until it is done, an edit that comes too late, a part of a download; and reads errors by their codes.
func TestGeneratedClient(t *testing.T) {
	eachProgram(t, func(t *testing.T, h *testProgram) {
		c, err := client.Open(h.base, h.key(h.owner()))
		testkit.Must(t, err)
		u := &clientUser{t: t, c: c}
		u.looksUp(h.platforms.Samples()[0].Items[0])
		u.walks("video_site:@lanternkitchen")
		reference := u.imports(h.platforms.Samples()[1].Items[0])
		u.editsTooLate(reference)
		u.emptiesFields(reference)
		u.downloadsAPart(*reference.PrimaryMediaID)
		u.isRefused()
	})
}

// clientUser is a program that uses the client.
type clientUser struct {
	t *testing.T
	c *client.ClientWithResponses
}

// must ends the test unless a call was answered with success.
func (u *clientUser) must(err error, status int, body []byte) {
	u.t.Helper()
	testkit.Must(u.t, errors.Join(err, client.ErrorOf(status, body)))
}

func (u *clientUser) looksUp(url string) {
	u.t.Helper()
	r, err := u.c.LookupItemWithResponse(u.t.Context(), &client.LookupItemParams{URL: url})
	u.must(err, r.StatusCode(), r.Body)
	found, err := r.JSON200.ValueByDiscriminator()
	testkit.Must(u.t, err)
	if item, is := found.(client.Item); !is || item.Title == nil || item.Usage.CreditsCharged != 1 {
		u.t.Errorf("%+v", found)
	}
	dry := true
	r, err = u.c.LookupItemWithResponse(u.t.Context(), &client.LookupItemParams{URL: url, DryRun: &dry})
	u.must(err, r.StatusCode(), r.Body)
	found, err = r.JSON200.ValueByDiscriminator()
	testkit.Must(u.t, err)
	if estimate, is := found.(client.Estimate); !is || estimate.WouldServe != "stored" || estimate.Credits.Max != 0 {
		u.t.Errorf("%+v", found)
	}
}

func (u *clientUser) walks(account string) {
	u.t.Helper()
	seen, pages := map[string]bool{}, 0
	for cursor := (*string)(nil); pages == 0 || cursor != nil; pages++ {
		r, err := u.c.ListItemsWithResponse(u.t.Context(), &client.ListItemsParams{Account: &account, Cursor: cursor})
		u.must(err, r.StatusCode(), r.Body)
		page, err := r.JSON200.AsItemPage()
		testkit.Must(u.t, err)
		for _, row := range page.Data {
			if seen[row.ID] {
				u.t.Errorf("%s comes twice", row.ID)
			}
			seen[row.ID] = true
		}
		cursor = page.Page.NextCursor
	}
	if pages < 2 || len(seen) < 31 {
		u.t.Errorf("%d items on %d pages", len(seen), pages)
	}
}

func (u *clientUser) imports(url string) *client.Reference {
	u.t.Helper()
	key, profile, wait := "first", client.CreateIngestionRequestMediaProfileFull, int64(10)
	started, err := u.c.CreateIngestionWithResponse(u.t.Context(), &client.CreateIngestionParams{IdempotencyKey: &key}, client.CreateIngestionRequest{SourceURL: url, MediaProfile: &profile})
	u.must(err, started.StatusCode(), started.Body)
	made := started.JSON202
	for range 6 {
		r, err := u.c.GetImportWithResponse(u.t.Context(), made.ID, &client.GetImportParams{Wait: &wait})
		u.must(err, r.StatusCode(), r.Body)
		if made = r.JSON200; made.FinishedAt != nil {
			break
		}
	}
	if made.State != client.ImportStateSucceeded || made.ReferenceID == nil {
		u.t.Fatalf("%+v", made)
	}
	r, err := u.c.GetReferenceWithResponse(u.t.Context(), *made.ReferenceID, &client.GetReferenceParams{})
	u.must(err, r.StatusCode(), r.Body)
	return r.JSON200
}

func (u *clientUser) editsTooLate(reference *client.Reference) {
	u.t.Helper()
	notes := "For the spring campaign."
	edit := client.AnnotateRequest{Revision: reference.Revision, Notes: nullable.NewNullableWithValue(notes)}
	r, err := u.c.AnnotateReferenceWithResponse(u.t.Context(), reference.ID, nil, edit)
	u.must(err, r.StatusCode(), r.Body)
	if got := r.JSON200.HumanAuthored.Notes; got == nil || *got != notes {
		u.t.Errorf("%+v", r.JSON200.HumanAuthored)
	}
	r, err = u.c.AnnotateReferenceWithResponse(u.t.Context(), reference.ID, nil, edit)
	testkit.Must(u.t, err)
	var refused *client.Refusal
	if !errors.As(client.ErrorOf(r.StatusCode(), r.Body), &refused) || refused.Code != "revision_conflict" || refused.Details["currentRevision"] == nil {
		u.t.Errorf("%d %s", r.StatusCode(), r.Body)
	}
}

// emptiesFields sends null where a change empties a field, and leaves the others out.
func (u *clientUser) emptiesFields(reference *client.Reference) {
	u.t.Helper()
	emptied, err := u.c.AnnotateReferenceWithResponse(u.t.Context(), reference.ID, nil, client.AnnotateRequest{Revision: reference.Revision + 1, Notes: nullable.NewNullNullable[string]()})
	u.must(err, emptied.StatusCode(), emptied.Body)
	if got := emptied.JSON200.HumanAuthored.Notes; got != nil {
		u.t.Errorf("the notes are still %q", *got)
	}
	profile, account := client.CreateWatchRequestImportMediaProfileFull, "video_site:@lanternkitchen"
	made, err := u.c.CreateWatchWithResponse(u.t.Context(), nil, client.CreateWatchRequest{Name: "Lantern Kitchen", Every: "1d",
		Source: client.WatchSource{Kind: "account", Account: &account}, Import: &client.WatchImportRequest{MediaProfile: &profile}})
	u.must(err, made.StatusCode(), made.Body)
	if made.JSON201.Import == nil || made.JSON201.Import.MediaHoldDays == 0 {
		u.t.Errorf("%+v", made.JSON201)
	}
	changed, err := u.c.ChangeWatchWithResponse(u.t.Context(), made.JSON201.ID, nil, client.ChangeWatchRequest{Import: nullable.NewNullNullable[client.WatchImportRequest]()})
	u.must(err, changed.StatusCode(), changed.Body)
	if changed.JSON200.Import != nil || changed.JSON200.Name != "Lantern Kitchen" {
		u.t.Errorf("%+v", changed.JSON200)
	}
}

func (u *clientUser) downloadsAPart(media string) {
	u.t.Helper()
	r, err := u.c.CreateDownloadURLWithResponse(u.t.Context(), media, nil, client.CreateDownloadURLJSONRequestBody{})
	u.must(err, r.StatusCode(), r.Body)
	part := u.download(r.JSON201.URL, "bytes=4-7")
	if !bytes.Equal(part, []byte("ftyp")) { // where every MP4 says what it is
		u.t.Errorf("bytes 4 to 7 are %q", part)
	}
}

func (u *clientUser) download(url, part string) []byte {
	u.t.Helper()
	request, err := http.NewRequestWithContext(u.t.Context(), http.MethodGet, url, nil)
	testkit.Must(u.t, err)
	request.Header.Set("Range", part)
	answer, err := http.DefaultClient.Do(request)
	testkit.Must(u.t, err)
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusPartialContent {
		u.t.Errorf("a part is answered with %d", answer.StatusCode)
	}
	body, err := io.ReadAll(answer.Body)
	testkit.Must(u.t, err)
	return body
}

func (u *clientUser) isRefused() {
	u.t.Helper()
	for url, code := range map[string]string{
		"https://www.youtube.com/watch?v=SimPrivate1": "unavailable_private",
		"https://www.youtube.com/watch?v=SimRemoved1": "unavailable_removed",
		"https://www.youtube.com/watch?v=SimBotCheck": "route_degraded",
		"https://example.com/":                        "unsupported_object",
		"no link":                                     "invalid_input",
	} {
		r, err := u.c.LookupItemWithResponse(u.t.Context(), &client.LookupItemParams{URL: url})
		testkit.Must(u.t, err)
		var refused *client.Refusal
		if !errors.As(client.ErrorOf(r.StatusCode(), r.Body), &refused) || string(refused.Code) != code || refused.RequestID == "" || refused.Status != r.StatusCode() {
			u.t.Errorf("%s: %d %s", url, r.StatusCode(), r.Body)
		}
	}
}
