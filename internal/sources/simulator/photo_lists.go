package simulator

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
)

// photoDocuments are the GraphQL documents that visitors may use, by id.
var photoDocuments = map[string]string{
	"28309390568695038": "post", "27659279553772821": "comments", "27981003384861049": "profile", "27553725110923321": "posts", "27838951732404191": "reels",
	"29032174876406682": "search",
}

func pleaseWait(w http.ResponseWriter) {
	sendJSON(w, http.StatusUnauthorized, object{"message": "Please wait a few minutes before you try again.", "require_login": true, "igweb_rollout": true, "status": "fail"})
}

// api simulates the v1 endpoints: oEmbed is public, the others require a sign-in.
func (s *photoSite) api(w http.ResponseWriter, r *http.Request, path []string) {
	session, err := r.Cookie("sessionid")
	switch {
	case path[0] == "oembed":
		s.oembed(w, r.URL.Query().Get("url"))
	case err == nil && session.Value != "" && path[0] == "users" && len(path) == 3:
		s.userInfo(w, path[1])
	default:
		pleaseWait(w)
	}
}

func (s *photoSite) userInfo(w http.ResponseWriter, pk string) {
	p := s.person(pk)
	if p == nil {
		sendJSON(w, http.StatusNotFound, object{"message": "User not found", "status": "fail"})
		return
	}
	u := p.user()
	u["follower_count"], u["following_count"], u["media_count"] = p.followers, p.follows, len(p.posts)
	sendJSON(w, http.StatusOK, object{"user": u, "status": "ok"})
}

// photoProviders are the variables that the documents of signed-in pages require.
var photoProviders = []string{"CASB976ProfileEnabled", "CannesGuardianExperienceEnabled", "RepostsConsumptionEnabled", "ShortDramaEnabled", "WebSchoolsEnabled"}

// signedInGraphQL answers null for visitors' documents, which belong to the other endpoint. Of its own documents it
// answers visitors only the account's, if they send all of its variables.
func (s *photoSite) signedInGraphQL(w http.ResponseWriter, r *http.Request) {
	var v map[string]any
	_ = json.Unmarshal([]byte(r.FormValue("variables")), &v)
	if r.FormValue("doc_id") != "28036671149327607" {
		sendJSON(w, http.StatusOK, object{"data": object{"xig_polaris_media": nil, "xig_user_by_username": nil, "user": nil}, "status": "ok"})
		return
	}
	for _, name := range photoProviders {
		if _, sent := v["__relay_internal__pv__Polaris"+name+"relayprovider"]; !sent {
			sendJSON(w, http.StatusOK, object{"errors": []object{{"message": "missing_required_variable_value", "code": 1675012}}})
			return
		}
	}
	id, _ := v["id"].(string)
	p := s.person(id)
	if p == nil {
		sendRoot(w, "user", nil)
		return
	}
	u := p.user()
	u["follower_count"], u["following_count"], u["media_count"] = p.followers, p.follows, nil
	sendRoot(w, "user", u)
}

// photoVariables are the variables of the documents.
type photoVariables struct {
	MediaID  string `json:"media_id"`
	Username string `json:"username"`
	After    string `json:"after"`
	Keyword  string `json:"keyword"`
}

// graphQL answers the documents of logged-out pages, if the request has a browser's headers.
func (s *photoSite) graphQL(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Sec-Fetch-Site") == "" || r.Header.Get("Sec-Fetch-Mode") == "" || r.Header.Get("Sec-Fetch-Dest") == "" {
		photoShell(w)
		return
	}
	var v photoVariables
	_ = json.Unmarshal([]byte(r.FormValue("variables")), &v)
	switch photoDocuments[r.FormValue("doc_id")] {
	case "post":
		s.postRoot(w, v.MediaID)
	case "comments":
		s.comments(w, v)
	case "profile":
		s.profileRoot(w, v.Username)
	case "posts":
		s.tab(w, v, "polaris_ordered_timeline_connection")
	case "reels":
		s.tab(w, v, "polaris_clips_connection")
	case "search":
		s.searchPage(w, v)
	default:
		documentNotFound(w, r.FormValue("doc_id"))
	}
}

func sendRoot(w http.ResponseWriter, root string, v any) {
	sendJSON(w, http.StatusOK, object{"data": object{root: v}, "extensions": object{"is_final": true}})
}

// postRoot sends a post as visitors see it: without plays and length.
func (s *photoSite) postRoot(w http.ResponseWriter, pk string) {
	p, post := s.find(pk)
	switch {
	case pk == photoPK(PhotoGated):
		sendRoot(w, "xig_polaris_media", gatedPost())
		return
	case pk == photoPK(PhotoSecondWay):
		p, post = s.people[0], s.people[0].posts[0]
	case pk == photoPK(PhotoHeldBack), pk == photoPK(PhotoInWords):
		pleaseWait(w)
		return
	case post == nil:
		sendRoot(w, "xig_polaris_media", nil)
		return
	}
	media := post.shape(p)
	if pk == photoPK(PhotoSecondWay) {
		media["code"], media["pk"] = PhotoSecondWay, pk
	}
	media["id"], media["view_count"] = "POLARIS_"+pk, nil
	delete(media, "play_count")
	delete(media, "video_duration")
	sendRoot(w, "xig_polaris_media", object{"pk": pk, "code": media["code"], "gating_ruling": nil, "if_not_gated_logged_out": media})
}

func gatedPost() object {
	ruling := object{"gating_type": 2, "title": "Not available in your region", "description": "This content isn't available in your country due to legal restrictions."}
	return object{"code": PhotoGated, "gating_ruling": ruling, "if_not_gated_logged_out": nil}
}

func (s *photoSite) profileRoot(w http.ResponseWriter, handle string) {
	p := s.person(handle)
	switch {
	case handle == PhotoWaiting, handle == PhotoWall:
		pleaseWait(w)
		return
	case p == nil:
		sendRoot(w, "xig_user_by_username", nil)
		return
	}
	user := p.user()
	user["follower_count"], user["following_count"], user["all_media_count"] = p.followers, p.follows, nil
	sendRoot(w, "xig_user_by_username", user)
}

// tab pages an account's posts or reels, 12 at a time; the cursor is the number of the last one.
func (s *photoSite) tab(w http.ResponseWriter, v photoVariables, connection string) {
	p := s.person(v.Username)
	if p == nil {
		sendRoot(w, "xig_user_by_username", nil)
		return
	}
	reels := connection == "polaris_clips_connection"
	edges, last, more := []object{}, "", false
	for _, post := range p.posts {
		if p.private || reels && post.product != "clips" || v.After != "" && post.pk >= number(strings.TrimPrefix(v.After, "AQ")) {
			continue
		}
		if more = len(edges) == 12; more {
			break
		}
		node := post.node(p)
		if reels {
			node["__typename"], node["play_count"], node["like_count"] = "XIGPolarisVideoMedia", post.likes*17, post.likes
			delete(node, "media_type")
		}
		last = "AQ" + strconv.FormatInt(post.pk, 10)
		edges = append(edges, object{"node": node, "cursor": last})
	}
	sendRoot(w, "xig_user_by_username", object{"pk": strconv.FormatInt(p.pk, 10), connection: object{"edges": edges, "page_info": photoPaging(more, last)}})
}

// searchPage pages the reels whose text contains the keyword, 12 at a time. Its rows omit their kind.
func (s *photoSite) searchPage(w http.ResponseWriter, v photoVariables) {
	edges, last, more := []object{}, "", false
	for _, p := range s.people {
		for _, post := range p.posts {
			if p.private || post.product != "clips" || !contains(post.text, v.Keyword) || v.After != "" && post.pk >= number(strings.TrimPrefix(v.After, "AQ")) {
				continue
			}
			if more = len(edges) == 12; more {
				break
			}
			node := post.node(p)
			node["play_count"] = post.likes * 17
			for _, key := range []string{"media_type", "product_type"} {
				delete(node, key)
			}
			last = "AQ" + strconv.FormatInt(post.pk, 10)
			edges = append(edges, object{"node": node, "cursor": last})
		}
	}
	sendRoot(w, "xig_logged_out_popular_search_media_info", object{"edges": edges, "page_info": photoPaging(more, last)})
}

func photoPaging(more bool, cursor string) object {
	if !more {
		return object{"has_next_page": false, "end_cursor": nil}
	}
	return object{"has_next_page": true, "end_cursor": cursor}
}

// comments pages a post's comments, 15 at a time; the cursor is a JSON string. Visitors see no replies.
func (s *photoSite) comments(w http.ResponseWriter, v photoVariables) {
	owner, post := s.find(v.MediaID)
	if post == nil {
		sendRoot(w, "xig_polaris_media", nil)
		return
	}
	var after struct {
		Server string `json:"server_cursor"`
	}
	_ = json.Unmarshal([]byte(v.After), &after)
	page, to := pageOf(post.comments, int(number(after.Server)), 15)
	edges := []object{}
	for _, c := range page {
		edges = append(edges, object{"node": c.shape(owner), "cursor": nil})
	}
	cursor := script(object{"is_server_cursor_inverse": true, "server_cursor": strconv.Itoa(to)})
	sendRoot(w, "xig_polaris_media", object{"id": "POLARIS_" + v.MediaID, "comments_connection": object{"edges": edges, "page_info": photoPaging(to < len(post.comments), cursor)}})
}
