// Package c2patest signs files with C2PA manifests by keys of its own. Only tests import it.
package c2patest

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"math/big"
	"testing"
	"time"

	"github.com/veraison/go-cose"
)

// Name is what the certificates of signers name, as the validator shows it.
const Name = "Invented Camera / Invented Works"

// Signer signs claims by a certificate that an authority of its own issued.
type Signer struct {
	Roots     []byte // the authority's certificate, in PEM
	Algorithm cose.Algorithm
	key       crypto.Signer
	chain     [][]byte
}

// Options change a signer's certificate. The zero value is a good one, on P-256.
type Options struct {
	NotBefore, NotAfter time.Time
	Algorithm           cose.Algorithm
	Key                 crypto.Signer
	Change              func(leaf *x509.Certificate)
	OnlyPSS             bool    // the certificate says that its RSA key is for PSS alone
	Along               *Signer // its certificates come along, though they vouch for nothing
}

// New makes a signer with an authority, one between them, and a certificate.
func New(t testing.TB, o Options) *Signer {
	t.Helper()
	now := time.Now()
	if o.NotBefore.IsZero() {
		o.NotBefore = now.Add(-time.Hour)
	}
	if o.NotAfter.IsZero() {
		o.NotAfter = now.Add(time.Hour)
	}
	if o.Key == nil {
		o.Algorithm, o.Key = cose.AlgorithmES256, newKey(t)
	}
	rootKey, middleKey := newKey(t), newKey(t)
	root := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Invented Root"}, NotBefore: now.AddDate(-20, 0, 0), NotAfter: now.AddDate(20, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	middle := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "Invented Issuer"}, NotBefore: root.NotBefore, NotAfter: root.NotAfter,
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	leaf := &x509.Certificate{SerialNumber: big.NewInt(3), Subject: pkix.Name{CommonName: "Invented Camera", Organization: []string{"Invented Works"}},
		NotBefore: o.NotBefore, NotAfter: o.NotAfter, KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageEmailProtection}}
	if o.Change != nil {
		o.Change(leaf)
	}
	rootDER := issue(t, root, root, rootKey.Public(), rootKey)
	middleDER := issue(t, middle, root, middleKey.Public(), rootKey)
	own := issue(t, leaf, middle, o.Key.Public(), middleKey)
	if o.OnlyPSS {
		own = onlyPSS(t, own, middleKey)
	}
	s := &Signer{Roots: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: rootDER}), Algorithm: o.Algorithm, key: o.Key, chain: [][]byte{own, middleDER}}
	if o.Along != nil {
		s.chain = append(s.chain, o.Along.chain...)
	}
	return s
}

// onlyPSS names another algorithm for the RSA key of a certificate (RFC 4055) and signs it again.
func onlyPSS(t testing.TB, der []byte, by *ecdsa.PrivateKey) []byte {
	t.Helper()
	var c struct {
		Signed    asn1.RawValue
		Algorithm asn1.RawValue
		Signature asn1.BitString
	}
	if _, err := asn1.Unmarshal(der, &c); err != nil {
		t.Fatal(err)
	}
	const rsaKey = "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01"
	c.Signed.FullBytes = bytes.Replace(c.Signed.FullBytes, []byte(rsaKey+"\x01"), []byte(rsaKey+"\x0a"), 1)
	sum := sha256.Sum256(c.Signed.FullBytes)
	signature, err := ecdsa.SignASN1(rand.Reader, by, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	c.Signature = asn1.BitString{Bytes: signature, BitLength: 8 * len(signature)}
	again, err := asn1.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return again
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func issue(t testing.TB, c, by *x509.Certificate, public any, key crypto.Signer) []byte {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, c, by, public, key)
	if err != nil {
		t.Fatal(err)
	}
	return der
}
