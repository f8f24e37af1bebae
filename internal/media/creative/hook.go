package creative

import (
	"slices"
	"strings"
)

// hookMs is how early a sentence has to start to count as the opening.
const hookMs = 5000

// hook returns the opening of a video: the first sentence spoken early, else the first sentence of the text, else the
// title; nil if there is none of these.
func hook(in Input, said speech) *string {
	if len(said.sentences) > 0 && said.sentences[0].startMs < hookMs {
		return sentenceOf(said.sentences[0].text)
	}
	if in.Text != nil {
		for _, s := range splitSentences(*in.Text) {
			return sentenceOf(s)
		}
	}
	if in.Title != nil && strings.TrimSpace(*in.Title) != "" {
		return sentenceOf(strings.Join(strings.Fields(*in.Title), " "))
	}
	return nil
}

func sentenceOf(text string) *string {
	return new(cut(text, maxSentence))
}

// callToAction returns a sentence that asks the viewer to act: spoken in the last fifth, else in the text, else on a
// link; nil if there is none.
func callToAction(in Input, said speech) *string {
	from := in.DurationMs * 4 / 5
	for _, s := range said.sentences {
		if s.endMs >= from && asks(s.text) {
			return sentenceOf(s.text)
		}
	}
	if in.Text != nil {
		for _, s := range splitSentences(*in.Text) {
			if asks(s) {
				return sentenceOf(s)
			}
		}
	}
	for _, l := range in.Links {
		if l = strings.Join(strings.Fields(l), " "); asks(l) {
			return sentenceOf(l)
		}
	}
	return nil
}

// asks reports whether a sentence contains one of the phrases as whole words.
func asks(sentence string) bool {
	plain := " " + strings.Join(strings.FieldsFunc(strings.ToLower(sentence), func(r rune) bool {
		return strings.ContainsRune(" \t.,;:!?¡¿\"'“”„()[]*", r)
	}), " ") + " "
	return slices.ContainsFunc(phrases(), func(p string) bool { return strings.Contains(plain, " "+p+" ") })
}

// phrases returns phrases that ask the viewer to act, in lower case, by language.
func phrases() []string {
	return []string{
		// English
		"link in bio", "link in my bio", "link in the bio", "link below", "link in the description", "shop now", "buy now",
		"order now", "get yours", "subscribe", "sign up", "download", "use code", "use my code", "learn more", "follow me",
		"follow us", "follow for", "swipe up", "tap the link", "click the link", "click here", "comment below", "try it now",
		"book now", "get started", "join us", "visit our", "get offer",
		// German
		"link in der bio", "jetzt kaufen", "jetzt bestellen", "jetzt shoppen", "abonniere", "abonniert", "jetzt anmelden",
		"mehr erfahren", "mehr dazu", "mit dem code", "folge mir", "folgt uns", "jetzt herunterladen", "jetzt testen", "jetzt buchen",
		// Spanish
		"enlace en la bio", "link en la bio", "compra ahora", "comprar ahora", "suscríbete", "regístrate", "descarga",
		"usa el código", "más información", "sígueme", "síguenos", "reserva ahora",
		// French
		"lien en bio", "lien dans la bio", "achetez maintenant", "acheter maintenant", "abonnez-vous", "abonne-toi",
		"inscrivez-vous", "téléchargez", "avec le code", "en savoir plus", "suivez-nous", "réservez",
		// Portuguese
		"link na bio", "compre agora", "comprar agora", "inscreva-se", "cadastre-se", "baixe", "use o código", "use o cupom",
		"saiba mais", "siga-nos",
		// Italian
		"acquista ora", "compra ora", "iscriviti", "scarica", "usa il codice", "scopri di più", "seguici",
	}
}
