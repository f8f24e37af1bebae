package speech

import (
	"strings"

	"golang.org/x/text/language"
)

// undetermined is the language of a text of which the server does not say it (BCP 47).
const undetermined = "und"

// languageTag returns the BCP 47 tag of a language as servers name it: by its code, or by its English name in small letters, as OpenAI's
// and whisper.cpp's do.
func languageTag(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if code, ok := codes[name]; ok {
		return code
	}
	tag, err := language.Parse(name)
	if err != nil || len(tag.String()) > 16 {
		return undetermined
	}
	return tag.String()
}

// codes are the codes of languages by their English names.
var codes = named(`afrikaans af albanian sq amharic am arabic ar armenian hy assamese as azerbaijani az bashkir ba basque eu belarusian be bengali bn
	bosnian bs breton br bulgarian bg burmese my cantonese yue castilian es catalan ca chinese zh croatian hr czech cs danish da dutch nl english en
	estonian et faroese fo finnish fi flemish nl french fr galician gl georgian ka german de greek el gujarati gu haitian ht hausa ha hawaiian haw
	hebrew he hindi hi hungarian hu icelandic is indonesian id italian it japanese ja javanese jv kannada kn kazakh kk khmer km korean ko lao lo
	latin la latvian lv lingala ln lithuanian lt luxembourgish lb macedonian mk malagasy mg malay ms malayalam ml maltese mt mandarin zh maori mi
	marathi mr moldavian ro mongolian mn myanmar my nepali ne norwegian no nynorsk nn occitan oc pashto ps persian fa polish pl portuguese pt
	punjabi pa romanian ro russian ru sanskrit sa serbian sr shona sn sindhi sd sinhala si slovak sk slovenian sl somali so spanish es sundanese su
	swahili sw swedish sv tagalog tl tajik tg tamil ta tatar tt telugu te thai th tibetan bo turkish tr turkmen tk ukrainian uk urdu ur uzbek uz
	valencian ca vietnamese vi welsh cy yiddish yi yoruba yo`)

func named(list string) map[string]string {
	byName, fields := map[string]string{}, strings.Fields(list)
	for n := 0; n < len(fields); n += 2 {
		byName[fields[n]] = fields[n+1]
	}
	return byName
}
