package step

import (
	"bytes"
	"sync"
)

func isDigit(c byte) bool { return c-'0' < 10 }

// isBlank counts all control characters: none means anything between tokens.
func isBlank(c byte) bool { return c <= ' ' }

func skipBlanks(data []byte, p int) int {
	for p < len(data) && isBlank(data[p]) {
		p++
	}
	return p
}

// skipTrivia skips blanks and comments.
func skipTrivia(data []byte, p int) int {
	for {
		p = skipBlanks(data, p)
		if p >= len(data) || data[p] != '/' {
			return p
		}
		q, ok := skipComment(data, p)
		if !ok {
			return len(data)
		}
		if q == p {
			return p
		}
		p = q
	}
}

var commentStart, commentEnd = []byte("/*"), []byte("*/")

// skipComment returns where the comment at p ends: p itself if there is none.
// It is false if the comment does not end.
func skipComment(data []byte, p int) (int, bool) {
	if p+1 >= len(data) || data[p] != '/' || data[p+1] != '*' {
		return p, true
	}
	i := bytes.Index(data[p+2:], commentEnd)
	if i < 0 {
		return len(data), false
	}
	return p + 2 + i + 2, true
}

// skipString returns where the string that opens at p ends; a doubled quote is a
// character. It is false if the string does not end.
func skipString(data []byte, p int) (int, bool) {
	q := p + 1
	for {
		i := bytes.IndexByte(data[q:], '\'')
		if i < 0 {
			return len(data), false
		}
		q += i
		// \S\' is one character, § of ISO 8859-1, and no end.
		if q >= p+4 && data[q-1] == '\\' && data[q-2] == 'S' && data[q-3] == '\\' && shifted(data[p+1:q]) {
			q++
			continue
		}
		if q+1 < len(data) && data[q+1] == '\'' {
			q += 2
			continue
		}
		return q + 1, true
	}
}

// shifted tells whether s ends in a \S\ directive; in \\S\ the first backslash
// is a character.
func shifted(s []byte) bool {
	i := 0
	for i < len(s)-3 {
		switch {
		case s[i] != '\\':
			i++
		case s[i+1] == '\\':
			i += 2
		case s[i+1] == 'S' && s[i+2] == '\\':
			i += 4
		default:
			i++
		}
	}
	return i == len(s)-3
}

// skipStatement returns what is behind the next semicolon outside of strings
// and comments, or p and false if there is none.
func skipStatement(data []byte, p int) (int, bool) {
	for q := p; q < len(data); q++ {
		switch data[q] {
		case ';':
			return q + 1, true
		case '\'':
			end, ok := skipString(data, q)
			if !ok {
				return p, false
			}
			q = end - 1
		case '/':
			end, ok := skipComment(data, q)
			if !ok {
				return p, false
			}
			q = max(q, end-1)
		}
	}
	return p, false
}

// progress adds up what several goroutines have done.
type progress struct {
	mu     sync.Mutex
	done   int64
	total  int64
	report func(done, total int64)
}

func (p *progress) add(n int64) {
	if p.report == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	p.report(p.done, p.total)
}
