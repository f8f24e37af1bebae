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

// settingPrefix is the prefix of every setting's name.
const settingPrefix = "SOCIALDATA_"

// fileSuffix is the suffix of a variable with the path of a file that contains a secret.
const fileSuffix = "_FILE"

// maxSecretFile is the largest secret file, in bytes.
const maxSecretFile = 64 << 10

// environment returns the settings among all variables. A secret may be in a file named by NAME_FILE. An unknown
// variable with the prefix of settings is a problem, because a misspelt limit would otherwise be ignored.
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

// secretFile reads the secret in a file. It is an error if the secret is also set by its own variable, because one of
// the two would be ignored.
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
		return "", errors.New("the file cannot be read") // the path may be the secret itself
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return "", errors.New("the file cannot be read")
	}
	return strings.TrimSpace(string(raw)), nil
}

// settingKinds returns the types of all settings by variable name.
func settingKinds() map[string]reflect.Type {
	kinds := map[string]reflect.Type{}
	for field := range reflect.TypeFor[config]().Fields() {
		if name := field.Tag.Get("env"); name != "" {
			kinds[settingPrefix+name] = field.Type
		}
	}
	return kinds
}

// leastAlike is how many letters a name must have in common with a suggestion.
const leastAlike = 4

// closest returns the setting with the longest common prefix; "" if none is similar.
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

// kindWords describe valid values by type.
var kindWords = map[reflect.Type]string{
	reflect.TypeFor[int]():             "a whole number",
	reflect.TypeFor[int64]():           "a whole number",
	reflect.TypeFor[bool]():            "true or false",
	reflect.TypeFor[time.Duration]():   "a duration such as 10s or 2m",
	reflect.TypeFor[[]time.Duration](): "durations such as 5s,30s,2m",
	reflect.TypeFor[slog.Level]():      "debug, info, warn or error",
}

// unreadable lists the settings that could not be parsed, without their values, which may be secrets.
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
