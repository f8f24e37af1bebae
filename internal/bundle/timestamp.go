package bundle

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/digitorus/pkcs7"
	"github.com/digitorus/timestamp"
)

// checkTimestamp verifies that a token is a timestamp of the file that it covers.
func checkTimestamp(t *Timestamp, files []File, roots *x509.CertPool) (*Stamp, error) {
	i := slices.IndexFunc(files, func(f File) bool { return f.Name == t.Covers })
	if i < 0 {
		return nil, Problem{ManifestName, "has a timestamp of a file that is not there"}
	}
	sum, err := hex.DecodeString(files[i].SHA256)
	if err != nil {
		return nil, Problem{ManifestName, "has a SHA-256 that is none"}
	}
	s, err := ReadToken(t.Token, sum, roots)
	if err != nil {
		return nil, Problem{ManifestName, "has a timestamp that does not hold: " + err.Error()}
	}
	s.Covers = t.Covers
	return s, nil
}

// ReadToken verifies that an RFC 3161 token covers a SHA-256 and is signed by the certificate in it. With roots it also
// verifies the certificate's chain at the time of the timestamp.
func ReadToken(token, sum []byte, roots *x509.CertPool) (*Stamp, error) {
	return readToken(token, roots, func(h crypto.Hash) []byte {
		if h != crypto.SHA256 {
			return nil
		}
		return sum
	})
}

// ReadTokenOf verifies that a token covers a message by its SHA-256, SHA-384 or SHA-512, as ReadToken does. It is strict about the
// token's encoding.
func ReadTokenOf(token, message []byte, roots *x509.CertPool) (*Stamp, error) {
	if err := checkForm(token); err != nil {
		return nil, err
	}
	return readToken(token, roots, func(h crypto.Hash) []byte {
		if h != crypto.SHA256 && h != crypto.SHA384 && h != crypto.SHA512 {
			return nil
		}
		sum := h.New()
		sum.Write(message)
		return sum.Sum(nil)
	})
}

// TokenOf returns the token in an authority's answer.
func TokenOf(response []byte) (token []byte, err error) {
	defer recoverParser(&err)
	t, err := timestamp.ParseResponse(response)
	if err != nil {
		return nil, err
	}
	return t.RawToken, nil
}

// recoverParser turns a panic of the parser, which was not written for untrusted bytes, into an error.
func recoverParser(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("it cannot be read: %v", r)
	}
}

// readToken verifies a token over the sum that it should have by its own hash; nil is none.
func readToken(token []byte, roots *x509.CertPool, sumBy func(crypto.Hash) []byte) (s *Stamp, err error) {
	defer recoverParser(&err)
	t, err := timestamp.Parse(token)
	if err != nil {
		return nil, err
	}
	if sum := sumBy(t.HashAlgorithm); sum == nil || !bytes.Equal(t.HashedMessage, sum) {
		return nil, fmt.Errorf("it is of something else")
	}
	p7, err := pkcs7.Parse(token)
	if err != nil {
		return nil, err
	}
	signer := p7.GetOnlySigner()
	if signer == nil || !slices.Contains(signer.ExtKeyUsage, x509.ExtKeyUsageTimeStamping) {
		return nil, fmt.Errorf("it is not signed by the one certificate of a timestamp authority in it")
	}
	if roots != nil {
		others := x509.NewCertPool()
		for _, c := range p7.Certificates {
			others.AddCert(c)
		}
		usage := []x509.ExtKeyUsage{x509.ExtKeyUsageTimeStamping}
		if _, err := signer.Verify(x509.VerifyOptions{Roots: roots, Intermediates: others, CurrentTime: t.Time, KeyUsages: usage}); err != nil {
			return nil, err
		}
	}
	return &Stamp{Time: t.Time, Authority: signer.Subject.String()}, nil
}
