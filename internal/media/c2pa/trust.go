package c2pa

import (
	"bytes"
	"crypto/x509"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
	"time"

	"socialdata/internal/bundle"
)

// Trust is the operator's list of certificates that may vouch for signers and for time stamps.
type Trust struct {
	roots   *x509.CertPool
	anchors int
}

// ReadTrust reads a list in PEM. Every block must be a certificate.
func ReadTrust(b []byte) (*Trust, error) {
	t := &Trust{roots: x509.NewCertPool()}
	for {
		var block *pem.Block
		if block, b = pem.Decode(b); block == nil {
			break
		}
		if block.Type != "CERTIFICATE" {
			return nil, fmt.Errorf("it holds a %s, where only certificates belong", block.Type)
		}
		c, err := parseCertificate(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("its certificate %d cannot be read: %w", t.anchors+1, err)
		}
		t.roots.AddCert(c)
		t.anchors++
	}
	if t.anchors == 0 {
		return nil, errors.New("it holds no certificate in PEM")
	}
	return t, nil
}

// Anchors returns the number of certificates in the list; 0 if there is none.
func (t *Trust) Anchors() int {
	if t == nil {
		return 0
	}
	return t.anchors
}

// The purposes of a certificate, one of which C2PA wants (2.1, 14.5.1).
var (
	purposeDocuments = asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 3, 36}
	purposeC2PA      = asn1.ObjectIdentifier{1, 3, 6, 1, 4, 1, 62558, 2, 1}
)

// mayClaim reports whether a certificate is made for signing content, and for nothing that would make it a different thing.
func mayClaim(c *x509.Certificate) bool {
	purposes := slices.Contains(c.ExtKeyUsage, x509.ExtKeyUsageEmailProtection) ||
		slices.ContainsFunc(c.UnknownExtKeyUsage, func(id asn1.ObjectIdentifier) bool { return id.Equal(purposeDocuments) || id.Equal(purposeC2PA) })
	others := slices.ContainsFunc(c.ExtKeyUsage, func(u x509.ExtKeyUsage) bool {
		return u == x509.ExtKeyUsageAny || u == x509.ExtKeyUsageTimeStamping || u == x509.ExtKeyUsageOCSPSigning
	})
	return purposes && !others && !c.IsCA && c.KeyUsage&x509.KeyUsageDigitalSignature != 0
}

// trusted checks that the operator's list vouches for the signer at the time of the signature. It returns a sentence about that time.
func (v *Validator) trusted(s *signature, claim []byte) (string, error) {
	if v.Trust.Anchors() == 0 {
		return "", untrusted("The manifest fits the file, but no trust list says who may sign.")
	}
	if !mayClaim(s.chain[0]) {
		return "", untrusted("The signer's certificate is not made for signing content.")
	}
	at, sentence := v.now(), "There is no time stamp, so the certificate was checked as of now."
	if s.stamp != nil {
		t, err := v.readStamp(s, claim)
		if err != nil {
			sentence = "The time stamp is not one of an authority on the trust list, so the certificate was checked as of now."
		} else {
			at, sentence = t.Time, fmt.Sprintf("It was signed no later than %s, as the time stamp of %s shows.", t.Time.UTC().Format("2 January 2006, 15:04 UTC"), clean(t.Authority))
		}
	}
	return sentence, v.checkChain(s, at)
}

// readStamp verifies the time stamp of a signature and its authority.
func (v *Validator) readStamp(s *signature, claim []byte) (*bundle.Stamp, error) {
	message, err := s.stamped(claim)
	if err != nil {
		return nil, err
	}
	token := s.stamp.token
	if inner, err := bundle.TokenOf(token); s.stamp.response && err == nil { // old files hold the authority's whole answer
		token = inner
	}
	return bundle.ReadTokenOf(token, message, v.Trust.roots)
}

// checkChain verifies the chain at a time. Every certificate that came along must be a part of it.
func (v *Validator) checkChain(s *signature, at time.Time) error {
	others := x509.NewCertPool()
	for _, c := range s.chain[1:] {
		others.AddCert(c)
	}
	leaf := s.chain[0]
	chains, err := leaf.Verify(x509.VerifyOptions{Roots: v.Trust.roots, Intermediates: others, CurrentTime: at, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny}})
	switch {
	case err == nil && !slices.ContainsFunc(chains, func(c []*x509.Certificate) bool { return containsAll(c, s.chain) }):
		return unknown("The signature comes with certificates that do not belong to its chain.")
	case err == nil:
		return nil
	case at.After(leaf.NotAfter):
		return untrusted("The signer's certificate ended on " + leaf.NotAfter.UTC().Format("2 January 2006") + ", and no trusted time stamp shows an earlier signature.")
	case at.Before(leaf.NotBefore):
		return untrusted("The signer's certificate began on " + leaf.NotBefore.UTC().Format("2 January 2006") + ", after the signature.")
	}
	return untrusted("The manifest fits the file, but nobody on the trust list vouches for the signer.")
}

func containsAll(chain, parts []*x509.Certificate) bool {
	for _, p := range parts {
		if !slices.ContainsFunc(chain, func(c *x509.Certificate) bool { return bytes.Equal(c.Raw, p.Raw) }) {
			return false
		}
	}
	return true
}
