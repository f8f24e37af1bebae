package views

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestShort(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{
		0: "0", 1: "1", 999: "999", 1000: "1 k", 1049: "1 k", 1050: "1.1 k", 12_500: "12.5 k", 999_900: "999.9 k",
		999_949: "999.9 k",
		999_950: "1 M", 999_999: "1 M", 1_000_000: "1 M", 3_000_000: "3 M", 1_500_000_000: "1500 M",
	} {
		if got := Short(n); got != want {
			t.Errorf("Short(%d) = %q, want %q", n, got, want)
		}
	}
}

// TestScaleOfATrend tells its ends apart.
func TestScaleOfATrend(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		values []int64
		want   []string
	}{{[]int64{950, 12_480, 4000}, []string{"12.5 k", "950"}}, {[]int64{1_000_100, 1_000_400}, []string{"1,000,400", "1,000,100"}}, {[]int64{7, 7}, []string{"8", "7"}}} {
		trend := Trend{}
		for n, v := range tt.values {
			trend.Points = append(trend.Points, TrendPoint{At: time.Date(2026, 11, 1+n, 23, 59, 0, 0, time.UTC), Value: v})
		}
		if diff := cmp.Diff(tt.want, trend.scale()); diff != "" {
			t.Error(diff)
		}
		if got := trend.days()[0]; got != "1 Nov 2026" {
			t.Errorf("begins on %s", got)
		}
	}
}

// TestChangeOfATrend prints no difference between an exact and a rounded count.
func TestChangeOfATrend(t *testing.T) {
	t.Parallel()
	for want, points := range map[string][]TrendPoint{
		"+1,204":       {{Value: 1000}, {Value: 9000, Approximate: true}, {Value: 2204}},
		"about -1,000": {{Value: 2000, Approximate: true}, {Value: 1000, Approximate: true}},
		"":             {{Value: 76_196}, {Value: 80_000, Approximate: true}},
	} {
		if got := (Trend{Points: points}).change(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestChartTop(t *testing.T) {
	t.Parallel()
	for most, want := range map[int64]int64{
		0: 2, 1: 2, 2: 2, 3: 4, 4: 4, 5: 6, 10: 10, 11: 12, 13: 16, 17: 20, 21: 40, 41: 60, 1000: 1000, 1001: 1200,
		1<<53 - 1: 10_000_000_000_000_000,
	} {
		if got := (Chart{Bars: []Bar{{Good: 1}, {Good: most}}}).top(); most > 0 && got != want {
			t.Errorf("the axis of %d ends at %d, want %d", most, got, want)
		}
	}
	if got := (Chart{}).top(); got != 2 {
		t.Errorf("the axis of nothing ends at %d", got)
	}
}

func TestChartPieces(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		chart Chart
		want  []piece
	}{
		{"nothing", Chart{Bars: []Bar{{}}}, nil},
		{"the highest bar", Chart{Bars: []Bar{{Good: 4}}}, []piece{{"ok", "1", "0", "8", "160"}}},
		{"credits", Chart{Spent: true, Bars: []Bar{{Good: 4}}}, []piece{{"spent", "1", "0", "8", "160"}}},
		{"three kinds", Chart{Bars: []Bar{{Good: 2, Failed: 1, Other: 1}}},
			[]piece{{"ok", "1", "80", "8", "80"}, {"failed", "1", "40", "8", "40"}, {"other", "1", "0", "8", "40"}}},
		{"a count too small to see", Chart{Bars: []Bar{{Failed: 1}, {Good: 100_000}}}, []piece{{"failed", "1", "158", "8",
			"2"}}},
		{"a bar that is not over", Chart{Bars: []Bar{{Good: 4, Open: true}}}, []piece{{"ok", "1", "0", "8", "160"}, {"open",
			"1", "0", "8", "160"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, tt.chart.pieces(0), cmp.AllowUnexported(piece{})); diff != "" {
				t.Errorf("the pieces differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestChartInWords(t *testing.T) {
	t.Parallel()
	imports := Chart{Zone: "UTC", Unit: "import", Period: "the last 24 hours"}
	if got, want := imports.single(), "No imports in the last 24 hours."; got != want {
		t.Errorf("nothing is told as %q, want %q", got, want)
	}
	imports.Bars = []Bar{{Label: "a"}, {Label: "b", Good: 1, Failed: 1}, {Label: "c"}, {Label: "d"}, {Label: "e"}}
	if got, want := imports.single(), "2 imports in the last 24 hours, all at b UTC."; got != want {
		t.Errorf("one bar is told as %q, want %q", got, want)
	}
	tests := []struct {
		name  string
		spent bool
		bar   Bar
		want  string
	}{
		{"a bar of imports", false, Bar{Label: "a", Good: 1000, Failed: 1},
			"a UTC: 1,001 imports, 1,000 succeeded, 1 failed"},
		{"a bar with others", false, Bar{Label: "a", Other: 1}, "a UTC: 1 import, 0 succeeded, 0 failed, 1 running or cancelled"},
		{"a bar of credits", true, Bar{Label: "a", Good: 2, Open: true}, "a UTC: 2 imports, not over yet"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := (Chart{Zone: "UTC", Unit: "import", Spent: tt.spent}).says(tt.bar); got != tt.want {
				t.Errorf("it is told as %q, want %q", got, tt.want)
			}
		})
	}
	if got := imports.last(); got != 1 {
		t.Errorf("the latest bar is %d, want 1", got)
	}
	if diff := cmp.Diff([]string{"a", "b", "c", "e"}, imports.ticks()); diff != "" {
		t.Errorf("the ticks differ (-want +got):\n%s", diff)
	}
}
