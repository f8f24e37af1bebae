package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

func (a *app) mediaCommand() *cobra.Command {
	var file string
	var all bool
	c := &cobra.Command{Use: "media REFERENCE", Short: "Download the media that a reference keeps", Args: args(cobra.ExactArgs(1)),
		Example: "  sd media $REFERENCE -o clip.mp4\n  sd media $REFERENCE --all",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.GetReferenceWithResponse(ctx, given[0], &client.GetReferenceParams{})
			kept, err := parsed[client.Reference](r, err)
			if err != nil {
				return err
			}
			if kept.PrimaryMediaID == nil {
				return gone{fmt.Errorf("the reference keeps no media: %s", kept.MediaAvailability)}
			}
			parts := slices.DeleteFunc(kept.Media, func(p client.Part) bool { return p.State != client.PartStateKept })
			if !all {
				if more := len(parts) - 1; more > 0 {
					fmt.Fprintf(a.err, "The post has %d more: --all takes every part.\n", more)
				}
				return a.downloadMedia(ctx, api, *kept.PrimaryMediaID, file)
			}
			for _, part := range parts {
				if err := a.downloadMedia(ctx, api, *part.MediaID, ""); err != nil {
					return err
				}
			}
			return nil
		})}
	c.Flags().StringVarP(&file, "output", "o", "", "a new file; the name that the service gives it unless said otherwise, - is standard output")
	c.Flags().BoolVar(&all, "all", false, "every part of the post, each in a file of its own; otherwise the first")
	c.MarkFlagsMutuallyExclusive("output", "all")
	completeFile(c, "output")
	return c
}

// downloadMedia downloads a stored file. If file is "", it uses the name that the service gives it.
func (a *app) downloadMedia(ctx context.Context, api *client.ClientWithResponses, id, file string) error {
	r, err := api.CreateDownloadURLWithResponse(ctx, id, nil, client.DownloadRequest{})
	link, err := parsed[client.Download](r, err)
	if err != nil {
		return err
	}
	if file == "" {
		file = filepath.Base(link.Filename)
	}
	return a.download(ctx, file, func(ctx context.Context, _ *client.ClientWithResponses) (*http.Response, error) {
		return fetch(ctx, link.URL)
	})
}

// fetch requests a signed link. The link works without a key, so none is sent.
func fetch(ctx context.Context, link string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, link, nil)
	if err != nil {
		return nil, errors.New("the link of the media cannot be read")
	}
	return http.DefaultClient.Do(req)
}

func (a *app) transcriptCommand() *cobra.Command {
	var file, format string
	c := &cobra.Command{Use: "transcript REFERENCE", Short: "Download the transcript that a reference keeps", Args: args(cobra.ExactArgs(1)),
		Example: "  sd transcript $REFERENCE --format srt -o clip.srt",
		RunE: func(c *cobra.Command, given []string) error {
			if a.json {
				format = "json"
			}
			return a.download(c.Context(), file, func(ctx context.Context, api *client.ClientWithResponses) (*http.Response, error) {
				return api.GetTranscript(ctx, given[0], &client.GetTranscriptParams{Format: orNil[client.GetTranscriptParamsFormat](format)})
			})
		}}
	c.Flags().StringVarP(&file, "output", "o", "-", "a new file; - is standard output")
	completeFile(c, "output")
	c.Flags().StringVar(&format, "format", "text", "text, srt, vtt or json")
	complete(c, "format", "text", "srt", "vtt", "json")
	return c
}
