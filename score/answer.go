package score

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/ifcmcq/ifcmcq/internal/lazy"
)

// ParseAnswer reads which options a reply names. The keys are those of the
// question's options, capital letters; multi says that several may be right. The
// answer is sorted and without doubles; ok is false, and the answer empty, if the
// reply names no option.
//
// Asked for is a line "ANSWER: B" or "ANSWER: A, C". Read is also what models make
// of it: Markdown, LaTeX, brackets, quotes, lower case, "A, C and D", the letter
// with the option's text behind it, JSON, a box, the answer in a sentence, a letter
// alone. The first of these kinds that occurs is taken, an answer line before all
// others:
//
//  1. answer lines, the last of which decides, even if it names no option
//  2. \boxed{…}, <answer>…</answer> and {"answer": …}, the last one
//  3. sentences that say which option is right, the last one
//  4. a reply, or its last line, that is nothing but options
//
// Never read are hidden reasoning (what stands between <think> and </think> or the
// like), an option's text without its letter, a letter that is no option, and a
// choice left open ("A or B"). Two options for a question with one right answer are
// read as they stand; they are wrong, not unreadable.
func ParseAnswer(reply string, keys []string, multi bool) (answer []string, ok bool) {
	p := newParser(keys, multi)
	text := visible(reply)
	lines := strings.Split(text, "\n")
	if found, keys := p.answerLine(lines, anyAnswerLine); found {
		return result(keys)
	}
	for _, read := range []func(string) []string{p.marked, p.sentence, p.bare} {
		if keys := read(text); len(keys) > 0 {
			return result(keys)
		}
	}
	return nil, false
}

// ParseAnswerLine reads an answer as [ParseAnswer] does, but only from a line
// "ANSWER: …". It is for replies that hold something else beside an answer, such as
// an action.
func ParseAnswerLine(reply string, keys []string, multi bool) (answer []string, ok bool) {
	p := newParser(keys, multi)
	_, named := p.answerLine(strings.Split(visible(reply), "\n"), plainAnswerLine)
	return result(named)
}

// StripReasoning returns a reply without the reasoning that some servers leave in
// it: what stands between <think> and </think> or the like. Where only the closing
// mark stands, as when the opening one is part of the prompt, everything before it
// is reasoning; where only the opening one does, everything after it.
func StripReasoning(reply string) string {
	s := harmony(reply)
	for _, tag := range reasoningTags {
		s = tag.pair.Get().ReplaceAllString(s, "\n")
		if at := tag.closing.Get().FindAllStringIndex(s, -1); at != nil {
			s = s[at[len(at)-1][1]:]
		}
		if at := tag.opening.Get().FindStringIndex(s); at != nil {
			s = s[:at[0]]
		}
	}
	return s
}

type reasoningTag struct{ pair, opening, closing lazy.Regexp }

var reasoningTags = []reasoningTag{
	tagPair(`<\s*(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad)\s*>`, `<\s*/\s*(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad)\s*>`),
	tagPair(`\[THINK\]`, `\[/THINK\]`),
	tagPair(`◁think▷`, `◁/think▷`),
	tagPair(`<\|?(?:begin_of_thought|START_THINKING)\|?>`, `<\|?(?:end_of_thought|END_THINKING)\|?>`),
}

func tagPair(opening, closing string) reasoningTag {
	return reasoningTag{
		pair:    lazy.NewRegexp(`(?is)` + opening + `.*?` + closing),
		opening: lazy.NewRegexp(`(?i)` + opening),
		closing: lazy.NewRegexp(`(?i)` + closing),
	}
}

// harmony keeps the final channel of a reply in the harmony format, which servers
// leave in when they do not know it: <|channel|>final<|message|>…
func harmony(s string) string {
	if !strings.Contains(s, "<|channel|>") {
		return s
	}
	_, last, found := cutLast(s, "<|channel|>final")
	if !found {
		before, _, _ := strings.Cut(s, "<|channel|>")
		return before
	}
	if _, message, found := strings.Cut(last, "<|message|>"); found {
		last = message
	}
	for _, end := range []string{"<|end|>", "<|return|>", "<|call|>"} {
		last, _, _ = strings.Cut(last, end)
	}
	return last
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// visible is the part of a reply that is read, with letters and signs in their
// plain forms (full-width and mathematical letters, line ends).
func visible(reply string) string {
	s := strings.ToValidUTF8(StripReasoning(reply), "\uFFFD")
	s = norm.NFKC.String(s)
	return strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u200b", "", "\ufeff", "", "<br>", "\n").Replace(s)
}

func result(keys []string) ([]string, bool) {
	if len(keys) == 0 {
		return nil, false
	}
	slices.Sort(keys)
	return slices.Compact(keys), true
}

type parser struct {
	keys  map[string]bool // one capital letter each
	multi bool
}

func newParser(keys []string, multi bool) parser {
	p := parser{make(map[string]bool, len(keys)), multi}
	for _, k := range keys {
		p.keys[k] = true
	}
	return p
}

// Marks of an answer line. The first group of each ends where the options begin.
var (
	// At the start of a line, whatever the case: "Final answer: ", "**Answer** - ".
	lineMark = lazy.NewRegexp(`(?i)^(?:(?:so|thus|therefore|hence|finally|in conclusion|conclusion)[,:]?\s+)?(?:(?:my|the)\s+)?(?:(?:final|correct|right|best)\s+)?(?:answers?|(?:final|correct|right|best|my)\s+(?:choices?|options?))(?:\s*\(s\))?(?:\s+(?:is|are))?\s*(?::|=|-{1,2}[>)]|→|\s[-–—])\s*`)
	// Anywhere in a line, in capitals, as asked for.
	capitalMark = lazy.NewRegexp(`\bANSWERS?\s*(?::|=)\s*`)
	// As asked for, at the start of a line.
	plainMark = lazy.NewRegexp(`(?i)^(?:final\s+)?answers?\s*:\s*`)
)

func anyAnswerLine(line string) (rest string, ok bool) {
	if at := capitalMark.Get().FindAllStringIndex(line, -1); at != nil {
		return line[at[len(at)-1][1]:], true
	}
	if at := lineMark.Get().FindStringIndex(line); at != nil {
		return line[at[1]:], true
	}
	return "", false
}

func plainAnswerLine(line string) (rest string, ok bool) {
	if at := plainMark.Get().FindStringIndex(line); at != nil {
		return line[at[1]:], true
	}
	return "", false
}

// answerLine reads the last answer line. It reports whether there is one, and the
// options that it names. A line that breaks off behind its mark is none.
func (p parser) answerLine(lines []string, mark func(string) (string, bool)) (found bool, keys []string) {
	for i := len(lines) - 1; i >= 0; i-- {
		rest, ok := mark(plain(lines[i]))
		if !ok {
			continue
		}
		if strings.TrimSpace(rest) != "" {
			if keys := p.list(rest); len(keys) > 0 {
				return true, keys
			}
			return true, p.sentence(rest)
		}
		// The options stand below it.
		keys, below := p.below(lines[i+1:])
		if below {
			return true, keys
		}
	}
	return false, nil
}

// below reads options from the lines under a mark: one line, or one option a line.
func (p parser) below(lines []string) (keys []string, found bool) {
	for _, l := range lines {
		l = plain(l)
		if strings.TrimSpace(l) == "" {
			continue
		}
		found = true
		named := p.only(l)
		if len(named) == 0 {
			break
		}
		keys = append(keys, named...)
	}
	return keys, found
}

var (
	boxed      = lazy.NewRegexp(`\\(?:boxed|fbox)\s*\{((?:[^{}]|\{[^{}]*\})*)\}`)
	answerTag  = lazy.NewRegexp(`(?is)<\s*(?:final_)?answer\s*>(.*?)<\s*/\s*(?:final_)?answer\s*>`)
	answerJSON = lazy.NewRegexp(`(?i)"(?:final_?)?answers?"\s*:\s*(\[[^\[\]]*\]|"[^"]*")`)
)

// marked reads the last box, answer tag or JSON member.
func (p parser) marked(text string) []string {
	var keys []string
	last := -1
	for _, form := range []struct {
		mark lazy.Regexp
		json bool
	}{{boxed, false}, {answerTag, false}, {answerJSON, true}} {
		all := form.mark.Get().FindAllStringSubmatchIndex(text, -1)
		if len(all) == 0 {
			continue
		}
		m := all[len(all)-1]
		if m[0] < last {
			continue
		}
		inner := text[m[2]:m[3]]
		if form.json {
			inner = joinJSON(inner)
		}
		if named := p.list(plain(inner)); len(named) > 0 {
			keys, last = named, m[0]
		}
	}
	return keys
}

func joinJSON(raw string) string {
	var several []string
	if json.Unmarshal([]byte(raw), &several) == nil {
		return strings.Join(several, ", ")
	}
	var one string
	if json.Unmarshal([]byte(raw), &one) == nil {
		return one
	}
	return ""
}

// Sentences that say which option is right. What follows the match is read as a
// list of options, or the first group is.
var (
	sayAfter  = lazy.NewRegexp(`(?i)\b(?:answers?|choices?|selection|(?:correct|right|best|matching|valid)\s+(?:options?|ones?))(?:\s*\(s\))?\s*(?::|\b(?:is|are|would be|should be|must be|has to be)\b(?:\s+(?:therefore|thus|then|clearly|likely|probably|indeed|also))?)\s*:?\s*|\b(?:I|we)(?:'d|'ll| would| will)?\s+(?:therefore\s+)?(?:choose|chose|select|pick|go with|opt for|conclude)\s*:?\s+`)
	sayBefore = lazy.NewRegexp(`\b(?:[Oo]ptions?|[Cc]hoices?|[Aa]nswers?)\s+([^.!?\n]{1,60}?)\s+(?:is|are)\s+(?:therefore\s+|thus\s+|both\s+|all\s+)?(?:the\s+)?(?:correct|right|true|best)\b`)
	sayLetter = lazy.NewRegexp(`(?:^|[\s(])\(?([B-HJ-Z]|A(?:\b|\)))\)?\s+is\s+(?:therefore\s+|thus\s+)?(?:the\s+)?(?:only\s+)?(?:correct|right|best)\b`)
)

func (p parser) sentence(text string) []string {
	var keys []string
	last := -1
	take := func(at int, named []string) {
		if len(named) > 0 && at > last {
			keys, last = named, at
		}
	}
	base := 0
	for _, line := range strings.SplitAfter(text, "\n") {
		l := plain(line)
		for _, m := range sayAfter.Get().FindAllStringIndex(l, -1) {
			take(base+m[0], p.list(l[m[1]:]))
		}
		for _, re := range []lazy.Regexp{sayBefore, sayLetter} {
			for _, m := range re.Get().FindAllStringSubmatchIndex(l, -1) {
				take(base+m[0], p.only(l[m[2]:m[3]]))
			}
		}
		base += len(line)
	}
	return keys
}

// bare reads a reply that is nothing but options, one or more a line, or whose last
// line is. The options repeated one by one are no answer.
func (p parser) bare(text string) []string {
	var lines [][]string
	others := false
	for l := range strings.SplitSeq(text, "\n") {
		l = plain(l)
		if strings.TrimSpace(l) == "" {
			continue
		}
		named := p.only(l)
		others = others || len(named) == 0
		lines = append(lines, named)
	}
	if len(lines) == 0 || len(lines[len(lines)-1]) == 0 {
		return nil
	}
	last := lines[len(lines)-1]
	var all []string
	for _, l := range lines {
		all = append(all, l...)
	}
	all, _ = result(all)
	if len(lines) == 1 || len(all) == len(unique(last)) {
		return last
	}
	if p.multi && !others && len(all) < len(p.keys) {
		return all
	}
	return nil // a discussion of several options
}

func unique(keys []string) []string {
	keys, _ = result(slices.Clone(keys))
	return keys
}

var (
	latexCommand = lazy.NewRegexp(`\\(?:boxed|fbox|text|textbf|textit|textrm|mathrm|mathbf|mathsf|mathit|bf|rm)\b\s*`)
	latexSpace   = lazy.NewRegexp(`\\(?:[()\[\],;:! ]|q?quad\b)`)
	htmlTag      = lazy.NewRegexp(`</?(?:b|strong|i|em|u|p|span|code|center|mark|answer|final_answer)\s*>`)
	listMark     = lazy.NewRegexp(`^\s*(?:[-•·▪◦‣➤→>#+|]+\s*|\d{1,2}\.\s+)+`)
)

// plain is a line without Markdown, LaTeX, HTML, quotes and list marks.
func plain(line string) string {
	s := latexCommand.Get().ReplaceAllString(line, "")
	s = latexSpace.Get().ReplaceAllString(s, " ")
	s = htmlTag.Get().ReplaceAllString(s, " ")
	s = strings.Map(func(r rune) rune {
		switch r {
		case '*', '_', '`', '~', '$', '"', '“', '”', '„', '«', '»', '‘', '\u00ad':
			return -1
		case '{', '【', '〔', '<':
			return '('
		case '}', '】', '〕', '>':
			return ')'
		case '、':
			return ','
		}
		if unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, s)
	// A quote at a word's side is a quote, one inside it an apostrophe.
	s = quoted.Get().ReplaceAllString(s, "$1$2")
	// ">" has become ")": a quotation's mark is a list mark here.
	s = strings.TrimLeft(s, " )|")
	s = listMark.Get().ReplaceAllString(s, "")
	return strings.TrimSpace(s)
}

var quoted = lazy.NewRegexp(`(^|[^\p{L}\d])['’]|['’]($|[^\p{L}\d])`)
