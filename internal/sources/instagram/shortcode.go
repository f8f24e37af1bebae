package instagram

import (
	"math/big"
	"strings"
	"time"
)

// alphabet encodes a media pk as a shortcode: base 64, most significant digit first.
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// codeLength is the length of the part of a shortcode that identifies the media; the rest is the key of a private share.
const codeLength = 11

// mediaPK returns the numeric id for a shortcode; "" if code is invalid.
func mediaPK(code string) string {
	if len(code) > codeLength {
		code = code[:codeLength]
	}
	pk := new(big.Int)
	for _, c := range code {
		digit := strings.IndexRune(alphabet, c)
		if digit < 0 {
			return ""
		}
		pk.Add(pk.Lsh(pk, 6), big.NewInt(int64(digit)))
	}
	if pk.Sign() == 0 {
		return ""
	}
	return pk.String()
}

// shortcode is the inverse of mediaPK; it returns "" if pk is not a decimal number.
func shortcode(pk string) string {
	n, ok := new(big.Int).SetString(pk, 10)
	if !ok || n.Sign() <= 0 || n.BitLen() > 6*codeLength {
		return ""
	}
	var code []byte
	for low := new(big.Int); n.Sign() > 0; n.Rsh(n, 6) {
		code = append([]byte{alphabet[low.And(n, big.NewInt(63)).Int64()]}, code...)
	}
	return string(code)
}

// pkEpoch is the zero of the time inside a pk, in milliseconds after 1970: "Sharding & IDs at Instagram", 2012.
const pkEpoch = 1314220021721

// madeAt returns when the media of a shortcode was uploaded: a pk holds the time above its lowest 23 bits. ok is false
// if the time is in the future.
func madeAt(code string) (at time.Time, ok bool) {
	pk, ok := new(big.Int).SetString(mediaPK(code), 10)
	if !ok || pk.BitLen() > 63 {
		return at, false
	}
	at = time.UnixMilli(pk.Int64()>>23 + pkEpoch)
	return at, at.Before(time.Now().Add(24 * time.Hour))
}
