package mcq

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Key is the right option as the give-away tests see it. Fields that do not
// apply stay empty.
type Key struct {
	Text  string // the option's text
	Name  string // Name of the entity that the option stands for
	Value any    // the option's value; numbers and NetGross are looked for by their digits
}

// Tells reports whether naming an entity by name in a stem, or beside other
// options, gives one of the keys away. It does if, whatever the case,
//
//   - name contains the key's text or Name, or is contained in one of them, or
//   - name holds the digits of a numeric key, see [TellsNumber].
//
// What is shorter than three characters must stand as a word of its own to
// count as contained, else a storey called "1" could hardly ever be named. A
// Name that tells is left out: the entity then goes by its GlobalId only.
// Booleans are not told by any name (dropping "Outside wall" when the key is
// Outside would be a give-away itself), nor is an absent value.
func Tells(name string, keys ...Key) bool {
	n := Fold(name)
	return slices.ContainsFunc(keys, func(k Key) bool { return tells(name, n, k) })
}

// tells is Tells of one key by a name that has been folded.
func tells(name, folded string, key Key) bool {
	switch v := key.Value.(type) {
	case bool:
		return false
	case NetGross:
		if v.SI != nil && TellsNumber(name, *v.SI) {
			return true
		}
	default:
		if key.Value == nil && key.Text == NotSpecified {
			return false
		}
		if TellsNumber(name, v) {
			return true
		}
	}
	for i, s := range [2]string{key.Text, key.Name} {
		f := Fold(s)
		if holds(folded, f) || holds(f, folded) {
			return true
		}
		// Blanks count towards the length of a Name that is part of the key.
		if i == 0 && folded != "" && utf8.RuneCountInString(name) >= 4 && strings.Contains(f, folded) {
			return true
		}
		if p := plain(s); p != s {
			if f := Fold(p); holds(folded, f) || holds(f, folded) {
				return true
			}
		}
	}
	return false
}

// StemTells reports whether a stem contains the text or Name of one of the keys,
// whatever the case, where these have at least four characters. The whole stem counts:
// a set, a class or a claim may hold the key as well as a Name. It is not meant
// for items of type boolean, whose two answers any stem may hold.
func StemTells(stem string, keys ...Key) bool {
	q := Fold(stem)
	for _, k := range keys {
		for _, s := range [2]string{k.Text, k.Name} {
			if utf8.RuneCountInString(s) >= 4 && strings.Contains(q, Fold(s)) {
				return true
			}
		}
	}
	return false
}

// TellsNumber reports whether name holds the digits of a number at any power
// of ten: "Single 0762 x 2032mm" tells 0.762, "2,032" tells 2032. Three or
// more significant digits may stand anywhere in name; fewer must be one of the
// numbers in it, zeros at its ends aside: "120 x 250" tells 1.2, "Type 1205"
// does not. A value that is no number, or 0, is not told.
func TellsNumber(name string, value any) bool {
	v, ok := real64(value)
	if !ok || !strings.ContainsAny(name, "123456789") {
		return false
	}
	bare := without(name, ".,")
	for _, digits := range []int{4, 3} { // as rounded in a type's name
		d := significant(v, digits)
		switch {
		case d == "":
			return false
		case len(d) >= 3:
			if strings.Contains(bare, d) {
				return true
			}
		default:
			for _, run := range strings.FieldsFunc(bare, func(r rune) bool { return r < '0' || r > '9' }) {
				if strings.Trim(run, "0") == d {
					return true
				}
			}
		}
	}
	return false
}

// significant returns the digits of v rounded to n significant ones, without
// sign, point, or zeros at the ends.
func significant(v float64, n int) string {
	if !finite(v) {
		return ""
	}
	s, _, _ := strings.Cut(strconv.FormatFloat(v, 'e', n-1, 64), "e")
	return strings.Trim(without(s, ".-"), "0")
}

// without drops the bytes of cut from s.
func without(s, cut string) string {
	if !strings.ContainsAny(s, cut) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(cut, r) {
			return -1
		}
		return r
	}, s)
}

// holds reports whether part is contained in s; short parts only as words.
func holds(s, part string) bool {
	switch n := utf8.RuneCountInString(part); {
	case n == 0:
		return false
	case n >= 3:
		return strings.Contains(s, part)
	}
	return holdsWord(s, part)
}

// holdsWord reports whether word is contained in s with neither a letter, a
// digit nor an underscore next to it.
func holdsWord(s, word string) bool {
	for from := 0; ; {
		i := strings.Index(s[from:], word)
		if i < 0 || word == "" {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+len(word):])
		if (i == 0 || !wordRune(before)) && (i+len(word) == len(s) || !wordRune(after)) {
			return true
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		from = i + n
	}
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
