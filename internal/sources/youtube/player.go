package youtube

import (
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// player is an answer of the player endpoint: the base of an item.
type player struct {
	status   string       // playabilityStatus.status, "" if the answer has none
	reason   string       // the reason given first, as it is shown
	words    string       // every reason given, in plain words
	details  gjson.Result // videoDetails
	format   gjson.Result // microformat.playerMicroformatRenderer: the browser's alone
	captions gjson.Result // captions.playerCaptionsTracklistRenderer
	streams  gjson.Result // streamingData
}

// readPlayer takes the parts out of an answer in one walk; the answer of the phone's app is nested.
func readPlayer(doc answer) player {
	top := doc.top
	if nested, ok := top["playerResponse"]; ok {
		top = map[string]gjson.Result{}
		nested.ForEach(func(key, v gjson.Result) bool {
			top[key.Str] = v
			return true
		})
	}
	said := reasons(top["playabilityStatus"])
	return player{
		status:   top["playabilityStatus"].Get("status").String(),
		reason:   said[0],
		words:    plain(strings.Join(said, "\n")),
		details:  top["videoDetails"],
		format:   top["microformat"].Get("playerMicroformatRenderer"),
		captions: top["captions"].Get("playerCaptionsTracklistRenderer"),
		streams:  top["streamingData"],
	}
}

// reasons collects what is said about a video that does not play, wherever it is said; the last one is empty.
func reasons(status gjson.Result) []string {
	var said []string
	if reason := status.Get("reason").String(); reason != "" {
		said = append(said, reason)
	}
	forEach(status.Get("messages"), func(m gjson.Result) bool {
		said = append(said, m.String())
		return true
	})
	if screen := status.Get("errorScreen.playerErrorMessageRenderer"); screen.Exists() {
		said = append(said, text(screen.Get("reason")), text(screen.Get("subreason")))
	}
	return append(said, "")
}

// hasDetails reports whether the answer holds what makes an item.
func (p player) hasDetails() bool {
	return p.title() != nil && isChannelID(p.channel())
}

func (p player) title() *string {
	if t := scan.Str(p.details.Get("title")); t != nil {
		return t
	}
	return nonBlank(text(p.format.Get("title")))
}

func (p player) channel() string {
	return scan.First(p.details.Get("channelId"), p.format.Get("externalChannelId")).String()
}

// isBlocked reports whether the answer turns the program or the visitor away. It says nothing about the video, and may
// still describe it.
func (p player) isBlocked() bool {
	if p.status == "" {
		return !p.hasDetails() // a field mask may leave the status out
	}
	return p.status != "OK" && (p.botCheck() || isAboutUs(p.words))
}

// isAboutUs reports whether words are about the network or the program that asks, and not about the content.
func isAboutUs(words string) bool {
	for _, sign := range []string{"needs to be reloaded", "unusual traffic", "try again later", "network administrator", "workspace administrator", "on this app"} {
		if strings.Contains(words, sign) {
			return true
		}
	}
	return false
}

func (p player) botCheck() bool { return p.status != "OK" && strings.Contains(p.words, "not a bot") }

// refusesVisitor reports whether the answer turns the visitor away, as a bot or for having asked for too much. Another one may
// be answered.
func (p player) refusesVisitor() bool {
	return p.botCheck() || p.status != "OK" && strings.Contains(p.words, "try again later")
}

// isPending reports whether the video exists and has nothing to play yet: before it starts and while it is processed.
func (p player) isPending() bool {
	if !p.hasDetails() {
		return false
	}
	if p.status == "LIVE_STREAM_OFFLINE" {
		return true
	}
	for _, words := range []string{"processing this video", "recording is not available", "currently live"} {
		if p.status != "OK" && strings.Contains(p.words, words) {
			return true
		}
	}
	return false
}

// isComplete reports whether the answer holds all that this client ever gets: what it leaves out, the video does not
// have.
func (p player) isComplete() bool { return p.status == "OK" && p.hasDetails() || p.isPending() }

// problem returns why the video cannot be seen; nil if it can, and when a refusal describes it.
func (p player) problem() *apierror.Error {
	switch {
	case p.status == "OK", p.isPending(), p.isBlocked() && p.hasDetails(), p.status == "" && p.hasDetails():
		return nil
	case p.isBlocked():
		return apierror.Wrap(errRefused, apierror.CodeRouteDegraded)
	}
	if f := parseUnavailable(p.words); f != nil {
		return f
	}
	switch p.status {
	case "LOGIN_REQUIRED":
		return apierror.Wrap(errRefused, apierror.CodeRouteDegraded)
	case "AGE_CHECK_REQUIRED", "AGE_VERIFICATION_REQUIRED", "CONTENT_CHECK_REQUIRED":
		return apierror.New(apierror.CodeUnavailableRestricted)
	case "UNPLAYABLE":
		if p.hasDetails() {
			return apierror.New(apierror.CodeUnavailableRestricted)
		}
	}
	return apierror.New(apierror.CodeNotFound, "resource", "item")
}

// isLive reports whether the video is running now or has not begun: its length is not known yet.
func (p player) isLive() bool {
	return p.details.Get("isLive").Bool() || p.details.Get("isUpcoming").Bool() || p.format.Get("liveBroadcastDetails.isLiveNow").Bool()
}

// kind returns what the browser's answer says, else what the link said.
func (p player) kind(hint content.Kind) content.Kind {
	canonical, eligible := p.format.Get("canonicalUrl").String(), p.format.Get("isShortsEligible")
	switch {
	case canonical != "" && strings.Contains(canonical, "/shorts/"), canonical == "" && eligible.Bool():
		return content.KindShort
	case canonical == "" && !eligible.Exists() && hint != "":
		return hint
	}
	return content.KindVideo
}
