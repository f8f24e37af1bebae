package simulator

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// captions invents texts of posts: subjects and what is said of them, in turns. The lengths of both have no common divisor,
// so that the first len(subjects)*len(said) texts differ.
type captions struct{ subjects, said, tags []string }

// text returns the n-th caption with its hashtag.
func (c captions) text(n int) string {
	text := c.subjects[n%len(c.subjects)]
	if said := c.said[n%len(c.said)]; said != "" {
		text += ", " + said
	}
	return text + " #" + c.tags[n%len(c.tags)]
}

// titles invents titles: subjects in sentences that have %s for one, in turns. The lengths of both have no common divisor, so that the
// first len(subjects)*len(sentences) titles differ.
type titles struct{ subjects, sentences []string }

// text returns the n-th title.
func (t titles) text(n int) string {
	text := fmt.Sprintf(t.sentences[n%len(t.sentences)], t.subjects[n%len(t.subjects)])
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// as returns titles that are taken as they are.
func as(texts ...string) titles { return titles{texts, []string{"%s"}} }

// shares are what few and many see, in thousandths of those who follow.
var shares = [...]int64{3, 8, 20, 45, 70, 110, 160, 230, 340, 500, 800, 1400, 3100}

// audience returns how many see the n-th of an account's things: from a few of those who follow it to far more than those, always the same.
func audience(followers int64, account string, n int) int64 {
	chance := int64(hashOf(fmt.Sprint(account, n)))
	share := shares[chance%int64(len(shares))]
	return followers*share/1000 + followers*share/1000*(chance/16%97)/200 + 60 + chance/64%83
}

// about returns captions of one subject, with its last word as hashtag.
func about(subject string) captions {
	return captions{[]string{subject}, []string{"still sealed", "opened at last"}, []string{subject[strings.LastIndex(subject, " ")+1:]}}
}

// clipCaptions are the captions of TikTok's first accounts.
var clipCaptions = []captions{
	{
		[]string{"sourdough at dawn", "rye with too much caraway", "the crust you can hear", "cinnamon knots for a late bus", "what I bake when it rains", "focaccia, dimpled and left alone", "a baguette in a home oven", "the starter's first birthday"},
		[]string{"before the street wakes", "", "and the one mistake I keep making", "step by step", "with butter, obviously", "for people without a mixer", "answering your questions"},
		[]string{"sourdough", "baking", "bread", "breadtok", "homebaking"},
	},
	{
		[]string{"a crab that waves", "anemones at low water", "who lives under this rock", "the smallest octopus we have met", "barnacles having lunch", "a starfish turns over"},
		[]string{"slowed down", "", "filmed before the rain", "please look, do not lift", "third attempt"},
		[]string{"tidepool", "lowtide", "tidewatch"},
	},
	{
		[]string{"turning a walnut bowl", "a spoon from the pear tree", "sharpening the skew", "a lid that fits", "shavings, no talking"},
		[]string{"start to finish", "", "and where it cracked", "with the old lathe"},
		[]string{"woodturning", "lathe", "handmade"},
	},
}

// photoCaptions are the captions of Instagram's first accounts.
var photoCaptions = []captions{
	{
		[]string{"The lamp room at four in the morning", "Keeper Ines and her logbook", "Fog signal, last test of the year", "A lens made in 1871", "Two hundred steps", "Paint day on the gallery", "The supply boat, a day late", "Storm glass"},
		[]string{"still lit by hand", "", "after eleven days of fog", "seen from the pier", "for the archive"},
		[]string{"light", "lighthouse", "harbourlight"},
	},
	{
		[]string{"Chanterelles under the birches", "A first arrowhead", "Nettle rope", "Wild garlic, the whole bank"},
		[]string{"", "an hour from the road", "with cold hands"},
		[]string{"foraging", "flint"},
	},
	{
		[]string{"A crane in forty folds", "Wet-folded fox", "The dragon, half way"},
		[]string{"", "one uncut square"},
		[]string{"papercraft", "origami"},
	},
	{[]string{"Behind the gate"}, []string{"in May", "in June"}, []string{"garden"}},
}
