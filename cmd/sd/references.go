package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

func (a *app) referencesCommand() *cobra.Command {
	var f listFlags
	var q, board, account string
	var tags, sourceTags []string
	columns := []column[client.Reference]{
		{"ID", func(r client.Reference) string { return r.ID }},
		{"TITLE", title},
		{"STATE", func(r client.Reference) string { return string(r.State) }},
		{"MEDIA", func(r client.Reference) string { return string(r.MediaAvailability) }},
		{"CREATED", func(r client.Reference) string { return text(r.CreatedAt) }},
		{"ORIGIN", origin},
		{"URL", func(r client.Reference) string { return r.CanonicalURL }},
	}
	c := &cobra.Command{Use: "references", Short: "List references, newest first", Args: args(cobra.NoArgs), Example: "  sd references --tag nightly -q ramen --all --csv",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, _ []string) error {
			ask := client.ListReferencesParams{Q: orNil[string](q), Board: orNil[string](board), Account: orNil[string](account), Tag: listOrNil[string](tags), SourceTag: listOrNil[string](sourceTags)}
			if q != "" {
				columns = append(columns, column[client.Reference]{"FOUND", found})
			}
			return printList(a, f, columns, func(cursor *string) (answered, error) {
				ask.Cursor = cursor
				return api.ListReferencesWithResponse(ctx, &ask)
			})
		})}
	f.add(c)
	c.Flags().StringVarP(&q, "query", "q", "", "words to search for")
	c.Flags().StringVar(&account, "account", "", "the natural id of an account: its content")
	c.Flags().StringVar(&board, "board", "", "the id of a board: its references, in its order")
	c.Flags().StringSliceVar(&tags, "tag", nil, "a tag; several times for several, all of which must match")
	c.Flags().StringSliceVar(&sourceTags, "source-tag", nil, "a hashtag of the platform; several times for several, all of which must match")
	return c
}

// title returns the title that a member wrote, or else the post's, or the text of a post without one.
func title(r client.Reference) string {
	written := text(r.HumanAuthored.CustomTitle)
	if o := r.SourceObserved; o != nil {
		return cmp.Or(written, text(o.SourceTitle), text(o.SourceDescription))
	}
	return written
}

// origin returns who brought what is known of the post: the service, or a member's browser; "" if nothing is known.
func origin(r client.Reference) string {
	switch {
	case r.Provenance == nil:
		return ""
	case r.Provenance.Origin != nil:
		return "captured"
	}
	return "fetched"
}

// found returns where the words of a search occur: the first time in the transcript, or else the first text that
// contains them.
func found(r client.Reference) (place string) {
	if r.Matches == nil {
		return ""
	}
	for _, m := range *r.Matches {
		if m.StartMs != nil {
			return clock(*m.StartMs) + " " + m.Snippet
		}
		if place == "" {
			place = m.Snippet
		}
	}
	return place
}

// clock writes a moment of a video as 1:02.
func clock(ms int64) string { return fmt.Sprintf("%d:%02d", ms/60_000, ms/1000%60) }

func (a *app) exportCommand() *cobra.Command {
	var file, q, board string
	c := &cobra.Command{Use: "export", Short: "Write all references as CSV, or as JSON lines with --json", Args: args(cobra.NoArgs), Example: "  sd export -o references.csv\n  sd export --json | jq -r .canonicalUrl",
		RunE: func(c *cobra.Command, _ []string) error {
			format := client.ExportReferencesParamsFormat("csv")
			if a.json {
				format = "ndjson"
			}
			return a.download(c.Context(), file, func(ctx context.Context, api *client.ClientWithResponses) (*http.Response, error) {
				return api.ExportReferences(ctx, &client.ExportReferencesParams{Format: &format, Q: orNil[string](q), Board: orNil[string](board)})
			})
		}}
	c.Flags().StringVarP(&file, "output", "o", "-", "a new file; - is standard output")
	completeFile(c, "output")
	c.Flags().StringVarP(&q, "query", "q", "", "words to search for")
	c.Flags().StringVar(&board, "board", "", "the id of a board: its references alone")
	return c
}

func (a *app) bundleCommand() *cobra.Command {
	var file string
	var wacz bool
	c := &cobra.Command{Use: "bundle REFERENCE", Short: "Download a reference with its evidence, as a signed zip", Args: args(cobra.ExactArgs(1)), Example: "  sd bundle $REFERENCE -o kept.zip && sd verify kept.zip --key keys.json",
		RunE: func(c *cobra.Command, given []string) error {
			ask, ending := &client.GetBundleParams{}, ".zip"
			if wacz {
				ask.Format, ending = orNil[client.GetBundleParamsFormat]("wacz"), ".wacz"
			}
			if file == "" {
				file = given[0] + ending
			}
			return a.download(c.Context(), file, func(ctx context.Context, api *client.ClientWithResponses) (*http.Response, error) {
				return api.GetBundle(ctx, given[0], ask)
			})
		}}
	c.Flags().StringVarP(&file, "output", "o", "", "a new file; REFERENCE.zip unless said otherwise, - is standard output")
	c.Flags().BoolVar(&wacz, "wacz", false, "the platform's own answers alone, for replay software such as replayweb.page")
	completeFile(c, "output")
	return c
}

// download writes a response to a new file or to standard output. The file only appears once it is complete.
func (a *app) download(ctx context.Context, file string, ask func(context.Context, *client.ClientWithResponses) (*http.Response, error)) error {
	l, err := a.login()
	if err != nil {
		return err
	}
	api, err := client.Open(l.Address, l.Key, client.WithHTTPClient(&http.Client{Transport: a.patience})) // without a deadline, because a download can take any time
	if err != nil {
		return err
	}
	answer, err := ask(ctx, api)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode >= http.StatusBadRequest {
		body, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
		return errors.Join(err, client.ErrorOf(answer.StatusCode, body))
	}
	bar := a.counter("bytes", int(max(answer.ContentLength, 0)))
	defer bar.done()
	if file == "-" {
		_, err := io.Copy(io.MultiWriter(a.out, bar), answer.Body)
		return err
	}
	if err := writeWhole(file, answer.Body, bar); err != nil {
		return err
	}
	bar.clear()
	fmt.Fprintln(a.err, "Written to", file)
	return nil
}

// writeWhole writes a new file, which only gets its name once it is complete.
func writeWhole(file string, from io.Reader, bar counter) error {
	if _, err := os.Stat(file); err == nil {
		return usage{fmt.Errorf("%s exists", file)}
	}
	part, err := os.CreateTemp(filepath.Dir(file), ".sd-*")
	if err != nil {
		return err
	}
	defer os.Remove(part.Name())
	_, err = io.Copy(io.MultiWriter(part, bar), from)
	if err := errors.Join(err, part.Close()); err != nil {
		return err
	}
	return os.Rename(part.Name(), file)
}
