package content

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
)

// Part is what a credit was charged for.
type Part string

// The parts: a live fetch, the first serving of a stored observation, and the steps of an import.
const (
	PartFetch      Part = "fetch"
	PartStored     Part = "stored"
	PartTranscript Part = "transcript"
	PartSpeech     Part = "speech"
	PartMedia      Part = "media"
	PartAnalysis   Part = "analysis"
)

// Usage is the cost of an answer. A free answer has no lines.
type Usage struct {
	CreditsCharged int64       `json:"creditsCharged"`
	Lines          []UsageLine `json:"lines"`
}

// UsageLine is one charge.
type UsageLine struct {
	Part    Part  `json:"part"`
	Credits int64 `json:"credits"`
}

// Charge returns the usage of an answer that cost credits for one part; it has no line for 0 credits.
func Charge(p Part, credits int64) Usage {
	if credits == 0 {
		return Usage{Lines: []UsageLine{}}
	}
	return Usage{CreditsCharged: credits, Lines: []UsageLine{{Part: p, Credits: credits}}}
}

// Served is the suffix that differs per caller: Item, Account and every page end with it.
type Served struct {
	Cached     bool      `json:"cached"`
	ObservedAt Time      `json:"observedAt"`
	Warnings   []Warning `json:"warnings,omitempty" doc:"Fields that the platform's answers to this operation have less often than they used to. Absent while there are none"`
	Usage      Usage     `json:"usage"`
}

// Warning says that the answers of an operation have a field less often than in the past: if it is null here, the platform may have it.
type Warning struct {
	Field string  `json:"field" doc:"Its name, with that of its object before it: stats.likes"`
	Since Time    `json:"since" doc:"When it was noticed"`
	Share float64 `json:"share" minimum:"0" maximum:"1" doc:"Part of the latest answers that have it"`
}

// AppendTo appends the members of the suffix, without braces, as encoding/json encodes them. Every cached answer needs
// it, and reflection would be a tenth of that work.
func (s Served) AppendTo(b []byte) []byte {
	b = strconv.AppendBool(append(b, `"cached":`...), s.Cached)
	b = s.ObservedAt.appendWire(append(b, `,"observedAt":"`...))
	b = append(b, '"')
	if len(s.Warnings) > 0 {
		warnings, _ := json.Marshal(s.Warnings) // texts, times and shares always encode
		b = append(append(b, `,"warnings":`...), warnings...)
	}
	b = strconv.AppendInt(append(b, `,"usage":{"creditsCharged":`...), s.Usage.CreditsCharged, 10)
	b = append(b, `,"lines":[`...)
	for n, line := range s.Usage.Lines {
		if n > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, `{"part":"`...), line.Part...), `","credits":`...) // a part contains nothing to escape
		b = append(strconv.AppendInt(b, line.Credits, 10), '}')
	}
	return append(b, `]}`...)
}

// WithoutCharge returns a copy of a body with the usage of a free answer.
func WithoutCharge(body []byte) []byte {
	end := bytes.LastIndex(body, []byte(`,"usage":{`))
	if end < 0 {
		return body
	}
	return append(body[:end:end], `,"usage":{"creditsCharged":0,"lines":[]}}`...)
}

// Plus returns the sum of both, with one line for each part.
func (u Usage) Plus(more Usage) Usage {
	sum := Usage{CreditsCharged: u.CreditsCharged + more.CreditsCharged, Lines: slices.Clone(u.Lines)}
	for _, line := range more.Lines {
		n := slices.IndexFunc(sum.Lines, func(l UsageLine) bool { return l.Part == line.Part })
		if n < 0 {
			sum.Lines = append(sum.Lines, line)
			continue
		}
		sum.Lines[n].Credits += line.Credits
	}
	return sum
}
