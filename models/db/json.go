package db

import (
	"encoding/json"
	"fmt"
)

// JSON returns what is stored for a value of ours. It panics if JSON cannot express the value: numbers and times come from
// where they are validated.
func JSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("%T cannot be stored as JSON: %v", v, err))
	}
	return string(text)
}

// FromJSON reads what JSON stored; the zero value where nothing is stored.
func FromJSON[T any, S ~string | ~[]byte](stored S) (v T) {
	if len(stored) > 0 {
		_ = json.Unmarshal([]byte(stored), &v) // written by JSON
	}
	return v
}

// Scope ties the cursors of a list to its name, workspace and filter, so that none continues another list.
func Scope(name, workspaceID string, filter any) string {
	return name + "\x00" + workspaceID + "\x00" + JSON(filter)
}
