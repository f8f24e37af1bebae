package simulator

import "fmt"

// lockup returns a video as in lists: its counts are shortened, its texts are in rows.
func (f *film) lockup() object {
	parts := []object{viewModelText(shorten(f.views) + " views"), viewModelText(f.age())}
	mark, style := onClock(f.seconds), "THUMBNAIL_OVERLAY_BADGE_STYLE_DEFAULT"
	switch {
	case f.live == "now":
		parts, mark, style = []object{viewModelText("1.2k watching")}, "LIVE", "THUMBNAIL_OVERLAY_BADGE_STYLE_LIVE"
	case f.live == "upcoming":
		parts, mark = []object{viewModelText("56 waiting"), viewModelText("Premieres 14/12/2025, 13:00")}, "Upcoming"
	case f.tab == tabStreams:
		parts[1] = viewModelText("Streamed " + f.age())
	}
	return object{
		"contentId": f.id, "contentType": "LOCKUP_CONTENT_TYPE_VIDEO",
		"contentImage": object{"thumbnailViewModel": object{
			"image": object{"sources": f.pictures(4)["thumbnails"]},
			"overlays": []object{
				{"thumbnailBottomOverlayViewModel": object{"badges": []object{{"thumbnailBadgeViewModel": object{"text": mark, "badgeStyle": style}}}}},
				{"thumbnailHoverOverlayToggleActionsViewModel": object{"buttons": []object{}}},
			}}},
		"metadata": object{"lockupMetadataViewModel": object{
			"title":      object{"content": f.title},
			"metadata":   object{"contentMetadataViewModel": object{"metadataRows": []object{{"metadataParts": parts}}, "delimiter": " • "}},
			"menuButton": object{"buttonViewModel": object{"iconName": "MORE_VERT", "onTap": f.menu(), "accessibilityText": "More actions"}},
		}},
	}
}

// shortsLockup returns a short as in lists: without age and length.
func (f *film) shortsLockup() object {
	return object{
		"entityId": "shorts-shelf-item-" + f.id, "accessibilityText": fmt.Sprintf("%s, %s views – play Short", f.title, shorten(f.views)),
		"onTap":              object{"innertubeCommand": object{"reelWatchEndpoint": object{"videoId": f.id}}},
		"overlayMetadata":    object{"primaryText": object{"content": f.title}, "secondaryText": object{"content": shorten(f.views) + " views"}},
		"thumbnailViewModel": object{"thumbnailViewModel": object{"image": object{"sources": f.pictures(1)["thumbnails"]}}},
		"menuOnTap":          f.menu(),
	}
}

// rich wraps an element of a channel's tab.
func (f *film) rich() object {
	if f.tab == tabShorts {
		return object{"richItemRenderer": object{"content": object{"shortsLockupViewModel": f.shortsLockup()}}}
	}
	return object{"richItemRenderer": object{"content": object{"lockupViewModel": f.lockup()}}}
}

// result returns a video as in searches: its views are exact.
func (f *film) result() object {
	by := object{"runs": []object{{"text": f.by.name, "navigationEndpoint": object{"browseEndpoint": object{"browseId": f.by.id, "canonicalBaseUrl": "/@" + f.by.handle}}}}}
	v := object{"videoId": f.id, "thumbnail": f.pictures(2), "title": label(f.title), "ownerText": by, "longBylineText": by, "ownerBadges": f.by.badges(),
		"publishedTimeText": object{"simpleText": f.age()}, "lengthText": object{"simpleText": onClock(f.seconds)},
		"viewCountText":      object{"simpleText": groupDigits(f.views) + " views"},
		"navigationEndpoint": object{"watchEndpoint": object{"videoId": f.id}},
		"menu":               f.menu(),
		"thumbnailOverlays":  []object{{"thumbnailOverlayTimeStatusRenderer": object{"text": object{"simpleText": onClock(f.seconds)}, "style": "DEFAULT"}}}}
	if f.live == "now" {
		delete(v, "lengthText")
		delete(v, "publishedTimeText")
		v["viewCountText"] = object{"runs": []object{{"text": "1,226"}, {"text": " watching"}}}
		v["thumbnailOverlays"] = []object{{"thumbnailOverlayTimeStatusRenderer": object{"text": label("LIVE"), "style": "LIVE"}}}
	}
	return object{"videoRenderer": v}
}

// menu returns the menu behind the three dots, which is most of an element's bytes.
func (f *film) menu() object {
	const tracking = "CIwBEP6YBBgHIhMISimulatedOnly="
	queue := object{"addToPlaylistCommand": object{"openMiniplayer": true, "videoId": f.id, "listType": "PLAYLIST_EDIT_LIST_TYPE_QUEUE", "videoIds": []string{f.id}}}
	command := object{
		"clickTrackingParams":   tracking,
		"commandMetadata":       object{"webCommandMetadata": object{"sendPost": true, "apiUrl": "/youtubei/v1/browse/edit_playlist"}},
		"signalServiceEndpoint": object{"signal": "CLIENT_SIGNAL", "actions": []object{queue}},
	}
	items := []object{}
	for _, name := range []string{"Add to queue", "Save to Watch later", "Save to playlist", "Share", "Not interested", "Report"} {
		items = append(items, object{"listItemViewModel": object{
			"title":        object{"content": name},
			"leadingImage": object{"sources": []object{{"clientResource": object{"imageName": "ADD_TO_QUEUE_TAIL"}}}},
			"rendererContext": object{
				"loggingContext": object{"loggingDirectives": object{"trackingParams": tracking, "visibility": object{"types": "12"}}},
				"commandContext": object{"onTap": object{"innertubeCommand": command}},
			}}})
	}
	sheet := object{"sheetViewModel": object{"content": object{"listViewModel": object{"listItems": items}}}}
	return object{"innertubeCommand": object{"showSheetCommand": object{"panelLoadingStrategy": object{"inlineContent": sheet}}}}
}
