package jobs_test

import (
	"context"
	"io"
	"log/slog"
	"mime/quotedprintable"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/mail"
	"socialdata/internal/mail/mailtest"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/jobs/jobstest"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/modelstest"
	"socialdata/models/support"
	"socialdata/models/work"
)

// lowBalance reduces a workspace's balance to the threshold of its alert.
func lowBalance(t *testing.T, s *models.Store, workspace string) {
	t.Helper()
	mark := int64(50)
	testkit.Must(t, s.Accounts.ChangeWorkspace(t.Context(), workspace, accounts.WorkspaceChange{Revision: 1, LowBalance: &accounts.Mark{To: &mark}}))
	testkit.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error {
		_, err := billing.Debit(tx, workspace, 50)
		return err
	}))
}

// TestOwnersAreMailedOnce lets several processes send what is due through a real server that refuses the first message: it
// is sent again when its wait is over, once.
func TestOwnersAreMailedOnce(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		testkit.Must(t, s.Accounts.ChangeWorkspace(t.Context(), in.Workspace, accounts.WorkspaceChange{Revision: 1, Name: new("Tëam\r\nBcc: thief@example.com")}))
		modelstest.Run(t, s, "UPDATE workspaces SET revision = 1")
		server := mailtest.New(t, false)
		sender, err := mail.New("smtp://"+server.Addr+"?from=alerts@social.example", nil)
		testkit.Must(t, err)
		lowBalance(t, s, in.Workspace)
		server.Refuse(1)
		var mu sync.Mutex
		outcomes := map[string]int{}
		passes := func() {
			var all sync.WaitGroup
			for range 4 {
				a := &jobs.AlertMails{Store: s, Mailer: sender, Origin: "https://social.example",
					Ended: func(o string) { mu.Lock(); outcomes[o]++; mu.Unlock() }}
				all.Go(func() { modelstest.RunDue(t, s, work.AlertMails, a.Handle) })
			}
			all.Wait()
		}
		passes()
		if n := len(server.Inbox()); n != 0 || outcomes["failed"] != 1 {
			t.Fatalf("%d came, %v", n, outcomes)
		}
		clock.Add(time.Minute + time.Second)
		passes()
		clock.Add(time.Hour)
		passes()
		got := server.Inbox()
		if len(got) != 1 || outcomes["ok"] != 1 || outcomes["failed"] != 1 {
			t.Fatalf("%d came, %v", len(got), outcomes)
		}
		msg, err := netmail.ReadMessage(strings.NewReader(got[0].Data))
		testkit.Must(t, err)
		text, err := io.ReadAll(quotedprintable.NewReader(msg.Body))
		testkit.Must(t, err)
		for _, want := range []string{"Workspace: Tëam Bcc thief example com", "The balance is 50 credits. You asked to be told at 50.", "https://social.example/w/" + in.Workspace + "/credits", "https://social.example/account#alerts"} {
			if !strings.Contains(string(text), want) {
				t.Errorf("the text lacks %q:\n%s", want, text)
			}
		}
		if msg.Header.Get("Bcc") != "" || msg.Header.Get("List-Unsubscribe") != "<https://social.example/account#alerts>" {
			t.Errorf("%v", msg.Header)
		}
	})
}

// TestWorkersSendMails holds that a worker with a mail server sends what is due by itself, on both queues.
func TestWorkersSendMails(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, queue *redis.Client) {
		s := modelstest.SQLite(t, nil)
		in := modelstest.Install(t, s, 100)
		server := mailtest.New(t, false)
		sender, err := mail.New("smtp://"+server.Addr+"?from=alerts@social.example", nil)
		testkit.Must(t, err)
		log := slog.New(slog.DiscardHandler)
		w, err := jobs.NewWorker(jobs.Options{LookEvery: 100 * time.Millisecond, Redis: queue.Options(), Store: s, Log: log, Importer: &jobs.Importer{Store: s}, Repair: &jobs.Repair{Store: s},
			Mails: &jobs.AlertMails{Store: s, Mailer: sender, Origin: "https://social.example"}})
		testkit.Must(t, err)
		lowBalance(t, s, in.Workspace)
		testkit.Must(t, w.Start())
		t.Cleanup(w.Shutdown)
		testkit.Eventually(t, "the message comes", func() bool { return len(server.Inbox()) == 1 })
	})
}

// TestOwnersAreMailedOfWhatWasMended lets support mark a group as mended: the owner gets one message with its words.
func TestOwnersAreMailedOfWhatWasMended(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		failedImports(t, in, 2)
		helper, err := s.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: "support@example.com", Name: "Sam", Password: modelstest.Password, Support: true})
		testkit.Must(t, err)
		clock.Add(time.Second)
		by := support.Actor{UserID: helper.ID, Reason: "released", RequestID: "r"}
		for range 2 {
			_, err = s.Support.MarkMended(t.Context(), by, support.FailureKind{Code: apierror.CodeRouteDegraded, Platform: content.ClipSite}, "Clips are read again.")
			testkit.Must(t, err)
		}
		again := jobs.Reruns{Store: s}
		modelstest.RunDue(t, s, work.Mendings, again.TellMended)
		var sent []mail.Message
		mails := &jobs.AlertMails{Store: s, Mailer: mailerFunc(func(m mail.Message) { sent = append(sent, m) }), Origin: "https://social.example"}
		for range 3 {
			modelstest.RunDue(t, s, work.AlertMails, mails.Handle)
			clock.Add(25 * time.Hour)
		}
		if len(sent) != 1 || sent[0].To != "owner@example.com" || !strings.Contains(sent[0].Text, "- Clips are read again. (imports of yours that failed: 2)") ||
			!strings.Contains(sent[0].Text, "https://social.example/w/"+in.Workspace+"/imports?state=failed") {
			t.Errorf("%+v", sent)
		}
	})
}

// mailerFunc takes every message.
type mailerFunc func(mail.Message)

func (f mailerFunc) Send(_ context.Context, m mail.Message) error {
	f(m)
	return nil
}
