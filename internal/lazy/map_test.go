package lazy

import (
	"sync"
	"sync/atomic"
	"testing"
)

func TestMapMakesEachValueOnce(t *testing.T) {
	t.Parallel()
	var m Map[int, int]
	var made atomic.Int32
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			key := i % 10
			if v := m.Get(key, func() int { made.Add(1); return key * key }); v != key*key {
				t.Errorf("%d has %d", key, v)
			}
		})
	}
	wg.Wait()
	if made.Load() != 10 {
		t.Errorf("%d values were made, want 10", made.Load())
	}
}
