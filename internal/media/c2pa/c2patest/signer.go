// Package c2patest signs files with C2PA manifests by keys of its own. Only tests import it.
package c2patest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
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
	return &Signer{Roots: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: rootDER}), Algorithm: o.Algorithm, key: o.Key,
		chain: [][]byte{issue(t, leaf, middle, o.Key.Public(), middleKey), middleDER}}
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
