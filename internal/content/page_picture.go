package content

// PageStatus is what became of a picture of a page.
type PageStatus string

// The statuses of a picture of a page. Pictures of every status but PageFailed are kept.
const (
	PageKept    PageStatus = "kept"    // the text of the post is visible in it
	PageWall    PageStatus = "wall"    // it shows a login or consent wall, or a refusal, not the post
	PageUnclear PageStatus = "unclear" // it may show the post or not
	PageFailed  PageStatus = "failed"  // there is none
)

// PageStatuses lists every PageStatus once.
func PageStatuses() []PageStatus {
	return []PageStatus{PageKept, PageWall, PageUnclear, PageFailed}
}

// PageReason is why a picture of a page does not show the post, or why there is none.
type PageReason string

// The reasons. A picture that shows the post has none.
const (
	PageSignIn      PageReason = "sign_in"      // a wall: visitors have to log in
	PageConsent     PageReason = "consent"      // a wall: visitors have to consent
	PageBotCheck    PageReason = "bot_check"    // a wall: a check for bots
	PageRefused     PageReason = "refused"      // a wall: the platform answered with an error or asked to wait
	PageCovered     PageReason = "covered"      // a wall: a dialog without the post's text covers the page
	PageNoPostText  PageReason = "no_post_text" // unclear: the post's text is not among the visible text
	PageNoKnownText PageReason = "no_text"      // unclear: nothing is known of the post that could be looked for
	PageTimeout     PageReason = "timeout"      // failed: the page did not come in time
	PageUnreachable PageReason = "unreachable"  // failed: the connection failed
	PageElsewhere   PageReason = "elsewhere"    // failed: the page leads to a host that is not the platform's
	PageTooLarge    PageReason = "too_large"    // failed: the picture exceeds its bound
	PageBrowser     PageReason = "browser"      // failed: the browser ended or did not answer
	PageBusy        PageReason = "busy"         // failed: other pictures were being taken for too long
)

// PageReasons lists every PageReason once.
func PageReasons() []PageReason {
	return []PageReason{PageSignIn, PageConsent, PageBotCheck, PageRefused, PageCovered, PageNoPostText, PageNoKnownText, PageTimeout, PageUnreachable, PageElsewhere,
		PageTooLarge, PageBrowser, PageBusy}
}

// PagePicture is a picture of a post's public page, as a visitor without login saw it.
type PagePicture struct {
	Status         PageStatus  `json:"status" doc:"kept: the text of the post, or of a post without text its author's name, is visible; pictures and video may be missing. wall: it shows a login or consent wall or a refusal, not the post. unclear: it may show the post or not. failed: there is none"`
	Reason         *PageReason `json:"reason" doc:"Why it does not show the post, or why there is none; null for kept"`
	TakenAt        Time        `json:"takenAt"`
	Address        *string     `json:"address" doc:"Where the page led, without tokens; null if it did not come"`
	PictureMediaID *string     `json:"pictureMediaId" doc:"The picture, image/png; null for none"`
	PDFMediaID     *string     `json:"pdfMediaId" doc:"The page as application/pdf; null for none"`
}
