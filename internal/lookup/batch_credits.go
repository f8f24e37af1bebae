package lookup

import "sync"

// batchCredits lets the links of one batch share what credits are left: while some of them hold a reservation, others are
// refused that might be paid in the end.
type batchCredits struct {
	mu      sync.Mutex
	running int
	ended   chan struct{} // closed when the next link ends
	spent   bool          // a link was refused while no other one ran
}

// begin notes that a link is looked up. It returns what end needs.
func (c *batchCredits) begin() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running++
	return c.ended
}

// end notes that a link was answered. If it was refused for credits that may become free, end returns what is closed when
// it is worth another try; nil otherwise.
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
