package shots

import (
	"testing"

	"socialdata/internal/media/likeness"
)

// TestAShotIsShownByItsMiddle: by the hashed frame nearest to it, the first of two that are as near, and by no frame of another shot.
func TestAShotIsShownByItsMiddle(t *testing.T) {
	t.Parallel()
	var d Detector
	for _, frame := range []int{0, 4, 8, 12, 30, 40} {
		d.hashed = append(d.hashed, sample{frame, likeness.Hash(frame + 1)})
	}
	for _, tt := range []struct{ from, to, want int }{
		{0, 10, 4}, {0, 9, 4}, {0, 8, 4}, {4, 8, 4}, {5, 8, -1}, {8, 13, 12}, {2, 10, 4}, {4, 16, 8}, {9, 60, 30}, {12, 30, 12}, {13, 30, -1},
		{13, 31, 30}, {31, 41, 40}, {40, 41, 40}, {41, 100, -1}, {0, 4, 0}, {0, 1, 0}, {26, 56, 40}, {24, 46, 30},
	} {
		got := -1
		if hash := d.picture(tt.from, tt.to); hash != nil {
			got = int(*hash) - 1
		}
		if got != tt.want {
			t.Errorf("the shot from frame %d to %d is shown by frame %d, want %d", tt.from, tt.to, got, tt.want)
		}
	}
}
