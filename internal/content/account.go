package content

import "strings"

// Account is the result of an account lookup, without the suffix that differs per caller (see Served).
type Account struct {
	Object            string        `json:"object" enum:"account"`
	ID                string        `json:"id"`
	Platform          Platform      `json:"platform"`
	Handle            *string       `json:"handle"`
	Name              *string       `json:"name"`        // at most 500
	Description       *string       `json:"description"` // at most 5000
	URL               *string       `json:"url"`
	Avatar            []Image       `json:"avatar"` // at most 64
	Banner            []Image       `json:"banner"` // at most 64
	Verified          *bool         `json:"verified"`
	Stats             AccountStats  `json:"stats"`
	Links             []Link        `json:"links"`    // at most 32
	Country           *string       `json:"country"`  // at most 100
	JoinedAt          *string       `json:"joinedAt"` // yyyy-mm-dd
	UnavailableFields []string      `json:"unavailableFields"`
	VideoSite         *VideoAccount `json:"video_site"`
	ClipSite          *ClipAccount  `json:"clip_site"`
	PhotoSite         *PhotoAccount `json:"photo_site"`
	AdLibrary         *AdAccount    `json:"ad_library" doc:"Always null: advertisers cannot be looked up"`

	Incomplete bool `json:"-"` // a field is null only because a further request failed
}

// AdAccount is empty, because advertisers cannot be looked up.
type AdAccount struct{}

// LocalID returns the platform's own id, without the platform's prefix.
func (a *Account) LocalID() string {
	_, local, _ := strings.Cut(a.ID, ":")
	return local
}

// Ref returns a reference to the account.
func (a *Account) Ref() *AccountRef {
	return &AccountRef{Object: "account", ID: a.ID, Platform: a.Platform, Handle: a.Handle, Name: a.Name, URL: a.URL}
}

// AccountStats are an account's public counts.
type AccountStats struct {
	Followers *int64 `json:"followers"`
	Following *int64 `json:"following"`
	Items     *int64 `json:"items"`
	Views     *int64 `json:"views"`
}

// Link is an address that an account shows in its profile.
type Link struct {
	Title *string `json:"title"`
	URL   string  `json:"url"`
}

// VideoAccount holds the fields that only a video_site account has.
type VideoAccount struct {
	FollowersApproximate bool `json:"followersApproximate"`
}

// ClipAccount holds the fields that only a clip_site account has.
type ClipAccount struct {
	Likes   *int64 `json:"likes"`
	Private *bool  `json:"private"`
}

// PhotoAccount holds the fields that only a photo_site account has.
type PhotoAccount struct {
	Private *bool `json:"private"`
}

// AccountRow is one row of an account search.
type AccountRow struct {
	AccountRef
	Followers *int64 `json:"followers"`
}
