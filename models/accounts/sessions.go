package accounts

import (
	"context"
	"crypto/subtle"
	"encoding/hex"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// A session expires after a day without use, and after two weeks in any case.
const (
	SessionIdle = 24 * time.Hour
	SessionLife = 14 * 24 * time.Hour
	// seenEvery is how often last_seen_at is updated, so that most requests write nothing.
	seenEvery = time.Minute
)

// Session is a signed-in browser. The cookie holds its token; the row holds the digest.
type Session struct {
	ID         string `gorm:"primaryKey"`
	Digest     []byte
	UserID     string
	CreatedAt  int64 `gorm:"autoCreateTime:false"`
	LastSeenAt int64
	ExpiresAt  int64
	UserAgent  string // of the browser at the sign-in
	Address    string // at the sign-in
}

// SignedIn is an open session with its person and the workspaces.
type SignedIn struct {
	SessionID  string
	Token      string // only when the session was just made
	User       User
	Workspaces []Membership
	BegunAt    time.Time
	ExpiresAt  time.Time

	HasPassword bool // false: the person signs in at the operator's issuer
}

// Membership is a workspace as its member sees it.
type Membership struct {
	WorkspaceID string
	Name        string
	Role        Role
	Zone        string // IANA name of the time zone of charts
}

// SignIn opens a session. It returns the same invalid_credential whether the e-mail or the password is wrong.
// For a person with a second factor it returns unauthenticated with the reason CodeRequired, and the person without a
// session: SignInCode then ends the sign-in.
func (s *Store) SignIn(ctx context.Context, email, password string) (*SignedIn, error) {
	return s.SignInWith(ctx, email, password, "")
}

// SignInWith is SignIn with a code of the second factor, which people without one leave out.
func (s *Store) SignInWith(ctx context.Context, email, password, code string) (*SignedIn, error) {
	u, err := s.userByEmail(ctx, email)
	if err != nil {
		return nil, err
	}
	ok, err := s.passwords.matches(ctx, u, password)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, apierror.New(apierror.CodeInvalidCredential, "reason", "unknown")
	}
	return s.enter(ctx, u, code)
}

// SignInCode ends a sign-in whose password was right. half is what SignIn returned; of it the id and the digest of the
// password's hash are read. A password that was changed meanwhile is invalid_credential.
func (s *Store) SignInCode(ctx context.Context, half HalfSignIn, code string) (*SignedIn, error) {
	var u User
	if err := db.One(s.Read(ctx).Where("id = ?", half.UserID), &u, "user"); err != nil {
		return nil, err
	}
	if subtle.ConstantTimeCompare([]byte(Half(&u).Password), []byte(half.Password)) != 1 {
		return nil, apierror.New(apierror.CodeInvalidCredential, "reason", "unknown")
	}
	return s.enter(ctx, &u, code)
}

// HalfSignIn is a person whose password was right and whose code is awaited.
type HalfSignIn struct {
	UserID, Email string
	Password      string // digest of the hash, so that a change of the password ends the sign-in
}

// Half returns what a browser keeps while it asks for the code.
func Half(u *User) HalfSignIn {
	return HalfSignIn{UserID: u.ID, Email: u.Email, Password: hex.EncodeToString(db.TokenDigest(u.PasswordHash))}
}

// enter opens a session for somebody whose password was right, if the code is.
func (s *Store) enter(ctx context.Context, u *User, code string) (in *SignedIn, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		if err := holdPassword(tx, u); err != nil {
			return err
		}
		if err := s.checkSecond(tx, u.ID, code); err != nil {
			in = &SignedIn{User: *u}
			return err
		}
		in, err = s.openSession(ctx, tx, u, SessionLife)
		return err
	})
	return in, err
}

// holdPassword locks a person's row and returns invalid_credential if the password was changed after u was read. Hashing
// is slow on purpose, and a change during that time must end the sign-in.
func holdPassword(tx *gorm.DB, u *User) error {
	var ids []string
	q := tx.Model(&User{}).Clauses(clause.Locking{Strength: "SHARE"}).Where("id = ? AND password_hash = ?", u.ID, u.PasswordHash)
	if err := q.Pluck("id", &ids).Error; err != nil {
		return err
	}
	if len(ids) == 0 {
		return apierror.New(apierror.CodeInvalidCredential, "reason", "unknown")
	}
	return nil
}

// openSession creates a session inside a transaction, which lasts for life at most.
func (s *Store) openSession(ctx context.Context, tx *gorm.DB, u *User, life time.Duration) (*SignedIn, error) {
	token, digest := db.NewToken()
	now, device := s.Now(), DeviceOf(ctx)
	row := Session{ID: db.NewID(), Digest: digest, UserID: u.ID, CreatedAt: db.Micros(now), LastSeenAt: db.Micros(now),
		ExpiresAt: db.Micros(now.Add(life)), UserAgent: device.UserAgent, Address: device.Address}
	if err := tx.Create(&row).Error; err != nil {
		return nil, err
	}
	ms, err := memberships(tx, u.ID)
	if err != nil {
		return nil, err
	}
	return &SignedIn{SessionID: row.ID, Token: token, User: *u, Workspaces: ms, BegunAt: db.FromMicros(row.CreatedAt), ExpiresAt: db.FromMicros(row.ExpiresAt),
		HasPassword: u.PasswordHash != ""}, nil
}

// FindSession returns the session of a token; unauthenticated if it ended or never existed.
func (s *Store) FindSession(ctx context.Context, token string) (*SignedIn, error) {
	var row struct {
		Session
		User        User `gorm:"embedded;embeddedPrefix:u_"`
		HasPassword bool
	}
	now := s.Now()
	q := s.Read(ctx).Table("sessions s").Joins("JOIN users u ON u.id = s.user_id").
		Select("s.*, u.id AS u_id, u.email AS u_email, u.name AS u_name, u.operator AS u_operator, u.support AS u_support, u.created_at AS u_created_at, u.without_alert_mails AS u_without_alert_mails, u.email_proved_at AS u_email_proved_at, u.password_hash <> '' AS has_password").
		Where("s.digest = ?", db.TokenDigest(token)).Scopes(live(now))
	if err := db.One(q, &row, "session"); err != nil {
		if apierror.Is(err, apierror.CodeNotFound) {
			return nil, apierror.New(apierror.CodeUnauthenticated)
		}
		return nil, err
	}
	if now.Sub(db.FromMicros(row.LastSeenAt)) > seenEvery {
		if err := s.Write(ctx).Model(&Session{}).Where("id = ?", row.ID).Update("last_seen_at", db.Micros(now)).Error; err != nil {
			return nil, db.Error(err)
		}
	}
	ms, err := memberships(s.Read(ctx), row.UserID)
	if err != nil {
		return nil, db.Error(err)
	}
	return &SignedIn{SessionID: row.ID, User: row.User, Workspaces: ms, BegunAt: db.FromMicros(row.Session.CreatedAt), ExpiresAt: db.FromMicros(row.ExpiresAt),
		HasPassword: row.HasPassword}, nil
}

// EndSession ends one session.
func (s *Store) EndSession(ctx context.Context, id string) error {
	return db.Error(s.Write(ctx).Delete(&Session{}, "id = ?", id).Error)
}

// EndSessionOf ends one session of a person; not_found if it is not theirs.
func (s *Store) EndSessionOf(ctx context.Context, userID, id string) error {
	return db.Error(db.Changed(s.Write(ctx).Delete(&Session{}, "user_id = ? AND id = ?", userID, id), apierror.New(apierror.CodeNotFound, "resource", "session")))
}

// EndSessions ends all sessions of a person.
func (s *Store) EndSessions(ctx context.Context, userID string) error {
	return db.Error(s.Write(ctx).Delete(&Session{}, "user_id = ?", userID).Error)
}

// EndOtherSessions ends all sessions of a person except keep and returns their number. It ignores expired sessions,
// which housekeeping deletes.
func (s *Store) EndOtherSessions(ctx context.Context, userID, keep string) (int64, error) {
	res := s.Write(ctx).Scopes(live(s.Now())).Delete(&Session{}, "user_id = ? AND id <> ?", userID, keep)
	return res.RowsAffected, db.Error(res.Error)
}

// live restricts a query to unexpired sessions.
func live(now time.Time) func(*gorm.DB) *gorm.DB {
	return func(q *gorm.DB) *gorm.DB {
		return q.Where("expires_at > ? AND last_seen_at > ?", db.Micros(now), db.Micros(now.Add(-SessionIdle)))
	}
}

// mostSessions is the longest list of a person's sessions.
const mostSessions = 100

// Sessions lists a person's sessions, the last used first.
func (s *Store) Sessions(ctx context.Context, userID string) ([]Session, error) {
	var rows []Session
	err := s.Read(ctx).Where("user_id = ?", userID).Scopes(live(s.Now())).
		Order("last_seen_at DESC, id").Limit(mostSessions).Find(&rows).Error
	return rows, db.Error(err)
}

func memberships(q *gorm.DB, userID string) ([]Membership, error) {
	ms := []Membership{}
	err := q.Table("members m").Joins("JOIN workspaces w ON w.id = m.workspace_id").
		Select("m.workspace_id, w.name, m.role, w.zone").Where("m.user_id = ?", userID).Order("m.workspace_id").Scan(&ms).Error
	return ms, err
}
