//go:build load

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"
)

// answers is what a turn gave: how many a second, and how long one took.
type answers struct{ perSecond, median, p99 float64 } // latencies in milliseconds

// generate asks over loopback for span on some connections. It writes prepared requests and reads no more of an answer than its
// length: what it costs itself is taken from the server, which shares the machine.
func generate(address, path, key string, connections int, span time.Duration) (answers, error) {
	var wg sync.WaitGroup
	took, errs := make([][]float64, connections), make([]error, connections)
	end := time.Now().Add(span)
	for n := range connections {
		wg.Go(func() { took[n], errs[n] = loader(address, path, key, end) })
	}
	wg.Wait()
	all := slices.Concat(took...)
	if err := errors.Join(errs...); err != nil || len(all) == 0 {
		return answers{}, err
	}
	slices.Sort(all)
	return answers{float64(len(all)) / span.Seconds(), all[len(all)/2], all[len(all)*99/100]}, nil
}

// loader asks on one connection until end and returns how long each answer took, in milliseconds.
func loader(address, path, key string, end time.Time) (took []float64, err error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	_ = conn.SetDeadline(end.Add(10 * time.Second))
	head := []byte("GET " + path + "?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D")
	tail := []byte("&maxAge=365d HTTP/1.1\r\nHost: " + address + "\r\nAuthorization: Bearer " + key + "\r\n\r\n")
	r, request := bufio.NewReaderSize(conn, 8192), make([]byte, 0, 512)
	for begun := time.Now(); begun.Before(end); {
		request = strconv.AppendInt(append(request[:0], head...), loadFirst+rand.Int64N(loadItems), 10)
		if _, err := conn.Write(append(request, tail...)); err != nil {
			return nil, err
		}
		if err := readAnswer(r); err != nil {
			return nil, err
		}
		now := time.Now()
		took, begun = append(took, float64(now.Sub(begun).Microseconds())/1000), now
	}
	return took, nil
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
