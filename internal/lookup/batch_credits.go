package lookup

import "sync"

// batchCredits lets the links of one batch share the remaining credits: while some links hold reservations, others are
// refused although they may be affordable in the end.
type batchCredits struct {
	mu      sync.Mutex
	running int
	ended   chan struct{} // closed when the next link ends
	spent   bool          // a link was refused while no other one was running
}

// begin records that a link's lookup starts. Its result is passed to end.
func (c *batchCredits) begin() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running++
	return c.ended
}

// end records that a link's lookup ended. If it was refused and credits may still become free, end returns a channel
// that is closed when a retry makes sense; else nil.
func (c *batchCredits) end(begun <-chan struct{}, refused bool) (again <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running--
	if refused && !c.spent {
		if begun != c.ended || c.running > 0 {
			return begun
		}
		c.spent = true
	}
	close(c.ended)
	c.ended = make(chan struct{})
	return nil
}
