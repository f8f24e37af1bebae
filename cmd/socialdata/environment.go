package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
)

// settingPrefix begins the name of every setting.
const settingPrefix = "SOCIALDATA_"

// fileSuffix ends the name of a variable that holds the path of a file with a secret in it.
const fileSuffix = "_FILE"

// maxSecretFile bounds the file of a secret.
const maxSecretFile = 64 << 10

// environment picks the settings out of all variables. A secret may stand in a file that NAME_FILE names. A variable that
// begins as a setting does and is none is a problem, because a misspelt limit would be ignored.
func environment(all []string) (settings map[string]string, problems []error) {
	kinds := settingKinds()
	settings = map[string]string{}
	for name, value := range env.ToMap(all) {
		if !strings.HasPrefix(name, settingPrefix) {
			continue
		}
		plain := strings.TrimSuffix(name, fileSuffix)
		switch {
		case kinds[name] != nil:
			settings[name] = value
		case plain != name && kinds[plain] == reflect.TypeFor[secret]():
			text, err := secretFile(value, all, plain)
			if err != nil {
				problems = append(problems, fmt.Errorf("%s: %w", name, err))
			} else if value != "" {
				settings[plain] = text
			}
		default:
			problems = append(problems, fmt.Errorf("%s is not a setting%s", name, closest(name, kinds)))
		}
	}
	slices.SortFunc(problems, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return settings, problems
}

// secretFile reads the secret in a file. A secret that is also given by its own variable is refused: one of the two would
// be ignored.
func secretFile(path string, all []string, plain string) (string, error) {
	if path == "" {
		return "", nil
	}
	if env.ToMap(all)[plain] != "" {
		return "", fmt.Errorf("%s is set as well; set one of the two", plain)
	}
	info, err := os.Stat(path)
	if err == nil && (info.IsDir() || info.Size() > maxSecretFile) {
		err = errors.New("not a small file")
	}
	if err != nil {
		return "", errors.New("the file cannot be read") // its name may be the secret itself
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return "", errors.New("the file cannot be read")
	}
	return strings.TrimSpace(string(raw)), nil
}

// settingKinds are the types of all settings, by the names of their variables.
func settingKinds() map[string]reflect.Type {
	kinds := map[string]reflect.Type{}
	for field := range reflect.TypeFor[config]().Fields() {
		if name := field.Tag.Get("env"); name != "" {
			kinds[settingPrefix+name] = field.Type
		}
	}
	return kinds
}

// leastAlike is how many letters of a name must agree before it is suggested.
const leastAlike = 4

// closest suggests the setting that begins most like a name; "" if none is near.
func closest(name string, kinds map[string]reflect.Type) string {
	best, alike := "", len(settingPrefix)+leastAlike-1
	for known := range kinds {
		n := 0
		for n < min(len(known), len(name)) && known[n] == name[n] {
			n++
		}
		if n > alike || n == alike && best != "" && known < best {
			best, alike = known, n
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// kindWords say what a setting of a type looks like.
var kindWords = map[reflect.Type]string{
	reflect.TypeFor[int]():             "a whole number",
	reflect.TypeFor[int64]():           "a whole number",
	reflect.TypeFor[bool]():            "true or false",
	reflect.TypeFor[time.Duration]():   "a duration such as 10s or 2m",
	reflect.TypeFor[[]time.Duration](): "durations such as 5s,30s,2m",
	reflect.TypeFor[slog.Level]():      "debug, info, warn or error",
}

// unreadable names the settings that could not be read; the values may be secrets.
func unreadable(err error) []error {
	var all env.AggregateError
	if !errors.As(err, &all) {
		return []error{errors.New("the environment cannot be read")}
	}
	fields := reflect.TypeFor[config]()
	out := make([]error, 0, len(all.Errors))
	for _, e := range all.Errors {
		var p env.ParseError
		field, found := reflect.StructField{}, false
		if errors.As(e, &p) {
			field, found = fields.FieldByName(p.Name)
		}
		if !found {
			out = append(out, errors.New("a setting cannot be read"))
			continue
		}
		out = append(out, fmt.Errorf("%s%s: want %s", settingPrefix, field.Tag.Get("env"), kindWords[field.Type]))
	}
	return out
}
