package screentext

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// word is one word that tesseract found, with its place in the picture in pixels.
type word struct {
	left, top, width, height int
	confidence               float64 // 0..100
	text                     string
	line                     string // the line that tesseract found it in
}

func (w word) right() int  { return w.left + w.width }
func (w word) bottom() int { return w.top + w.height }

// leastWord is the confidence below which a word is not considered at all: texture that looks like letters.
const leastWord = 40

// Words are the words of pictures, by the number of the picture in tesseract's list.
type Words map[int][]word

// The columns of tesseract's TSV.
const (
	columnLevel = 0
	columnPage  = 1
	columnWord  = 5 // its number in the line
	columnLeft  = 6
	columnConf  = 10
	columnText  = 11
	wordLevel   = "5"
)

// ReadWords reads tesseract's TSV. It skips what it cannot read, such as a last line that was cut off.
func ReadWords(tsv io.Reader) Words {
	words := Words{}
	lines := bufio.NewScanner(tsv)
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "\t")
		if len(cells) <= columnText || cells[columnLevel] != wordLevel {
			continue
		}
		w := word{text: strings.TrimSpace(cells[columnText]), line: strings.Join(cells[columnPage:columnWord], " ")}
		page, err := strconv.Atoi(cells[columnPage])
		if err != nil {
			continue
		}
		if w.confidence, err = strconv.ParseFloat(cells[columnConf], 64); err != nil || w.confidence < leastWord || letters(w.text) == 0 {
			continue
		}
		if w.place(cells[columnLeft:columnConf]) {
			words[page-1] = append(words[page-1], w)
		}
	}
	return words
}

func (w *word) place(cells []string) bool {
	for n, side := range []*int{&w.left, &w.top, &w.width, &w.height} {
		v, err := strconv.Atoi(cells[n])
		if err != nil || v < 0 {
			return false
		}
		*side = v
	}
	return w.width > 0 && w.height > 0
}

// letters counts letters and digits.
func letters(text string) (n int) {
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}
