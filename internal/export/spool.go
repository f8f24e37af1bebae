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
	// maxSpool is the maximum compressed size of an export on the disk: some millions of rows.
	maxSpool = 256 << 20
)

var (
	errSpoolFull   = errors.New("an export is larger than its spool")
	errSpoolClosed = errors.New("the export was closed")
)

// spool is a file between the writer of an export and its reader, so that the writer never waits for the reader. The
// file is deleted while open, so it disappears with the process.
type spool struct {
	file  *os.File
	block []byte // being filled by the writer
	begun chan struct{}

	mu      sync.Mutex
	changed sync.Cond
	written int64 // bytes of complete frames
	ended   bool
	err     error // why writing ended; nil if the export is complete

	at   int64  // the reader's position in the file
	rest []byte // the rest of the block that is being read
}

func newSpool() (*spool, error) {
	file, err := os.CreateTemp("", "socialdata-export-*")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(file.Name()) // if an open file cannot be deleted, Close deletes it
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

// end ends writing; err is nil if the export is complete.
func (s *spool) end(err error) {
	if err == nil {
		err = s.flush()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended, s.err = true, err
	s.changed.Broadcast()
}

// Read implements io.Reader. It waits until there is more to read, or writing has ended.
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

// close ends writing and deletes the file.
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
