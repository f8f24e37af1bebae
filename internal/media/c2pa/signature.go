package c2pa

import (
	"bytes"
	"crypto/x509"
	"errors"
	"fmt"
	"strings"

	"github.com/fxamacker/cbor/v2"
	"github.com/veraison/go-cose"
)

// maxChain is the largest number of certificates that come with a signature.
const maxChain = 12

// signature is a COSE_Sign1 over a claim.
type signature struct {
	message cose.Sign1Message
	chain   []*x509.Certificate // the signer's first
	stamp   *stamp              // nil without a time stamp
}

// stamp is a time stamp as it came.
type stamp struct {
	token    []byte // RFC 3161
	response bool   // a TimeStampResp instead of a token
	ofClaim  bool   // of the claim, else of the signature
}

// The header parameters of C2PA that have names.
const (
	headerChain  = "x5chain"
	headerStamp  = "sigTst"
	headerStamp2 = "sigTst2"
)

func readSignature(m *manifest) (*signature, error) {
	var s signature
	if err := s.message.UnmarshalCBOR(m.signature); err != nil {
		return nil, invalid("The signature cannot be read.")
	}
	if s.message.Payload != nil {
		return nil, unknown("The signature brings its own text, which this version does not check.")
	}
	chain, err := s.certificates()
	if err != nil {
		return nil, err
	}
	s.chain = chain
	return &s, s.readHeaders()
}

// readHeaders reads the headers that are not signed. Nothing may be in them that is not looked at.
func (s *signature) readHeaders() error {
	for label, value := range s.message.Headers.Unprotected {
		switch label {
		case cose.HeaderLabelX5Chain, headerChain, "rVals": // revocation is not checked, as the result says
		case "pad", "pad2":
			if b, ok := value.([]byte); !ok || !allZero(b) {
				return invalid("What fills up the signature is not empty.")
			}
		case headerStamp, headerStamp2:
			token, err := stampToken(value)
			if err != nil || s.stamp != nil {
				return errors.Join(err, unknown("The signature has several time stamps."))
			}
			s.stamp = &stamp{token: token, response: label == headerStamp, ofClaim: label == headerStamp}
		default:
			return unknown(fmt.Sprintf("The signature has a part that this version does not know (%s).", clean(fmt.Sprint(label))))
		}
	}
	return nil
}

func stampToken(value any) ([]byte, error) {
	b, err := cbor.Marshal(value)
	if err != nil {
		return nil, unknown("The time stamp cannot be read.")
	}
	var container struct {
		Tokens []struct {
			Val []byte `cbor:"val"`
		} `cbor:"tstTokens"`
	}
	if decode(b, &container) != nil || len(container.Tokens) != 1 {
		return nil, unknown("The time stamp cannot be read.")
	}
	return container.Tokens[0].Val, nil
}

// certificates returns the chain that came with the signature (RFC 9360): from the signed headers or, in old files, the others.
func (s *signature) certificates() ([]*x509.Certificate, error) {
	var values []any
	for _, headers := range []map[any]any{s.message.Headers.Protected, s.message.Headers.Unprotected} {
		for _, label := range []any{cose.HeaderLabelX5Chain, headerChain} {
			if v, ok := headers[label]; ok {
				values = append(values, v)
			}
		}
	}
	if len(values) != 1 {
		return nil, invalid("The signature does not come with one certificate chain.")
	}
	list, ok := values[0].([]any)
	if !ok {
		list = []any{values[0]}
	}
	if len(list) == 0 || len(list) > maxChain {
		return nil, unknown("The signature comes with more certificates than this version reads.")
	}
	var chain []*x509.Certificate
	for _, v := range list {
		der, _ := v.([]byte)
		c, err := parseCertificate(der)
		if err != nil {
			return nil, unknown("A certificate of the signature cannot be read.")
		}
		chain = append(chain, c)
	}
	return chain, nil
}

// holder returns who the certificate names.
func (s *signature) holder() string {
	subject := s.chain[0].Subject
	return subject.CommonName + " / " + strings.Join(subject.Organization, ", ")
}

// verify checks the signature over a claim.
func (s *signature) verify(claim []byte) error {
	alg, err := s.message.Headers.Protected.Algorithm()
	if err != nil {
		return unknown("The signature does not say its algorithm.")
	}
	switch alg {
	case cose.AlgorithmES256, cose.AlgorithmES384, cose.AlgorithmES512, cose.AlgorithmPS256, cose.AlgorithmPS384, cose.AlgorithmPS512, cose.AlgorithmEdDSA:
	default:
		return unknown(fmt.Sprintf("The signature uses an algorithm that C2PA does not allow, or this version does not know (%s).", alg))
	}
	verifier, err := cose.NewVerifier(alg, s.chain[0].PublicKey)
	if err != nil {
		return unknown("The key of the certificate does not fit the signature's algorithm.")
	}
	message := s.message
	message.Payload = bytes.Clone(claim)
	if message.Verify(nil, verifier) != nil {
		return invalid("The signature does not fit the claim: one of them was changed.")
	}
	return nil
}

// stamped returns the bytes that the time stamp is of: a COSE countersignature structure (C2PA 2.1, 10.3.2.5).
func (s *signature) stamped(claim []byte) ([]byte, error) {
	payload := claim
	if !s.stamp.ofClaim {
		b, err := cbor.Marshal(s.message.Signature)
		if err != nil {
			return nil, err
		}
		payload = b
	}
	var protected []byte
	if err := decode(s.message.Headers.RawProtected, &protected); err != nil {
		return nil, err
	}
	return cbor.Marshal([]any{"CounterSignature", protected, []byte{}, payload})
}
