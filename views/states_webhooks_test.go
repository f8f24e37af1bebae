package views_test

import (
	"github.com/a-h/templ"

	"socialdata/views"
)

// webhookStates are the pages of endpoints.
func webhookStates() map[string]templ.Component {
	form := views.WebhookForm{URL: views.Field{Name: "url", Label: "Address", Type: "url", Required: true}, Description: views.Field{Name: "description", Label: "Description"},
		All: views.Scope{Name: "all", Says: "All events"}, Groups: []views.EventGroup{
			{Title: "Imports", All: views.Scope{Name: "all-imports", Says: "All of these"}, Events: []views.Scope{{Name: "import.succeeded", Says: "an import has succeeded", Chosen: true}, {Name: "import.failed", Says: "an import has failed"}}},
			{Title: "Credits and keys", Events: []views.Scope{{Name: "credits.low", Says: "the balance is low"}}}}}
	wrong := form
	wrong.Open, wrong.EventsProblem, wrong.URL.Problem = true, "Choose at least one.", "It needs to be an address that begins with https://."
	told := []string{"import.succeeded", "import.failed"}
	secret := &views.NewSecret{Of: "https://hooks.example/x", Secret: "whsec_example"}
	one := views.Webhook{URL: "https://hooks.example/" + long, At: "/w/w1/webhooks/h1", State: views.State{Tone: "warn", Word: "Fails"}, Trouble: "It has failed since yesterday.", Enabled: true,
		Events: told, Description: long, OldSecret: soon, New: secret, Form: form, DeleteHref: "/w/w1/webhooks/h1/delete", Older: "/w/w1/webhooks/h1?cursor=c", States: []views.Option{{Word: "Any"}},
		Rows: []views.DeliveryRow{
			{Event: "import.succeeded", EventID: "e1", About: "/w/w1/imports/i1", Which: "import", SentWord: "What was sent", Sent: "{\n  \"object\": \"event\",\n  \"id\": \"e1\"\n}", State: views.State{Tone: "good", Word: "Delivered"}, Answer: "204", Attempts: 1, Last: past, ResendAction: "/w/w1/webhooks/h1/deliveries/d1/resend"},
			{Event: "import.failed", EventID: "e2", State: views.State{Tone: "warn", Word: "Will be tried again"}, Answer: "no answer within ten seconds", Attempts: 3, Last: past, Next: soon,
				Tries: []views.DeliveryTry{{At: past, Answer: "500", Took: "31 ms"}, {At: past, Answer: "no answer within ten seconds", Took: "10000 ms"}}},
			{Event: "webhook.test", EventID: "e3", State: views.State{Tone: "busy", Word: "On its way"}}}}
	return map[string]templ.Component{
		"webhooks": views.WebhooksPage(inside("Webhooks", "webhooks"), views.Webhooks{Form: form, New: &views.NewSecret{Of: "https://hooks.example/x", Secret: "whsec_example", TestHref: "/w/w1/webhooks/h1"}, Older: "/w/w1/webhooks?cursor=c", Rows: []views.WebhookRow{
			{URL: "https://hooks.example/" + long, Description: long, Href: "/w/w1/webhooks/h1", State: views.State{Tone: "warn", Word: "Fails"}, Failed: past, Events: told, Made: past, Tried: past, Outcome: views.State{Tone: "bad", Word: "Failed"}, Answer: "no answer within ten seconds"},
			{URL: "https://hooks.example/new", Href: "/w/w1/webhooks/h2", State: views.State{Tone: "good", Word: "Enabled"}, Events: told, Made: past}}}),
		"webhooks-empty":   views.WebhooksPage(inside("Webhooks", "webhooks"), views.Webhooks{Form: wrong, Refusal: "A workspace has at most 10 endpoints. Delete one first."}),
		"webhook":          views.WebhookPage(inside("Webhook", "webhooks"), one),
		"webhook-disabled": views.WebhookPage(inside("Webhook", "webhooks"), views.Webhook{URL: "https://hooks.example/x", At: "/w/w1/webhooks/h1", State: views.State{Tone: "bad", Word: "Disabled"}, Form: wrong, Refusal: "Someone else changed it."}),
		"webhook-none":     views.WebhookPage(inside("Webhook", "webhooks"), views.Webhook{URL: "https://hooks.example/x", At: "/w/w1/webhooks/h1", Enabled: true, Form: form, Filtered: true, States: []views.Option{{Word: "Any"}}}),
	}
}
