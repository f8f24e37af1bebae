package accounts_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/modelstest"
)

// codeAt returns the code that an app shows at a time.
func codeAt(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, at)
	modelstest.Must(t, err)
	return code
}

// withFactor sets the owner's second factor up and returns its secret and the recovery codes.
func withFactor(t *testing.T, s *models.Store, in modelstest.Installed) (secret string, recovery []string) {
	t.Helper()
	modelstest.Must(t, s.Accounts.BeginSecondFactor(t.Context(), in.Owner))
	secret, err := s.Accounts.PendingSecondFactor(t.Context(), in.Owner)
	modelstest.Must(t, err)
	recovery, err = s.Accounts.ConfirmSecondFactor(t.Context(), in.Owner, "", codeAt(t, secret, s.Now()))
	modelstest.Must(t, err)
	return secret, recovery
}

const ownerEmail = "owner@example.com"

func wantCodeAsked(t *testing.T, err error) {
	t.Helper()
	if !apierror.Is(err, apierror.CodeUnauthenticated) || apierror.From(err).Details["reason"] != accounts.CodeRequired {
		t.Errorf("no code is asked for: %v", err)
	}
}

// TestCodesAreAcceptedOnce holds that a code is good for one sign-in, within a step of now.
func TestCodesAreAcceptedOnce(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		before := s.Now() // the clock runs: by the time that it is asked again, the next code may be the valid one
		secret, _ := withFactor(t, s, in)
		ctx := t.Context()
		half, err := s.Accounts.SignIn(ctx, ownerEmail, modelstest.Password)
		wantCodeAsked(t, err)
		if half.Token != "" || half.User.ID != in.Owner {
			t.Errorf("without a code there is %+v", half)
		}
		try := func(code, want string) {
			t.Helper()
			_, err := s.Accounts.SignInWith(ctx, ownerEmail, modelstest.Password, code)
			if want != "" {
				modelstest.WantCode(t, err, apierror.Code(want))
			} else if err != nil {
				t.Errorf("%s: %v", code, err)
			}
		}
		try(codeAt(t, secret, before), "invalid_credential") // it switched the factor on, or is older
		clock.Add(time.Minute)
		now := s.Now()
		for _, wrong := range []string{"000000", codeAt(t, secret, now.Add(2*time.Minute)), codeAt(t, secret, now.Add(-2*time.Minute)), "12345", "äöüäöü", "aaaa-bbbb-cccc-dddd"} {
			try(wrong, "invalid_credential")
		}
		code := codeAt(t, secret, now.Add(30*time.Second))
		_, err = s.Accounts.SignInWith(ctx, ownerEmail, "not the password", code)
		modelstest.WantCode(t, err, "invalid_credential")
		try(code[:3]+" "+code[3:], "")
		try(code, "invalid_credential")
		try(codeAt(t, secret, now), "invalid_credential") // older than the last one
		clock.Add(10 * time.Minute)
		try(codeAt(t, secret, s.Now().Add(-2*time.Minute)), "invalid_credential") // too old, though never used
		code = codeAt(t, secret, s.Now())
		got := modelstest.Outcomes(modelstest.AtOnce(6, func(int) error {
			_, err := s.Accounts.SignInWith(ctx, ownerEmail, modelstest.Password, code)
			return err
		}))
		if got["ok"] != 1 || got[apierror.CodeInvalidCredential] != 5 {
			t.Errorf("one code at once: %v", got)
		}
	})
}

func TestRecoveryCodesAreAcceptedOnce(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		_, recovery := withFactor(t, s, in)
		if len(recovery) != accounts.RecoveryCodes {
			t.Fatalf("%d recovery codes", len(recovery))
		}
		var stored []string
		modelstest.Must(t, s.Read(t.Context()).Table("recovery_codes").Pluck("digest", &stored).Error)
		for _, code := range recovery {
			if strings.Contains(strings.Join(stored, " "), strings.ReplaceAll(code, "-", "")) {
				t.Error("a recovery code is stored")
			}
		}
		for n, code := range recovery {
			if n%2 == 0 {
				code = strings.ToUpper(strings.ReplaceAll(code, "-", ""))
			}
			_, err := s.Accounts.SignInWith(t.Context(), ownerEmail, modelstest.Password, code)
			modelstest.Must(t, err)
			_, err = s.Accounts.SignInWith(t.Context(), ownerEmail, modelstest.Password, code)
			modelstest.WantCode(t, err, "invalid_credential")
			f, err := s.Accounts.FindSecondFactor(t.Context(), in.Owner)
			if err != nil || !f.On || f.Recovery != int64(len(recovery)-n-1) {
				t.Errorf("after %d: %+v, %v", n+1, f, err)
			}
		}
	})
}

// TestAFactorIsSwitchedOnAndOff: by a code, and by password and code. Links and old sessions do not get round it.
func TestAFactorIsSwitchedOnAndOff(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		ctx := t.Context()
		keep, err := s.Accounts.SignIn(ctx, ownerEmail, modelstest.Password)
		modelstest.Must(t, err)
		other, err := s.Accounts.SignIn(ctx, ownerEmail, modelstest.Password)
		modelstest.Must(t, err)
		_, err = s.Accounts.ConfirmSecondFactor(ctx, in.Owner, keep.SessionID, "000000")
		modelstest.WantCode(t, err, "not_found")
		modelstest.Must(t, s.Accounts.BeginSecondFactor(ctx, in.Owner))
		first, err := s.Accounts.PendingSecondFactor(ctx, in.Owner)
		modelstest.Must(t, err)
		modelstest.Must(t, s.Accounts.BeginSecondFactor(ctx, in.Owner))
		secret, err := s.Accounts.PendingSecondFactor(ctx, in.Owner)
		if err != nil || secret == first {
			t.Errorf("beginning again keeps the secret: %v", err)
		}
		_, err = s.Accounts.SignIn(ctx, ownerEmail, modelstest.Password)
		modelstest.Must(t, err) // it is not asked for yet
		_, err = s.Accounts.ConfirmSecondFactor(ctx, in.Owner, keep.SessionID, codeAt(t, first, s.Now()))
		modelstest.WantCode(t, err, "invalid_credential")
		_, err = s.Accounts.ConfirmSecondFactor(ctx, in.Owner, keep.SessionID, codeAt(t, secret, s.Now()))
		modelstest.Must(t, err)
		_, err = s.Accounts.FindSession(ctx, keep.Token)
		modelstest.Must(t, err)
		_, err = s.Accounts.FindSession(ctx, other.Token)
		modelstest.WantCode(t, err, "unauthenticated")
		modelstest.Must(t, s.Accounts.BeginSecondFactor(ctx, in.Owner)) // changes nothing
		_, err = s.Accounts.PendingSecondFactor(ctx, in.Owner)
		modelstest.WantCode(t, err, "not_found")

		_, link, err := s.Accounts.CreatePasswordReset(ctx, in.Owner, "")
		modelstest.Must(t, err)
		reset, err := s.Accounts.ResetPassword(ctx, link, "another long password", false)
		if err != nil || reset.Token != "" {
			t.Errorf("a link for a new password signs in: %+v, %v", reset, err)
		}
		_, token, err := s.Accounts.CreateInvite(ctx, in.Workspace, ownerEmail, accounts.Member, in.Owner)
		modelstest.Must(t, err)
		_, err = s.Accounts.AcceptInvite(ctx, token, "", "another long password")
		wantCodeAsked(t, err)
		clock.Add(time.Minute)
		_, err = s.Accounts.AcceptInviteWith(ctx, token, "", "another long password", codeAt(t, secret, s.Now()))
		modelstest.Must(t, err)

		clock.Add(time.Minute)
		code := codeAt(t, secret, s.Now())
		modelstest.WantCode(t, s.Accounts.RemoveSecondFactor(ctx, in.Owner, "not the password", code), "invalid_credential")
		modelstest.WantCode(t, s.Accounts.RemoveSecondFactor(ctx, in.Owner, "another long password", "000000"), "invalid_credential")
		modelstest.Must(t, s.Accounts.RemoveSecondFactor(ctx, in.Owner, "another long password", code))
		_, err = s.Accounts.SignIn(ctx, ownerEmail, "another long password")
		modelstest.Must(t, err)
		if modelstest.CountRows(t, s, "recovery_codes")+modelstest.CountRows(t, s, "second_factors") != 0 {
			t.Error("something of the factor is left")
		}
	})
}

// TestACodeEndsTheSignInThatItBelongsTo holds that a half sign-in ends with the password it was begun with.
func TestACodeEndsTheSignInThatItBelongsTo(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		_, recovery := withFactor(t, s, in)
		signedIn, err := s.Accounts.SignIn(t.Context(), ownerEmail, modelstest.Password)
		wantCodeAsked(t, err)
		half := accounts.Half(&signedIn.User)
		forged := half
		forged.Password = ""
		_, err = s.Accounts.SignInCode(t.Context(), forged, recovery[0])
		modelstest.WantCode(t, err, "invalid_credential")
		_, err = s.Accounts.SignInCode(t.Context(), half, "")
		wantCodeAsked(t, err)
		_, err = s.Accounts.SignInCode(t.Context(), half, recovery[0])
		modelstest.Must(t, err)
		modelstest.Must(t, s.Accounts.ChangePassword(t.Context(), in.Owner, "", modelstest.Password, "another long password"))
		_, err = s.Accounts.SignInCode(t.Context(), half, recovery[1])
		modelstest.WantCode(t, err, "invalid_credential")
	})
}

// TestSecretsOfFactorsAreSealed: the database alone tells no code, and a replaced key is no longer needed.
func TestSecretsOfFactorsAreSealed(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		secret, _ := withFactor(t, s, in)
		var stored string
		modelstest.Must(t, s.Read(t.Context()).Raw("SELECT secret FROM second_factors").Scan(&stored).Error)
		if stored == "" || strings.Contains(stored, secret) {
			t.Errorf("the secret is stored as %q", stored)
		}
		if n, err := s.Accounts.ResealSecrets(t.Context()); n != 0 || err != nil {
			t.Errorf("%d unreadable, %v", n, err)
		}
		modelstest.Run(t, s, "UPDATE second_factors SET secret = 'sealed by another'")
		if n, err := s.Accounts.ResealSecrets(t.Context()); n != 1 || err != nil {
			t.Errorf("%d unreadable, %v", n, err)
		}
	})
}

// TestTheStateOfASecondFactor is told before, while and after it is set up.
func TestTheStateOfASecondFactor(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		is := func(want accounts.SecondFactor) {
			t.Helper()
			if f, err := s.Accounts.FindSecondFactor(t.Context(), in.Owner); err != nil || f != want {
				t.Errorf("%+v, %v, want %+v", f, err, want)
			}
		}
		is(accounts.SecondFactor{})
		modelstest.Must(t, s.Accounts.BeginSecondFactor(t.Context(), in.Owner))
		is(accounts.SecondFactor{Pending: true})
		_, recovery := withFactor(t, s, in)
		is(accounts.SecondFactor{On: true, Recovery: int64(len(recovery))})
		drop := func(email string) (userID string, err error) {
			err = s.Tx(t.Context(), func(tx *gorm.DB) error {
				userID, err = accounts.DropSecondFactor(tx, email)
				return err
			})
			return userID, err
		}
		if id, err := drop("OWNER@example.com"); err != nil || id != in.Owner {
			t.Errorf("dropped of %q, %v", id, err)
		}
		is(accounts.SecondFactor{})
		_, err := drop(ownerEmail)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
	})
}

// TestSecretsOfFactorsSurviveRotation replaces the installation's key: all that can be read are sealed anew, beside one that cannot,
// which stays as it is.
func TestSecretsOfFactorsSurviveRotation(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		withKeys := func(keys ...byte) {
			var secrets [][]byte
			for _, k := range keys {
				secrets = append(secrets, bytes.Repeat([]byte{k}, 32))
			}
			encrypter, err := db.NewEncrypter(secrets, "database")
			modelstest.Must(t, err)
			s.Secrets = encrypter
		}
		withKeys('a')
		in := modelstest.Install(t, s, 10)
		withFactor(t, s, in)
		for _, name := range []string{"second", "third"} {
			other := in
			other.Owner = join(t, s, in.Workspace, name+"@example.com", accounts.Member).User.ID
			withFactor(t, s, other)
		}
		modelstest.Run(t, s, "UPDATE second_factors SET secret = 'unreadable' WHERE user_id = (SELECT id FROM users WHERE email = 'second@example.com')")
		for _, keys := range []string{"ba", "b"} {
			withKeys([]byte(keys)...)
			if n, err := s.Accounts.ResealSecrets(t.Context()); n != 1 || err != nil {
				t.Errorf("with the keys %s: %d unreadable, %v", keys, n, err)
			}
		}
		if n := modelstest.CountRows(t, s, "second_factors WHERE secret = 'unreadable'"); n != 1 {
			t.Error("what cannot be read was replaced")
		}
	})
}
