package agent

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"unicode"
)

// tail keeps the end of what a program writes to its error output.
type tail struct {
	mu sync.Mutex
	b  []byte
}

const maxTail = 4 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, p...)
	if len(t.b) > maxTail {
		t.b = append([]byte(nil), t.b[len(t.b)-maxTail:]...)
	}
	return len(p), nil
}

// last is the last line that says something, in brackets for the end of an error
// message; "" if there is none.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := bytes.Split(bytes.TrimSpace(t.b), []byte("\n"))
	line := strings.TrimSpace(strings.ToValidUTF8(string(lines[len(lines)-1]), "?"))
	if r := []rune(line); len(r) > 300 {
		line = string(r[:300]) + "…"
	}
	if line == "" {
		return ""
	}
	return " (it says: " + line + ")"
}

// SplitCommand splits a command into its words as a shell does: at white space, with
// '…', "…" and \ to keep it. Nothing is expanded.
func SplitCommand(s string) ([]string, error) {
	var words []string
	var word strings.Builder
	started, escaped := false, false
	quote := rune(0)
	for _, r := range s {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, started = true, true
		case quote != 0:
			if r == quote {
				quote = 0
			} else {
				word.WriteRune(r)
			}
		case r == '\'' || r == '"':
			quote, started = r, true
		case unicode.IsSpace(r):
			if started {
				words = append(words, word.String())
				word.Reset()
				started = false
			}
		default:
			word.WriteRune(r)
			started = true
		}
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("command %s: a quotation mark %c has no end", s, quote)
	case escaped:
		return nil, fmt.Errorf("command %s: it ends in a backslash", s)
	}
	if started {
		words = append(words, word.String())
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("the command is empty; give a program and its arguments")
	}
	return words, nil
}
