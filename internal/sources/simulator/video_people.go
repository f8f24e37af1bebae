package simulator

import "fmt"

// videoPeople invents the same channels every time.
func videoPeople() []*channel {
	people := []*channel{
		{
			handle: "lanternkitchen", name: "Lantern Kitchen", about: "Supper for two in half an hour.\nNew on Tuesdays.",
			country: "Ireland", joined: "Joined Mar 4, 2014", links: []string{"lanternkitchen.example/recipes", "shop.example/aprons"},
			verified: true, followers: 1284311, language: "en",
		},
		{
			handle: "hollowpine", name: "Hollow Pine Workshop", about: "Chairs, mostly.",
			country: "Canada", joined: "Joined Nov 21, 2019", followers: 48210, language: "en",
		},
		{
			handle: "marlow.maps", name: "Marlow Draws Maps", about: "Coastlines that never were, drawn live.",
			country: "Portugal", joined: "Joined Jul 9, 2017", links: []string{"maps.example"}, verified: true, followers: 310452, language: "en",
		},
		{
			handle: "喫茶みどり", name: "喫茶みどり", about: "朝のコーヒーと音楽。",
			country: "Japan", joined: "Joined Jan 15, 2021", followers: 9120, language: "ja",
		},
		{handle: "quietorbit", name: "Quiet Orbit", joined: "Joined Feb 2, 2025", followers: 84, language: "en"},
		{handle: "northbarrel", name: "North Barrel Distillers", about: "For grown-ups.", gated: true, followers: 5100, language: "en"},
	}
	for _, c := range people {
		c.id = channelID(c.handle)
	}
	for n, tabs := range videoTitles {
		for _, t := range tabs {
			fill(people[n], t.tab, t.count, t.titles)
		}
	}
	streams := people[2].tabs[tabStreams]
	streams[0].live, streams[1].live = "upcoming", "now"
	people[1].tabs[tabVideos][1].noComments = true
	converseOnVideos(people)
	return append(people, knownChannel(people))
}

// knownChannel returns the channel for checking whether the site works: its video has a comment and the word that is
// searched for. It is not in the sample.
func knownChannel(people []*channel) *channel {
	c := &channel{handle: "firstupload", id: "UC4QobU6STFB0P71PMvOGN5A", name: "First Upload", joined: "Joined Apr 23, 2005", followers: 5, language: "en", known: true}
	fill(c, tabVideos, 2, as("Elephants, briefly, to music", "A song that everybody knows"))
	f := c.tabs[tabVideos][0]
	f.id, c.tabs[tabVideos][1].id = "jNQXAC9IVRw", "dQw4w9WgXcQ"
	f.comments = []*videoComment{remark(people, f, 0, "The first one.", 0)}
	return c
}

// fill invents the items of one tab.
func fill(c *channel, tab, count int, words titles) {
	c.titles[tab] = words
	for n := range count {
		c.tabs[tab] = append(c.tabs[tab], c.shoot(tab, n, words.text(n)))
	}
}

// converseOnVideos adds the people's comments: several pages and a thread of several pages for the first video, few or
// none for the others.
func converseOnVideos(people []*channel) {
	lines := []string{"I made this on Sunday and it worked.", "Watched it twice.", "What is the music?", "The part in the middle!", "More of these, please."}
	for i, c := range people {
		for t := range c.tabs {
			for n, f := range c.tabs[t] {
				count := (n + t) % 5
				if i == 0 && t == 0 && n == 0 {
					count = 46
				}
				for k := range count {
					f.comments = append(f.comments, remark(people, f, k, lines[k%len(lines)], k%4))
				}
				if count > 0 {
					f.comments[0].pinned, f.comments[0].by = true, c
				}
			}
		}
	}
	first := people[0].tabs[tabVideos][0]
	first.comments[0].answered(people, 25)
}

// remark invents the k-th comment on a video, with replies.
func remark(people []*channel, on *film, k int, text string, replies int) *videoComment {
	c := &videoComment{id: "Ug" + videoID(on.id, k) + videoID(k, on.id)[:7] + "4AaABAg", by: people[(k+1)%5], text: text, likes: int64(k*k*13) % 9000, age: int64(k+1) * 7 * 3600}
	c.answered(people, replies)
	return c
}

// answered returns a comment with so many replies.
func (c *videoComment) answered(people []*channel, count int) {
	c.replies = nil
	for r := range count {
		c.replies = append(c.replies, &videoComment{id: c.id + "." + videoID(c.id, r) + videoID(r), by: people[r%5],
			text: fmt.Sprintf("Reply %d: so did I.", r+1), likes: int64(r), age: int64(r+1) * 3600})
	}
}
