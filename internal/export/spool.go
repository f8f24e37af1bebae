package export

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"sync"

	"github.com/klauspost/compress/s2"
)

const (
	// spoolBlock is how many bytes of an export are compressed together.
	spoolBlock = 256 << 10
	// maxSpool bounds the compressed bytes of one export on the disk: some millions of rows.
	maxSpool = 256 << 20
)

var (
	errSpoolFull   = errors.New("an export is larger than its spool")
	errSpoolClosed = errors.New("the export was closed")
)

// spool is a file between the one who writes an export and its reader: the writer never waits for the reader. The file has no
// name, so it is gone with the process.
type spool struct {
	file  *os.File
	block []byte // that the writer fills
	begun chan struct{}

	mu      sync.Mutex
	changed sync.Cond
	written int64 // bytes of whole frames
	ended   bool
	err     error // why it ended; nil if it is whole

	at   int64  // of the reader in the file
	rest []byte // of the block that is being read
}

func newSpool() (*spool, error) {
	file, err := os.CreateTemp("", "socialdata-export-*")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(file.Name()) // where an open file cannot be removed, Close does it
	s := &spool{file: file, block: make([]byte, 0, spoolBlock), begun: make(chan struct{})}
	s.changed.L = &s.mu
	return s, nil
}

// Write implements io.Writer.
func (s *spool) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		n := min(len(rest), spoolBlock-len(s.block))
		s.block, rest = append(s.block, rest[:n]...), rest[n:]
		if len(s.block) == spoolBlock {
			if err := s.flush(); err != nil {
				return 0, err
			}
		}
	}
	return len(b), nil
}

// flush writes the block as a frame: its compressed length, then the bytes.
func (s *spool) flush() error {
	if len(s.block) == 0 {
		return nil
	}
	packed := s2.Encode(nil, s.block)
	frame := append(binary.BigEndian.AppendUint32(nil, uint32(len(packed))), packed...)
	s.block = s.block[:0]
	s.mu.Lock()
	at, ended := s.written, s.ended
	s.mu.Unlock()
	if ended {
		return errSpoolClosed
	}
	if at+int64(len(frame)) > maxSpool {
		return errSpoolFull
	}
	if _, err := s.file.WriteAt(frame, at); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.written == 0 {
		close(s.begun)
	}
	s.written += int64(len(frame))
	s.changed.Broadcast()
	return nil
}

// end says that nothing more is written, and why: nil if the export is whole.
func (s *spool) end(err error) {
	if err == nil {
		err = s.flush()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended, s.err = true, err
	s.changed.Broadcast()
}

// Read implements io.Reader. It waits until there is more to read, or the writer has ended.
func (s *spool) Read(b []byte) (int, error) {
	if len(s.rest) == 0 {
		if err := s.next(); err != nil {
			return 0, err
		}
	}
	n := copy(b, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// next reads the next frame.
func (s *spool) next() error {
	s.mu.Lock()
	for s.at == s.written && !s.ended {
		s.changed.Wait()
	}
	more, err := s.at < s.written, s.err
	s.mu.Unlock()
	switch {
	case !more && err != nil:
		return err
	case !more:
		return io.EOF
	}
	var head [4]byte
	if _, err := s.file.ReadAt(head[:], s.at); err != nil {
		return err
	}
	packed := make([]byte, binary.BigEndian.Uint32(head[:]))
	if _, err := s.file.ReadAt(packed, s.at+int64(len(head))); err != nil {
		return err
	}
	s.at += int64(len(head) + len(packed))
	s.rest, err = s2.Decode(nil, packed)
	return err
}

// close ends the writing and gives the file back.
func (s *spool) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	if s.err == nil {
		s.err = errSpoolClosed
	}
	s.changed.Broadcast()
	_ = os.Remove(s.file.Name())
	return s.file.Close()
}
