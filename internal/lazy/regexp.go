// Package lazy holds what is made on first use, so that commands that do without
// do not wait for it.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression that is compiled on first use. Compiling all those
// of the project would be a tenth of the time that a small file takes.
type Regexp struct{ compiled func() *regexp.Regexp }

// NewRegexp returns the expression; it panics on first use if that is none.
func NewRegexp(expr string) Regexp {
	return Regexp{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })}
}

// Get returns the compiled expression.
func (r Regexp) Get() *regexp.Regexp { return r.compiled() }
