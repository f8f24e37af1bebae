package input

import (
	"regexp"
	"testing"
	"time"
)

func TestParseMaxAge(t *testing.T) {
	tests := []struct {
		text string
		kind MaxAge
		want time.Duration
		ok   bool
	}{
		{"", ItemMaxAge, time.Hour, true},
		{"", AccountMaxAge, time.Hour, true},
		{"", ListMaxAge, 15 * time.Minute, true},
		{"", PageMaxAge, 15 * time.Minute, true},
		{"0", ItemMaxAge, 0, true},
		{"1m", ItemMaxAge, time.Minute, true},
		{"24h", PageMaxAge, 24 * time.Hour, true},
		{"25h", PageMaxAge, 0, false},
		{"1d", AccountMaxAge, 24 * time.Hour, true},
		{"365d", ItemMaxAge, 365 * 24 * time.Hour, true},
		{"366d", ItemMaxAge, 0, false},
		{"525600m", ListMaxAge, 365 * 24 * time.Hour, true},
		{"999999d", ItemMaxAge, 0, false},
		{"1000000m", ItemMaxAge, 0, false},
		{"01h", ItemMaxAge, 0, false},
		{"0m", ItemMaxAge, 0, false},
		{"+5m", ItemMaxAge, 0, false},
		{"-5m", ItemMaxAge, 0, false},
		{"5", ItemMaxAge, 0, false},
		{"m", ItemMaxAge, 0, false},
		{"1y", ItemMaxAge, 0, false},
		{"1h ", ItemMaxAge, 0, false},
	}
	pattern := regexp.MustCompile(MaxAgePattern)
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got, ok := tt.kind.Parse(tt.text)
			if ok != tt.ok || ok && got != tt.want {
				t.Errorf("Parse(%q) = %v, %v, want %v, %v", tt.text, got, ok, tt.want, tt.ok)
			}
			if _, fits := parseMinutes(tt.text); tt.text != "" && fits != pattern.MatchString(tt.text) {
				t.Errorf("parseMinutes takes %q: %v, the pattern %v", tt.text, fits, !fits)
			}
		})
	}
}
