package main

import (
	"testing"

	"socialdata/jobs"
)

// TestNothingIsSentWithoutItsSetting: none of the servers that could be sent what is kept here exists unless the operator names it.
func TestNothingIsSentWithoutItsSetting(t *testing.T) {
	t.Parallel()
	none := &program{cfg: &config{}}
	if none.model() != nil || none.speech() != nil || none.embeddings(0) != nil || none.meanings() != nil {
		t.Error("a model is asked that nobody named")
	}
	if prices := none.cfg.prices(); prices.Speech != 0 {
		t.Errorf("speech that nobody writes down costs %d", prices.Speech)
	}
	named := &program{cfg: &config{ModelURL: "http://127.0.0.1:1", SpeechURL: "http://127.0.0.1:1", EmbeddingsURL: "http://127.0.0.1:1"}, media: &jobs.MediaPipeline{}}
	if named.model() == nil || named.speech() == nil || named.embeddings(0) == nil || named.meanings() == nil || named.cfg.prices().Speech == 0 {
		t.Error("a server that is named is not asked")
	}
}
