package youtube

import (
	"encoding/base64"
	"encoding/binary"
	"net/url"
	"slices"
)

// Continuation tokens of comments are binary messages of ids, the same for every visitor. The platform includes them
// below a video and below each comment; building them here saves the call that only fetches them.

// commentsToken returns the token of the first page of a video's comments, top comments first.
func commentsToken(video string) string {
	about := slices.Concat(field(0x22, video), []byte{0x30, 0, 0x78, 2})
	return tokenOf(video, slices.Concat(field(0x22, string(about)), field(0x42, "comments-section")))
}

// repliesToken returns the token of the first page of the replies to a comment.
func repliesToken(video, parent, channel string) string {
	thread := slices.Concat(field(0x12, parent), []byte{0x22, 2, 0x08, 0}, field(0x2a, channel), field(0x32, video),
		[]byte{0x40, 1, 0x48, 10, 0x82, 0x01, 2, 0x08, 1})
	return tokenOf(video, slices.Concat(field(0x1a, string(thread)), field(0x42, "comment-replies-item-"+parent)))
}

// tokenOf wraps list into the message about a video and encodes it as a token.
func tokenOf(video string, list []byte) string {
	token := slices.Concat(field(0x12, string(field(0x12, video))), []byte{0x18, 6}, field(0x32, string(list)))
	return url.QueryEscape(base64.URLEncoding.EncodeToString(token))
}

// field encodes a length-delimited field of a protocol buffer; key is its tag byte.
func field(key byte, value string) []byte {
	return append(binary.AppendUvarint([]byte{key}, uint64(len(value))), value...)
}
