package lazy

import "sync"

// Map holds a value a key, each made once, on first use. The zero Map is ready.
type Map[K comparable, V any] struct{ values sync.Map }

// Get returns the value of a key; the first call makes it, and others wait for it.
func (m *Map[K, V]) Get(key K, make func() V) V {
	v, ok := m.values.Load(key)
	if !ok {
		v, _ = m.values.LoadOrStore(key, new(Value[V]))
	}
	return v.(*Value[V]).Get(make)
}
