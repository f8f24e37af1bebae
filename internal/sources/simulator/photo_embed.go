package simulator

import (
	"net/http"
	"strings"
)

// embedPage sends a post's embed page. It is the same for posts that are gone, private or gated.
func (s *photoSite) embedPage(w http.ResponseWriter, code string) {
	p, post := s.find(code)
	if post == nil {
		sendHTML(w, http.StatusOK, `<!DOCTYPE html><html><body><div class="EmbedIsBroken">The link to this photo or video may be broken, or the post may have been removed.</div>`+embedScript(nil)+`</body></html>`)
		return
	}
	media := post.edgeShape(p)
	inner := script(object{"context": object{"type": photoGraphType[post.kind], "shortcode": code, "copyright_blocked": false}, "gql_data": object{"shortcode_media": media}})
	sendHTML(w, http.StatusOK, `<!DOCTYPE html><html><body><div class="Embed" data-media-type="`+photoGraphType[post.kind]+`"></div>`+embedScript(inner)+`</body></html>`)
}

// embeddedProfile sends an account's embed page, which has the number of its posts.
func (s *photoSite) embeddedProfile(w http.ResponseWriter, handle string) {
	p := s.person(handle)
	if p == nil || p.private {
		sendHTML(w, http.StatusOK, `<!DOCTYPE html><html><body>`+embedScript(nil)+`</body></html>`)
		return
	}
	inner := script(object{"context": object{"username": p.handle, "posts_count": len(p.posts), "graphql_media": []any{}}})
	sendHTML(w, http.StatusOK, `<!DOCTYPE html><html><body>`+embedScript(inner)+`</body></html>`)
}

var photoGraphType = map[int]string{1: "GraphImage", 2: "GraphVideo", 8: "GraphSidecar"}

func embedScript(context any) string {
	return `<script>requireLazy(["ServerJS"],function(S){(new S()).handle({"require":[["PolarisEmbedSimple","init",[],[` + script(object{"contextJSON": context}) + `]]]});});</script>`
}

// edgeShape returns a post with edge_… names, as on its embed page: without time and type.
func (p *photoPost) edgeShape(by *photoPerson) object {
	o := object{
		"id": photoPK(p.code()), "shortcode": p.code(), "is_video": p.kind == 2, "display_url": p.cdn("w1080", "jpg"),
		"edge_media_to_caption": object{"edges": []object{}}, "edge_media_to_comment": object{"count": len(p.comments)}, "edge_liked_by": object{"count": p.likes},
		"owner": object{"id": by.user()["pk"], "username": by.handle, "is_verified": by.verified},
	}
	if !p.noText {
		o["edge_media_to_caption"] = object{"edges": []object{{"node": object{"text": p.text}}}}
	}
	switch p.kind {
	case 2:
		o["video_url"] = p.videoURL()
	case 8:
		var edges []object
		for _, suffix := range []string{"-0", "-1", "-2"} {
			edges = append(edges, object{"node": object{"__typename": "GraphImage", "display_url": p.cdn("w1080"+suffix, "jpg")}})
		}
		o["edge_sidecar_to_children"] = object{"edges": edges}
	}
	return o
}

func (s *photoSite) oembed(w http.ResponseWriter, link string) {
	parts := strings.Split(strings.Trim(link, "/"), "/")
	p, post := s.find(parts[len(parts)-1])
	if post == nil {
		http.Error(w, "No Media Match", http.StatusNotFound)
		return
	}
	pk := p.user()["pk"].(string)
	sendJSON(w, http.StatusOK, object{"version": "1.0", "title": post.text, "author_name": p.handle, "author_id": p.pk, "media_id": photoPK(post.code()) + "_" + pk,
		"provider_name": "Instagram", "type": "rich", "thumbnail_url": post.cdn("w640", "jpg"), "html": ""})
}
