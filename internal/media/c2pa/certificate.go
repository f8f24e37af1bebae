package c2pa

import (
	"crypto/x509"
	"encoding/asn1"
)

// oidPSS names an RSA key that may only be used with PSS (RFC 4055).
var oidPSS = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 10}

// parseCertificate reads a certificate. The standard library leaves the keys out that are made for PSS alone, which C2PA allows.
func parseCertificate(der []byte) (*x509.Certificate, error) {
	c, err := x509.ParseCertificate(der)
	if err != nil || c.PublicKey != nil {
		return c, err
	}
	var info struct {
		Algorithm struct {
			ID         asn1.ObjectIdentifier
			Parameters asn1.RawValue `asn1:"optional"`
		}
		Key asn1.BitString
	}
	rest, err := asn1.Unmarshal(c.RawSubjectPublicKeyInfo, &info)
	if err != nil {
		return nil, err
	}
	if len(rest) == 0 && info.Algorithm.ID.Equal(oidPSS) {
		if c.PublicKey, err = x509.ParsePKCS1PublicKey(info.Key.RightAlign()); err != nil {
			return nil, err
		}
		c.PublicKeyAlgorithm = x509.RSA
	}
	return c, nil
}
