// Package tsatest is a timestamp authority for tests. Only tests import it.
package tsatest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"io"
	"math/big"
	"net/http"
	"testing"
	"time"

	"github.com/digitorus/timestamp"
)

// Authority signs timestamps by RFC 3161. It is an http.Handler.
type Authority struct {
	Roots *x509.CertPool
	key   *ecdsa.PrivateKey
	cert  *x509.Certificate
}

// New makes an authority with a certificate of its own.
func New(t testing.TB) *Authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	usage, err := asn1.Marshal([]asn1.ObjectIdentifier{{1, 3, 6, 1, 5, 5, 7, 3, 8}}) // time stamping only, critical as the RFC wants
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Test authority"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtraExtensions: []pkix.Extension{{Id: asn1.ObjectIdentifier{2, 5, 29, 37}, Critical: true, Value: usage}}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	a := &Authority{Roots: x509.NewCertPool(), key: key, cert: cert}
	a.Roots.AddCert(cert)
	return a
}

// PEM returns the authority's certificate for a trust list.
func (a *Authority) PEM() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.cert.Raw})
}

// ServeHTTP answers a request for a timestamp.
func (a *Authority) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 64<<10))
	if err == nil {
		body, err = a.answer(body)
	}
	if err != nil || r.Header.Get("Content-Type") != "application/timestamp-query" {
		http.Error(w, "no request for a timestamp", http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/timestamp-reply")
	_, _ = w.Write(body)
}

func (a *Authority) answer(request []byte) ([]byte, error) {
	q, err := timestamp.ParseRequest(request)
	if err != nil {
		return nil, err
	}
	stamp := timestamp.Timestamp{HashAlgorithm: q.HashAlgorithm, HashedMessage: q.HashedMessage, Time: time.Now(), Nonce: q.Nonce,
		Policy: asn1.ObjectIdentifier{1, 2, 3}, AddTSACertificate: true}
	return stamp.CreateResponseWithOpts(a.cert, a.key, crypto.SHA256)
}

// Reply returns the answer to a request without a nonce.
func (a *Authority) Reply(t testing.TB, sum []byte) []byte {
	t.Helper()
	request := timestamp.Request{HashAlgorithm: crypto.SHA256, HashedMessage: sum, Certificates: true}
	raw, err := request.Marshal()
	if err == nil {
		raw, err = a.answer(raw)
	}
	if err != nil {
		t.Error(err)
	}
	return raw
}

// Token returns a token over a SHA-256.
func (a *Authority) Token(t testing.TB, sum []byte) []byte {
	t.Helper()
	reply, err := timestamp.ParseResponse(a.Reply(t, sum))
	if err != nil {
		t.Fatal(err)
	}
	return reply.RawToken
}
