package youtube

import (
	"cmp"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// player is an answer of the player endpoint, the main source of an item.
type player struct {
	status   string       // playabilityStatus.status, "" if the answer has none
	reason   string       // the first reason, as displayed
	words    string       // all reasons, normalised by plain
	details  gjson.Result // videoDetails
	format   gjson.Result // microformat.playerMicroformatRenderer: only in the browser's answer
	captions gjson.Result // captions.playerCaptionsTracklistRenderer
	streams  gjson.Result // streamingData
}

// readPlayer reads the parts of an answer in one walk; the phone app's answer is nested.
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

// reasons returns every text that says why a video does not play. The last one is "".
func reasons(status gjson.Result) []string {
	var said []string
	if reason := status.Get("reason").String(); reason != "" {
		said = append(said, reason)
	}
	for m := range scan.Elements(status.Get("messages")) {
		said = append(said, m.String())
	}
	if screen := status.Get("errorScreen.playerErrorMessageRenderer"); screen.Exists() {
		said = append(said, text(screen.Get("reason")), text(screen.Get("subreason")))
	}
	return append(said, "")
}

// hasDetails reports whether the answer has enough for an item.
func (p player) hasDetails() bool {
	return p.title() != nil && isChannelID(p.channel())
}

func (p player) title() *string {
	return cmp.Or(scan.Str(p.details.Get("title")), nonBlank(text(p.format.Get("title"))))
}

func (p player) channel() string {
	return scan.First(p.details.Get("channelId"), p.format.Get("externalChannelId")).String()
}

// isBlocked reports whether the platform refuses the program or the visitor. That says nothing about the video, though
// the answer may still describe it.
func (p player) isBlocked() bool {
	if p.status == "" {
		return !p.hasDetails() // a field mask may have removed the status
	}
	return p.status != "OK" && (p.botCheck() || isAboutUs(p.words))
}

// isAboutUs reports whether a reason is about the network or program of the request, and not about the content.
func isAboutUs(words string) bool {
	return scan.HasAny(words, "needs to be reloaded", "unusual traffic", "try again later", "network administrator", "workspace administrator", "on this app")
}

func (p player) botCheck() bool { return p.status != "OK" && strings.Contains(p.words, "not a bot") }

// refusesVisitor reports whether the platform refuses the visitor, as a bot or for too many requests. Another visitor
// may be accepted.
func (p player) refusesVisitor() bool {
	return p.botCheck() || p.status != "OK" && strings.Contains(p.words, "try again later")
}

// isPending reports whether the video exists but cannot be played yet: it is scheduled or being processed.
func (p player) isPending() bool {
	if !p.hasDetails() {
		return false
	}
	if p.status == "LIVE_STREAM_OFFLINE" {
		return true
	}
	return p.status != "OK" && scan.HasAny(p.words, "processing this video", "recording is not available", "currently live")
}

// isComplete reports whether the answer has everything that this client ever gets: what is missing from it, the video does not have.
func (p player) isComplete() bool { return p.status == "OK" && p.hasDetails() || p.isPending() }

// problem returns why the video is not visible; nil if it is, or if the refusal still describes it.
func (p player) problem() error {
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

// isLive reports whether the video is live or scheduled, so that its length is not known yet.
func (p player) isLive() bool {
	return p.details.Get("isLive").Bool() || p.details.Get("isUpcoming").Bool() || p.format.Get("liveBroadcastDetails.isLiveNow").Bool()
}

// kind returns the kind in the browser's answer, or else the hint from the link.
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
