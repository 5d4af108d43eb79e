package mcq

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// FormatNumber returns the text of a number in an option. Integers (int,
// int64) stand in full. Reals (float64, [Real]) have the shortest form with at
// most six significant digits: plain from 0.0001 to 1e9, outside of that with
// an exponent, such as 1.5e-05 or 2.5e+12. There is no negative zero. Anything
// that is no number is printed as fmt prints it.
func FormatNumber(v any) string {
	switch v := v.(type) {
	case int:
		return strconv.Itoa(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case Real:
		return formatReal(float64(v))
	case float64:
		return formatReal(v)
	}
	return fmt.Sprint(v)
}

func formatReal(v float64) string {
	// Which form it takes is decided on the rounded number: 999999999.9 reads
	// 1000000000, as 1e9 does.
	v = roundDigits(v, 6)
	if a := math.Abs(v); a != 0 && (a < 1e-4 || a > 1e9) {
		return strconv.FormatFloat(v, 'e', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// FormatQuantity returns the text of a number with its unit ("m", "m²", "m³"):
// the number of [FormatNumber], a space, the unit; without a unit, the number
// alone.
func FormatQuantity(v any, unit string) string {
	if unit == "" {
		return FormatNumber(v)
	}
	return FormatNumber(v) + " " + unit
}

// FormatPoint returns the text of coordinates in a stem, every digit of them:
// (6, 2.25, 4.615).
func FormatPoint(p []float64) string {
	s := make([]string, len(p))
	for i, v := range p {
		s[i] = coordinate(v)
	}
	return "(" + strings.Join(s, ", ") + ")"
}

func coordinate(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// Round12 rounds a computed number to 12 significant digits. It goes through
// decimal text, so that it gives the same on every machine; negative zero
// becomes zero.
func Round12(v float64) float64 { return roundDigits(v, 12) }

func roundDigits(v float64, digits int) float64 {
	if v == 0 {
		return 0 // and not -0
	}
	// What FormatFloat writes can be parsed, and even the largest float64 rounds
	// down at 6 and at 12 digits, so there is no error to look at.
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64)
	return r
}

// NearlySame reports whether two numbers are too close to be told apart, and
// so cannot be the key and a wrong option, or two sides of a comparison: two
// integers if they are the same, others if they differ by no more than 0.5 %
// of the larger one, or by no more than rounding makes of nothing. It takes int, int64, float64 and [Real]; anything else, and
// what is not finite, is not nearly the same as anything.
func NearlySame(a, b any) bool {
	if i, ok := integer(a); ok {
		if j, ok := integer(b); ok {
			return i == j
		}
	}
	x, ok := real64(a)
	y, ok2 := real64(b)
	return ok && ok2 && finite(x) && finite(y) && math.Abs(x-y) <= max(0.005*max(math.Abs(x), math.Abs(y)), noise)
}

// noise is a difference that comes of rounding.
const noise = 1e-15

// Noise reports whether a number is most likely what rounding has left of zero, as
// the elevation -2.02378e-12. Nobody would ask for it or offer it beside 0.
func Noise(x float64) bool { return x != 0 && math.Abs(x) < 1e-9 }

func integer(v any) (int64, bool) {
	switch v := v.(type) {
	case int:
		return int64(v), true
	case int64:
		return v, true
	}
	return 0, false
}

func real64(v any) (float64, bool) {
	switch v := v.(type) {
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case Real:
		return float64(v), true
	}
	return 0, false
}

// leadingNumber reads the number that text begins with, which must be all of
// it or be followed by white space.
func leadingNumber(text string) (digits string, v float64, ok bool) {
	head, _, _ := strings.Cut(squeeze(text), " ")
	n := numberPrefix(head)
	if n == 0 || n != len(head) {
		return "", 0, false
	}
	v, err := strconv.ParseFloat(head, 64)
	return head, v, err == nil
}

// numberPrefix returns the length of the decimal number that s begins with:
// sign, digits, fraction, exponent.
func numberPrefix(s string) int {
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	d := digitRun(s[i:])
	if d == 0 {
		return 0
	}
	i += d
	if i < len(s) && s[i] == '.' {
		if d := digitRun(s[i+1:]); d > 0 {
			i += 1 + d
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '-' || s[j] == '+') {
			j++
		}
		if d := digitRun(s[j:]); d > 0 {
			i = j + d
		}
	}
	return i
}

func digitRun(s string) int {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return i
}

// plainNumbers returns the numbers in text from left to right, where a number
// is digits with an optional minus before and an optional fraction after; an
// exponent is not part of it, so a number in exponent form is not found.
func plainNumbers(text string) []float64 {
	var out []float64
	for i := 0; i < len(text); {
		j := i
		if text[j] == '-' {
			j++
		}
		d := digitRun(text[j:])
		if d == 0 {
			i++
			continue
		}
		j += d
		if j < len(text) && text[j] == '.' {
			if d := digitRun(text[j+1:]); d > 0 {
				j += 1 + d
			}
		}
		if v, err := strconv.ParseFloat(text[i:j], 64); err == nil {
			out = append(out, v)
		}
		i = j
	}
	return out
}

// agrees reports whether the number in a text is the value it stands for, but
// for the rounding of the text.
func agrees(text, value float64) bool {
	return math.Abs(text-value) <= 1e-5*max(math.Abs(text), math.Abs(value), 1e-12)
}
