package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"
)

// secretPrefix begins a secret of Standard Webhooks; the rest is a key in base64.
const secretPrefix = "whsec_"

var errSecret = errors.New("a secret is not whsec_ and a key in base64")

// Sign returns the value of the webhook-signature header: one signature by each secret, with spaces between them.
func Sign(secrets []string, id string, at time.Time, body []byte) (string, error) {
	list := make([]string, 0, len(secrets))
	for _, secret := range secrets {
		text, found := strings.CutPrefix(secret, secretPrefix)
		key, err := base64.StdEncoding.DecodeString(text)
		if !found || err != nil {
			return "", errSecret
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
		mac.Write(body)
		list = append(list, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	if len(list) == 0 {
		return "", errSecret
	}
	return strings.Join(list, " "), nil
}
