package main

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/embeddings"
	"socialdata/internal/input"
	"socialdata/internal/kept"
	"socialdata/internal/media"
	"socialdata/internal/media/blobs"
	"socialdata/internal/media/c2pa"
	"socialdata/internal/media/creative"
	"socialdata/internal/media/modelserver"
	"socialdata/internal/media/speech"
	"socialdata/internal/rollout"
	"socialdata/internal/timestamps"
	"socialdata/internal/webhooks"
	"socialdata/jobs"
	"socialdata/views"
)

// mediaTotal limits one media download; mediaLeastRate, in bytes per second, ends one that is too slow.
const (
	mediaTotal     = 20 * time.Minute
	mediaLeastRate = 16 << 10
)

// openMedia opens the blob store and the downloader for media hosts.
func (p *program) openMedia(ctx context.Context) error {
	address := string(p.cfg.BlobURL)
	if address == "" {
		address = filepath.Join(p.cfg.DataDir, "media")
	}
	within, cancel := context.WithTimeout(ctx, storePatience)
	defer cancel()
	store, err := blobs.Open(address)
	if err != nil {
		return blobProblem(err)
	}
	if err := store.Ready(within); err != nil {
		return blobProblem(err)
	}
	if t := p.cfg.test; t != nil && t.blobs != "" {
		store = store.Within(t.blobs)
	}
	trust, err := p.cfg.trustList()
	if err != nil {
		return err
	}
	p.media = &jobs.MediaPipeline{Blobs: store, Engine: media.NewEngine(), Model: p.model(), Speaker: p.speech(), Reader: p.textReader(), Log: p.log, Downloads: p.downloader(),
		C2PA: c2pa.Validator{Trust: trust, Now: p.store.Now}}
	p.imports = jobs.NewClient(p.queue, p.store, p.log)
	p.inspect = jobs.NewInspector(p.queue, p.store)
	p.metrics.registry.MustRegister(&queues{p.inspect})
	p.closers = append(p.closers, p.imports.Close, p.inspect.Close)
	return nil
}

// textReader returns the reader of text on screen; nil if tesseract or one of its languages is not installed, or if the operator wants none.
func (p *program) textReader() *media.TextReader {
	if p.cfg.TextLanguages == noText {
		return nil
	}
	r, err := media.NewTextReader(p.cfg.TextLanguages)
	if err != nil {
		p.log.Warn("text on screen is not read", "cause", err)
	}
	return r
}

// downloader returns the client for files of the platforms.
func (p *program) downloader() *media.Downloader {
	return media.NewDownloader(media.DownloadOptions{Transport: p.client.Transport(), Allowed: p.client.Allowed, MaxBytes: p.cfg.MediaMaxBytes,
		HeaderTimeout: p.cfg.SourceTimeout, IdleTimeout: p.cfg.SourceTimeout, TotalTimeout: mediaTotal, LeastRate: mediaLeastRate})
}

// modelPatience is the time limit of one request to the operator's model.
const modelPatience = 60 * time.Second

// model returns the operator's model; nil if none is configured.
func (p *program) model() *creative.Model {
	if p.cfg.ModelURL == "" {
		return nil
	}
	return creative.NewModel(creative.ModelOptions{Options: modelserver.Options{BaseURL: p.cfg.ModelURL, Key: string(p.cfg.ModelKey), Transport: http.DefaultTransport},
		Name: p.cfg.ModelName, Timeout: modelPatience})
}

// The time limit of one request for a piece of speech, and the wait before it is sent again.
const (
	speechPatience = 5 * time.Minute
	speechWait     = 2 * time.Second
)

// speech returns the operator's server that writes speech down; nil if none is configured.
func (p *program) speech() *speech.Writer {
	if p.cfg.SpeechURL == "" {
		return nil
	}
	return speech.New(speech.Options{Options: modelserver.Options{BaseURL: p.cfg.SpeechURL, Key: string(p.cfg.SpeechKey), Transport: http.DefaultTransport},
		Model: p.cfg.SpeechModel, Language: p.cfg.SpeechLanguage, Timeout: speechPatience, Wait: speechWait})
}

// The time limit of one request for the vectors of references, and for that of a search.
const (
	embeddingsPatience = time.Minute
	questionPatience   = 5 * time.Second
)

// embeddings returns the operator's server that makes vectors of texts; nil if none is configured.
func (p *program) embeddings(patience time.Duration) *embeddings.Server {
	if p.cfg.EmbeddingsURL == "" {
		return nil
	}
	return embeddings.New(embeddings.Options{Options: modelserver.Options{BaseURL: p.cfg.EmbeddingsURL, Key: string(p.cfg.EmbeddingsKey), Transport: http.DefaultTransport},
		Model: p.cfg.EmbeddingsModel, Timeout: patience})
}

// meanings returns how references are made findable by meaning; nil if no server is configured for it.
func (p *program) meanings() *jobs.Meanings {
	server := p.embeddings(embeddingsPatience)
	if server == nil {
		return nil
	}
	return &jobs.Meanings{Embedder: server, Transcripts: &kept.Reader{Store: p.store, Blobs: p.media.Blobs}}
}

// worker returns the background worker.
func (p *program) worker() (*jobs.Worker, error) {
	mails, err := p.alertMails()
	if err != nil {
		return nil, err
	}
	canaries, err := p.canaries()
	if err != nil {
		return nil, err
	}
	links, err := media.NewSigner(p.secrets...)
	if err != nil {
		return nil, err
	}
	picture := func(mediaID string) string {
		end := p.store.Now().Add(input.MaxLinkSeconds * time.Second)
		return media.LinkPath + links.Sign(media.Link{MediaID: mediaID, ExpiresAt: end, Disposition: media.Inline})
	}
	o := jobs.Options{Redis: p.queue, Store: p.store, Log: p.log, Concurrency: p.cfg.concurrency(),
		Importer: &jobs.Importer{Program: version, Store: p.store, Lookup: p.lookup, Media: p.media, Folder: p.downloads(), Backoff: p.cfg.ImportBackoff, Log: p.log,
			MaxHeight: p.cfg.MediaMaxHeight, Stamps: p.cfg.TSAURL != "",
			Ended: p.metrics.attempt},
		Repair: p.repair(), Stamper: p.stamper(), Mails: mails, Digests: p.digests(mails), Canaries: canaries,
		Rollouts: &jobs.Rollouts{Store: p.store, Shapes: p.inUse, Trial: &rollout.Trial{Shapes: p.inUse, Lookup: p.lookup, Routes: p.trying}},
		Exports:  &jobs.Exports{Store: p.store, Files: p.media.Blobs, Folder: p.downloads()},
		Watches: &jobs.Watches{Store: p.store, Lookup: p.lookup, Log: p.log, Ended: p.metrics.watchRun,
			Starts: jobs.Starter{Store: p.store, Lookup: p.lookup, Queue: p.imports}},
		Deliveries: &jobs.Deliveries{Store: p.store, Log: p.log, Ended: p.metrics.delivery, Origin: p.cfg.Origin, Link: picture,
			Sender: webhooks.New(webhooks.Options{Program: "SocialData/" + version, Local: p.cfg.WebhooksLocal})}}
	if p.cfg.clock != nil {
		o.LookEvery = 200 * time.Millisecond // whoever moves the clock wakes nobody
	}
	if p.browser != nil {
		o.Importer.Pages = p.browser
	}
	if t := p.cfg.test; t != nil {
		o.Importer.Rehearse, o.Deliveries.Sender = t.stage, testSender{o.Deliveries.Sender}
	}
	return jobs.NewWorker(o)
}

// alertMails returns the sender of alert e-mails; nil if no mail server is configured.
func (p *program) alertMails() (*jobs.AlertMails, error) {
	sender, err := p.cfg.mailer()
	if sender == nil || err != nil {
		return nil, err
	}
	return &jobs.AlertMails{Store: p.store, Mailer: sender, Origin: p.cfg.Origin, Ended: p.metrics.mail}, nil
}

// digests returns the sender of digests, by the server of alert e-mails; nil without one.
func (p *program) digests(mails *jobs.AlertMails) *jobs.Digests {
	if mails == nil {
		return nil
	}
	render := func(l jobs.Letter) (string, error) {
		v := views.Digest{Title: l.Title, Period: l.Period, Failed: l.Failed, Cost: l.Cost, More: l.More, Home: l.Home, Settings: l.Settings, Off: l.Off}
		for _, w := range l.Watches {
			v.Watches = append(v.Watches, views.DigestWatch(w))
		}
		var b strings.Builder
		err := views.DigestMail(v).Render(context.Background(), &b)
		return b.String(), err
	}
	return &jobs.Digests{Store: p.store, Mailer: mails.Mailer, Origin: p.cfg.Origin, Ended: p.metrics.mail, Render: render}
}

// canaries returns the checks of all routes; nil if they are switched off.
func (p *program) canaries() (*jobs.Canaries, error) {
	sender, err := p.cfg.mailer()
	if err != nil || !p.cfg.Canaries {
		return nil, err
	}
	c := &jobs.Canaries{Store: p.store, Lookup: p.lookup, Origin: p.cfg.Origin}
	if sender != nil {
		c.Mailer, c.Operator = sender, sender.Operator
	}
	return c, nil
}

// mails returns the sender of links that prove addresses; nil if no mail server is configured.
func (p *program) mails() (*session.Mails, error) {
	sender, err := p.cfg.mailer()
	if sender == nil || err != nil {
		return nil, err
	}
	return &session.Mails{Store: p.store, Sender: sender, Origin: p.cfg.Origin, Log: p.log}, nil
}

// stamper returns the client of the operator's timestamp authority; nil if none is configured.
func (p *program) stamper() *jobs.Stamper {
	if p.cfg.TSAURL == "" {
		return nil
	}
	return &jobs.Stamper{Store: p.store, Authority: timestamps.New(string(p.cfg.TSAURL), http.DefaultTransport)}
}

// repair returns the task that queues overdue imports again and deletes bytes without a hold.
func (p *program) repair() *jobs.Repair {
	return &jobs.Repair{Store: p.store, Client: p.imports, Media: p.media, Blobs: p.media.Blobs, Folder: p.downloads(), Log: p.log, Meanings: p.meanings()}
}

// downloads returns the directory for files of running imports.
func (p *program) downloads() string { return filepath.Join(p.cfg.DataDir, "imports") }
