package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// batchSize is the maximum number of links in one request.
const batchSize = 100

// maxLine is the maximum length of a line in a file of links, in bytes.
const maxLine = 64 << 10

// linkFlags holds the files to read links from, besides the arguments.
type linkFlags struct{ files []string }

func (f *linkFlags) add(c *cobra.Command) {
	c.Flags().StringSliceVarP(&f.files, "from", "f", nil, "a file of links, one a line; - is standard input; several times for several")
	completeFile(c, "from")
}

// read returns the links from the arguments and the files. The argument "-" means standard input. Empty lines and
// lines that start with # are skipped.
func (f *linkFlags) read(in io.Reader, given []string) (links []string, err error) {
	for _, link := range given {
		if link != "-" {
			links = append(links, itemLink(link))
			continue
		}
		if links, err = readLinks(links, in); err != nil {
			return nil, err
		}
	}
	for _, name := range f.files {
		if links, err = readFile(links, in, name); err != nil {
			return nil, err
		}
	}
	if len(links) == 0 {
		return nil, usage{errors.New("no links: give some, - for standard input, or --from FILE")}
	}
	return links, nil
}

func readFile(links []string, in io.Reader, name string) ([]string, error) {
	if name == "-" {
		return readLinks(links, in)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, usage{err}
	}
	defer file.Close()
	return readLinks(links, file)
}

func readLinks(links []string, from io.Reader) ([]string, error) {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		if line := strings.TrimSpace(lines.Text()); line != "" && !strings.HasPrefix(line, "#") {
			links = append(links, itemLink(line))
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("the links cannot be read: %w", err)
	}
	return links, nil
}

// itemLinks has the prefix of item links by platform, for converting ids that lists print.
var itemLinks = map[string]string{
	"video_site": "https://www.youtube.com/watch?v=",
	"clip_site":  "https://www.tiktok.com/@_/video/",
	"photo_site": "https://www.instagram.com/p/",
	"ad_library": "https://www.facebook.com/ads/library/?id=",
}

// itemLink converts an item id such as video_site:g6QYSy6P-nW to a link. Other text is returned unchanged.
func itemLink(typed string) string {
	platform, id, named := strings.Cut(typed, ":")
	if begin := itemLinks[platform]; named && begin != "" && !strings.HasPrefix(id, "@") {
		return begin + url.PathEscape(id)
	}
	return typed
}
