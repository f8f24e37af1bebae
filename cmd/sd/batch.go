package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"socialdata/cmd/sd/client"
)

// row is the result for one link of a batch, of lookups or of imports.
type row[T any] struct {
	link   string
	raw    json.RawMessage // as it was received
	found  *T
	status int64
	err    *client.ErrorBody
}

// many prints the results for any number of links: a table of those that were found, and on standard error an error
// for each other link. Links that exceed a limit are sent again after the time that the service names.
func many[T any](ctx context.Context, a *app, columns []column[T], links []string,
	ask func(ctx context.Context, links []string) (rows []row[T], again time.Duration, err error)) error {
	bar := a.counter("links", len(links))
	defer bar.done()
	var failed error
	first := true // page of rows, which has the header
	for step := range slices.Chunk(links, batchSize) {
		rows, err := askPatiently(ctx, a, step, ask)
		if err != nil {
			return err
		}
		bar.clear()
		var raw []json.RawMessage
		var found []T
		for _, r := range rows {
			if r.err != nil {
				refusal := &client.Refusal{Status: int(r.status), ErrorBody: *r.err}
				a.report(r.link, refusal)
				if failed == nil {
					failed = reported{refusal}
				}
				continue
			}
			raw, found = append(raw, r.raw), append(found, *r.found)
		}
		if len(found) > 0 {
			if err := printRaw(a, raw, found, columns, first); err != nil {
				return err
			}
			first = false
		}
		bar.add(len(rows))
	}
	return failed
}

// askPatiently sends a batch of links, and sends those that exceeded a limit again, as long as the command may wait.
func askPatiently[T any](ctx context.Context, a *app, links []string,
	ask func(ctx context.Context, links []string) ([]row[T], time.Duration, error)) ([]row[T], error) {
	rows, again, err := ask(ctx, links)
	for err == nil {
		var limited []int
		var left []string
		for n, r := range rows {
			if r.err != nil && r.err.Code == "rate_limited" {
				limited, left = append(limited, n), append(left, r.link)
			}
		}
		if len(limited) == 0 || !a.patience.take(again) {
			break
		}
		if err := a.patience.sleep(ctx, fmt.Sprintf("%d links met a limit", len(left)), again); err != nil {
			return rows, err
		}
		var more []row[T]
		if more, again, err = ask(ctx, left); err == nil {
			for n, at := range limited {
				rows[at] = more[n]
			}
		}
	}
	return rows, err
}

// rowsOf parses the results of a batch, in the order of the links.
func rowsOf[T any](links []string, body []byte, member string) ([]row[T], error) {
	var answer struct{ Results []json.RawMessage }
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, err
	}
	rows := make([]row[T], len(links))
	for n := range rows {
		rows[n] = row[T]{link: links[n], status: http.StatusBadGateway, err: &client.ErrorBody{Code: "internal_error", Message: "The service did not answer for this link."}}
	}
	for _, raw := range answer.Results {
		var result struct {
			Index  int
			Status int64
			Error  *client.ErrorBody
		}
		var whole map[string]json.RawMessage
		if err := json.Unmarshal(raw, &result); err != nil || result.Index < 0 || result.Index >= len(links) {
			return nil, fmt.Errorf("the service answered for a link that was not asked for: %w", err)
		}
		r := row[T]{link: links[result.Index], status: result.Status, err: result.Error}
		if r.err == nil {
			if err := json.Unmarshal(raw, &whole); err != nil {
				return nil, err
			}
			r.raw, r.found = whole[member], new(T)
			if err := json.Unmarshal(r.raw, r.found); err != nil {
				return nil, err
			}
		}
		rows[result.Index] = r
	}
	return rows, nil
}
