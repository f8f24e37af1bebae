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

// batchSize is how many links one request of a batch takes.
const batchSize = 100

// maxLine bounds a line of a file of links.
const maxLine = 64 << 10

// linkFlags say where links are read besides the arguments.
type linkFlags struct{ files []string }

func (f *linkFlags) add(c *cobra.Command) {
	c.Flags().StringSliceVarP(&f.files, "from", "f", nil, "a file of links, one a line; - is standard input; several times for several")
	completeFile(c, "from")
}

// read returns the links of the arguments and of the files. An argument "-" is standard input; blank lines and those that
// begin with # are left out.
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

// itemLinks make the link of an item out of the id that lists print, by platform.
var itemLinks = map[string]string{
	"video_site": "https://www.youtube.com/watch?v=",
	"clip_site":  "https://www.tiktok.com/@_/video/",
	"photo_site": "https://www.instagram.com/p/",
	"ad_library": "https://www.facebook.com/ads/library/?id=",
}

// itemLink returns the link of an item that was named by its id, such as video_site:g6QYSy6P-nW, and everything else as it is.
func itemLink(typed string) string {
	platform, id, named := strings.Cut(typed, ":")
	if begin := itemLinks[platform]; named && begin != "" && !strings.HasPrefix(id, "@") {
		return begin + url.PathEscape(id)
	}
	return typed
}
