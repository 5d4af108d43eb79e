package score

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxList is how much of a line is looked at for options: eight of them with their
// texts fit in. It keeps the time for a hostile reply linear.
const maxList = 4000

// list reads the options at the start of s: "B", "(B)", "A, C and D", "AC", "A–C",
// "B) text", "A) text, C) text", "Option B because …". It returns nil if s does not
// begin with an option, names a letter that is none, or leaves open which ("A or B").
func (p parser) list(s string) []string {
	s = s[:min(len(s), maxList)]
	keys, rest, ok := p.head(s)
	if !ok {
		return nil
	}
	if p.multi && rest != "" {
		keys = append(keys, p.behind(rest)...)
	}
	return keys
}

// only reads options from s if there is nothing else in it but their texts behind a
// mark: "B", "A, C", "B) text", not "B text".
func (p parser) only(s string) []string {
	keys, rest, ok := p.head(s)
	if !ok {
		return nil
	}
	rest = strings.TrimLeft(rest, " ")
	if rest == "" || strings.Trim(rest, " .!,;:)]") == "" {
		return keys
	}
	if len(keys) == 1 && marksText(rest) {
		if p.multi {
			keys = append(keys, p.behind(rest)...)
		}
		return keys
	}
	return nil
}

// marksText reports whether rest, what stands behind a letter, begins with what sets
// a letter off from an option's text.
func marksText(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return strings.ContainsRune(").:]-–—(", r)
}

// head reads letters up to the first thing that is neither a letter nor a separator.
func (p parser) head(s string) (keys []string, rest string, ok bool) {
	s = p.introduction(s)
	if jam, rest, ok := p.jammed(s); ok {
		return jam, rest, true
	}
	for {
		s = strings.TrimLeft(s, " ([")
		key, after, state := p.letter(s)
		if state == foreign && (len(keys) > 0 || !startsText(after)) {
			return nil, "", false // names an option that there is not
		}
		if state != option {
			return keys, s, len(keys) > 0
		}
		if p.multi {
			if last, beyond, ok := p.rangeEnd(key, after); ok {
				keys = append(keys, last...)
				key, after = last[len(last)-1], beyond
			}
		}
		keys = append(keys, key)
		closed := strings.TrimLeft(after, " ")
		bare := strings.TrimLeft(closed, ")] ")
		next, sep := separator(bare)
		switch sep {
		case sepNone:
			return keys, after, true
		case sepOr:
			if _, _, state := p.letter(strings.TrimLeft(p.introduction(next), " ([")); state != text {
				return nil, "", false
			}
			return keys, after, true
		}
		// What follows a separator is either one more option, or text.
		peek := p.introduction(next)
		if _, _, state := p.letter(strings.TrimLeft(peek, " ([")); state == text {
			return keys, after, true
		}
		s = peek
	}
}

// introduction drops words that lead up to options: "option", "both", "is".
func (p parser) introduction(s string) string {
	for {
		s = strings.TrimLeftFunc(s, func(r rune) bool {
			return unicode.IsSpace(r) || unicode.In(r, unicode.So, unicode.Variation_Selector) || r == '(' || r == '[' || r == ':'
		})
		word, after := firstWord(s)
		switch strings.ToLower(word) {
		case "option", "options", "choice", "choices", "letter", "letters", "answer", "answers", "both", "is", "are":
			s = strings.TrimPrefix(after, "(s)")
		default:
			return s
		}
	}
}

// jammed reads "AC" or "ABD" for A, C or A, B, D: capital letters in ascending order
// that are all options, with nothing but a stop behind.
func (p parser) jammed(s string) (keys []string, rest string, ok bool) {
	word, after := firstWord(strings.TrimLeft(s, " (["))
	if !p.multi || len(word) < 2 || strings.Trim(after, " .!)]") != "" {
		return nil, "", false
	}
	for _, r := range word {
		k := string(r)
		if !p.keys[k] || (len(keys) > 0 && keys[len(keys)-1] >= k) {
			return nil, "", false
		}
		keys = append(keys, k)
	}
	return keys, "", true
}

// rangeEnd reads the end of "A–C" or "A to C".
func (p parser) rangeEnd(first, after string) (keys []string, rest string, ok bool) {
	s := strings.TrimLeft(after, " )")
	found := false
	for _, dash := range []string{"-", "–", "—", "to ", "through "} {
		if s, found = strings.CutPrefix(s, dash); found {
			break
		}
	}
	if !found {
		return nil, "", false
	}
	word, beyond := firstWord(strings.TrimLeft(s, " ("))
	if len(word) != 1 || !p.keys[word] || word <= first || strings.Trim(beyond, " .!)]") != "" {
		return nil, "", false
	}
	for k := range p.keys {
		if len(k) == 1 && k >= first && k <= word {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return keys, beyond, true
}

type letterState int

const (
	text    letterState = iota // no letter of an option, or an article
	foreign                    // a single capital letter that is no option
	option
)

// letter reads the single letter at the start of s.
func (p parser) letter(s string) (key, after string, state letterState) {
	word, after := firstWord(s)
	if r, n := utf8.DecodeRuneInString(word); n != len(word) || !unicode.IsLetter(r) {
		return "", s, text
	}
	key = strings.ToUpper(word)
	capital := word == key
	if r, _ := utf8.DecodeRuneInString(after); r == '\'' || r == '’' {
		return "", s, text
	}
	// "A wall", "a wall", "I think": words of English. "B is right": a letter.
	if startsText(after) && (!capital || key == "A" || key == "I") && !followsLetter(after) {
		return "", s, text
	}
	switch {
	case p.keys[key]:
		return key, after, option
	case !capital:
		return "", s, text
	}
	return key, after, foreign
}

// startsText reports whether a word follows directly, after a space.
func startsText(after string) bool {
	t := strings.TrimLeft(after, " ")
	if len(t) == len(after) {
		return false
	}
	word, _ := firstWord(t)
	return utf8.RuneCountInString(word) > 1
}

// followsLetter reports whether the word that follows is one that goes on after an
// option's letter rather than after an article or a pronoun.
func followsLetter(after string) bool {
	word, _ := firstWord(strings.TrimLeft(after, " "))
	switch strings.ToLower(word) {
	case "is", "are", "and", "or", "as", "because", "since", "for", "but", "not", "only", "based", "plus", "to", "through", "from", "according", "given":
		return true
	}
	return false
}

type separatorKind int

const (
	sepNone separatorKind = iota
	sepAnd
	sepOr
)

// separator reads what stands between two options: a comma or the like, "and", both
// together, or only a space before another letter.
func separator(s string) (rest string, kind separatorKind) {
	t := strings.TrimLeft(s, " ,;/&+|")
	if len(t) < len(s) && strings.Trim(s[:len(s)-len(t)], " ") != "" {
		kind = sepAnd
	}
	word, after := firstWord(t)
	switch strings.ToLower(word) {
	case "and", "plus":
		return after, sepAnd
	case "as":
		if rest, ok := strings.CutPrefix(after, " well as "); ok {
			return rest, sepAnd
		}
	case "or":
		return after, sepOr
	}
	if kind == sepNone && len(word) == 1 && "A" <= word && word <= "Z" {
		// "A C D", "(A)(C)": only if a letter stands alone
		if strings.Trim(after, " ,;).]") == "" || !startsText(after) {
			return t, sepAnd
		}
	}
	if kind == sepNone && (strings.HasPrefix(t, "(") || strings.HasPrefix(t, "[")) {
		inner := strings.TrimLeft(t, "([")
		if word, after := firstWord(inner); len(word) == 1 && strings.IndexAny(after, ")]") == 0 {
			return t, sepAnd
		}
	}
	return t, kind
}

// behind reads further options that have texts: "… text, C) text; (D) text".
func (p parser) behind(s string) []string {
	var keys []string
	for i, r := range s {
		if !strings.ContainsRune(",;&(", r) && !strings.HasPrefix(s[i:], " and ") {
			continue
		}
		t := strings.TrimPrefix(strings.TrimLeft(s[i+utf8.RuneLen(r):], " ("), "and ")
		word, after := firstWord(strings.TrimLeft(t, " ("))
		if len(word) == 1 && p.keys[word] && (strings.HasPrefix(after, ")") || strings.HasPrefix(after, "]") || strings.HasPrefix(after, ": ")) {
			keys = append(keys, word)
		}
	}
	return keys
}

// firstWord cuts the letters and digits at the start of s.
func firstWord(s string) (word, after string) {
	i := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if i < 0 {
		return s, ""
	}
	return s[:i], s[i:]
}
