package lazy

import "sync"

// Value is a value that is made once, on first use. The zero Value is ready.
type Value[T any] struct {
	once sync.Once
	v    T
}

// Get returns the value; the first call makes it.
func (l *Value[T]) Get(make func() T) T {
	l.once.Do(func() { l.v = make() })
	return l.v
}
