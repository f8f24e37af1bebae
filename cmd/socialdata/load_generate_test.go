//go:build load

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
	"time"
)

// loadConnections is how many clients ask at once.
const loadConnections = 32

// generate asks over loopback for span and counts the answers. It writes prepared requests and reads no more of an answer
// than its length: what it costs itself is taken from the server, which shares the machine.
func generate(address, path, key string, span time.Duration) (int64, error) {
	var wg sync.WaitGroup
	counts, errs := make([]int64, loadConnections), make([]error, loadConnections)
	end := time.Now().Add(span)
	for n := range loadConnections {
		wg.Go(func() { counts[n], errs[n] = loader(address, path, key, end) })
	}
	wg.Wait()
	var sum int64
	for n := range counts {
		if errs[n] != nil {
			return 0, errs[n]
		}
		sum += counts[n]
	}
	return sum, nil
}

func loader(address, path, key string, end time.Time) (n int64, err error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	_ = conn.SetDeadline(end.Add(10 * time.Second))
	head := []byte("GET " + path + "?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D")
	tail := []byte("&maxAge=365d HTTP/1.1\r\nHost: " + address + "\r\nAuthorization: Bearer " + key + "\r\n\r\n")
	r, request := bufio.NewReaderSize(conn, 8192), make([]byte, 0, 512)
	for ; n%16 != 0 || time.Now().Before(end); n++ {
		request = strconv.AppendInt(append(request[:0], head...), loadFirst+rand.Int64N(loadItems), 10)
		if _, err := conn.Write(append(request, tail...)); err != nil {
			return n, err
		}
		if err := readAnswer(r); err != nil {
			return n, err
		}
	}
	return n, nil
}

// readAnswer reads one answer of 200 with a body.
func readAnswer(r *bufio.Reader) error {
	length := 0
	for first := true; ; first = false {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return err
		}
		if first && !bytes.HasPrefix(line, []byte("HTTP/1.1 200 ")) {
			rest, _ := r.Peek(r.Buffered())
			return fmt.Errorf("%s%.1000s", line, rest)
		}
		if len(line) == 2 {
			break
		}
		if v, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			length, _ = strconv.Atoi(string(bytes.TrimSpace(v)))
		}
	}
	if length < 1000 {
		return fmt.Errorf("a body of %d bytes", length)
	}
	_, err := io.CopyN(io.Discard, r, int64(length))
	return err
}
