package score

import "slices"

// Grade compares an answer with the key of an item: right is the same set of
// options, nothing less. replied says whether there was a last reply at all, to
// tell one that names no option from silence.
func Grade(key, answer []string, replied bool) Outcome {
	switch {
	case len(answer) == 0 && replied:
		return Unparsed
	case len(answer) == 0:
		return NoAnswer
	case sameSet(key, answer):
		return Correct
	}
	return Incorrect
}

// Regrade grades a stored result against a key that may not be the one it was
// graded with, or has not been graded at all. Where there is no answer, its outcome
// says whether there was a reply.
func Regrade(key []string, r Result) Outcome {
	if len(r.Answer) == 0 {
		if r.Outcome == NoAnswer || r.Outcome == "" {
			return NoAnswer
		}
		return Unparsed
	}
	return Grade(key, r.Answer, true)
}

func sameSet(a, b []string) bool {
	has := func(s []string) func(string) bool {
		return func(k string) bool { return slices.Contains(s, k) }
	}
	return !slices.ContainsFunc(a, func(k string) bool { return !has(b)(k) }) &&
		!slices.ContainsFunc(b, func(k string) bool { return !has(a)(k) })
}
