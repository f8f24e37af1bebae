package simulator

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// feedSize is the maximum number of items in a feed.
const feedSize = 15

// feed sends the Atom feed of a channel's uploads; playlist is "UULF" or similar with the channel's id.
func (s *videoSite) feed(w http.ResponseWriter, playlist string) {
	suffix := strings.TrimPrefix(playlist, "UU")
	if len(suffix) < 3 || s.channel("UC"+suffix[2:]) == nil {
		sendHTML(w, http.StatusNotFound, "<!DOCTYPE html><html><title>Error 404 (Not Found)!!1</title></html>")
		return
	}
	c := s.channel("UC" + suffix[2:])
	films := c.tabs[uploads[suffix[:2]]]
	w.Header().Set("Content-Type", "text/xml; charset=UTF-8")
	_, _ = fmt.Fprintf(w, `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
 <id>yt:playlist:%s</id><title>Videos</title><author><name>%s</name><uri>https://www.youtube.com/channel/%s</uri></author>
`, playlist, escaped(c.name), c.id)
	for _, f := range films[:min(len(films), feedSize)] {
		_, _ = fmt.Fprintf(w, ` <entry><id>yt:video:%s</id><yt:videoId>%s</yt:videoId><yt:channelId>%s</yt:channelId><title>%s</title><published>%s</published>
  <media:group><media:title>%s</media:title><media:thumbnail url="https://i3.ytimg.com/vi/%s/hqdefault.jpg" width="480" height="360"/>
  <media:description>%s</media:description><media:community><media:statistics views="%d"/></media:community></media:group></entry>
`, f.id, f.id, c.id, escaped(f.title), time.Unix(f.published, 0).UTC().Format(time.RFC3339), escaped(f.title), f.id, escaped(f.text), f.views)
	}
	_, _ = fmt.Fprint(w, "</feed>\n")
}

func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}
