package content

// Comment is one comment or reply.
type Comment struct {
	Object           string      `json:"object" enum:"comment"`
	ID               string      `json:"id"`     // the platform's own
	ItemID           string      `json:"itemId"` // natural id
	ParentID         *string     `json:"parentId"`
	Author           *AccountRef `json:"author"`
	Text             *string     `json:"text"`
	PublishedAt      *Time       `json:"publishedAt"`
	PublishedText    *string     `json:"publishedText"`
	Likes            *int64      `json:"likes"`
	LikesApproximate bool        `json:"likesApproximate" doc:"The platform rounds the likes"`
	Replies          *int64      `json:"replies"`
	Pinned           *bool       `json:"pinned"`
	ByItemAuthor     *bool       `json:"byItemAuthor"`
}
