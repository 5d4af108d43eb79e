package mcq

import (
	"fmt"
	"slices"
	"strings"
)

// Kinds of option values.
type kind uint8

const (
	kindString kind = 1 << iota
	kindBool
	kindInt
	kindReal
	kindNil
	kindNetGross

	kindNumber = kindInt | kindReal
)

func kindOf(v any) kind {
	switch v.(type) {
	case nil:
		return kindNil
	case string:
		return kindString
	case bool:
		return kindBool
	case int64:
		return kindInt
	case Real:
		return kindReal
	case NetGross:
		return kindNetGross
	}
	return 0
}

func (k kind) String() string {
	switch k {
	case kindString:
		return "a string"
	case kindBool:
		return "a boolean"
	case kindInt:
		return "an integer"
	case kindReal:
		return "a real number"
	case kindNil:
		return "null"
	case kindNetGross:
		return "a pair of larger and si"
	}
	return "of an unknown kind"
}

// kinds returns which kinds of values the options of a subtype may have.
func (s Subtype) kinds() kind {
	switch s {
	case AttributeValue, PropertyValue:
		return kindString | kindNumber
	case ValueOrNull:
		return kindString | kindNumber | kindBool | kindNil
	case NetVsGross:
		return kindNetGross
	}
	switch s.Category() {
	case QTY, AGG:
		return kindNumber
	case CNT:
		return kindInt
	}
	if s.Type() == Boolean {
		return kindBool
	}
	return kindString
}

// quotes reports whether the text of an option of the subtype is the stored
// string itself; else a string is the GlobalId of something with a Name.
func (s Subtype) quotes() bool {
	switch s {
	case ClassByGUID, AttributeValue, PropertyValue, ValueOrNull, MaterialName, MaterialSet:
		return true
	}
	return false
}

// units returns the units one of which a number of the subtype carries; none
// if numbers stand alone or may have any unit.
func (s Subtype) units() []string {
	switch s {
	case Length:
		return []string{"m"}
	case Area:
		return []string{"m²"}
	case Volume:
		return []string{"m³"}
	case QuantitySum, QuantityMean:
		return []string{"m", "m²", "m³"}
	}
	return nil
}

// values checks that each option's value is of a kind that the subtype knows,
// and that its text says the value.
func (c *checker) values() {
	sub := c.it.Subtype
	nils := 0
	for _, o := range c.it.Options {
		k := kindOf(o.Value)
		if k == 0 {
			c.say("value", "option %s has a value of type %T, which no item may hold", o.Key, o.Value)
			continue
		}
		if k&sub.kinds() == 0 {
			c.say("value", "option %s has a value that is %s, which %s does not offer", o.Key, k, sub)
			continue
		}
		if err := valueError(o.Value); err != nil {
			c.say("value", "option %s: %v", o.Key, err)
			continue
		}
		if k == kindNil {
			nils++
		}
		if v, ok := o.Value.(int64); ok && v < 0 && sub.Category() == CNT {
			c.say("value", "option %s counts %d", o.Key, v)
		}
		if why := c.mismatch(o); why != "" {
			c.say("text", "option %s reads %q, but %s", o.Key, o.Text, why)
		}
	}
	if sub == ValueOrNull && nils == 0 {
		c.say("value", "no option stands for a value that is not in the file")
	}
	if c.it.Type == Boolean {
		c.booleans()
	}
}

// mismatch says how an option's text fails to say its value, "" if it does or
// if only the model could tell.
func (c *checker) mismatch(o Option) string {
	switch v := o.Value.(type) {
	case nil:
		if o.Text != NotSpecified {
			return fmt.Sprintf("null is written %q", NotSpecified)
		}
	case bool:
		if !slices.Contains(booleanWords(v), Fold(o.Text)) {
			return fmt.Sprintf("its value is %v", v)
		}
	case int64:
		digits, _, ok := leadingNumber(o.Text)
		if !ok || digits != FormatNumber(v) {
			return fmt.Sprintf("its value is %d", v)
		}
		return c.unit(o.Text)
	case Real:
		_, n, ok := leadingNumber(o.Text)
		if !ok || !agrees(n, float64(v)) {
			return fmt.Sprintf("its value is %s", appendReal(nil, float64(v)))
		}
		return c.unit(o.Text)
	case NetGross:
		return c.netGross(o.Text, v)
	case string:
		if c.it.Subtype.quotes() && plain(o.Text) != plain(v) {
			return fmt.Sprintf("its value is %q", v)
		}
	}
	return ""
}

func (c *checker) unit(text string) string {
	units := c.it.Subtype.units()
	_, unit, _ := strings.Cut(squeeze(text), " ")
	if len(units) > 0 && !slices.Contains(units, unit) {
		return fmt.Sprintf("its unit is %s", strings.Join(units, " or "))
	}
	return ""
}

func (c *checker) netGross(text string, v NetGross) string {
	f := c.it.Fact
	switch {
	case v.Larger == Equal:
		return ""
	case v.Larger != f.Net && v.Larger != f.Gross:
		return fmt.Sprintf("its value names %q, which is neither net nor gross", v.Larger)
	case v.SI == nil:
		return "its value has no number"
	case !strings.Contains(text, v.Larger):
		return fmt.Sprintf("its value names %s", v.Larger)
	}
	for _, n := range plainNumbers(text) {
		if agrees(n, float64(*v.SI)) {
			return ""
		}
	}
	return fmt.Sprintf("its value is %s", appendReal(nil, float64(*v.SI)))
}

// booleanPairs are the words that stand for true and false, folded.
func booleanPairs() [][2]string {
	return [][2]string{
		{"yes", "no"}, {"true", "false"}, {"present", "absent"}, {"present", "not present"}, {"inside", "outside"},
	}
}

func booleanWords(v bool) []string {
	var out []string
	for _, p := range booleanPairs() {
		if v {
			out = append(out, p[0])
		} else {
			out = append(out, p[1])
		}
	}
	return out
}

// booleans checks that the two texts are a pair: "Yes" beside "Absent" would
// be two answers to two questions.
func (c *checker) booleans() {
	var yes, no string
	for _, o := range c.it.Options {
		if v, ok := o.Value.(bool); ok && v {
			yes = o.Text
		} else if ok {
			no = o.Text
		}
	}
	known := slices.Contains(booleanWords(true), Fold(yes)) && slices.Contains(booleanWords(false), Fold(no))
	if known && !slices.Contains(booleanPairs(), [2]string{Fold(yes), Fold(no)}) {
		c.say("text", "%q and %q are not the two answers to one question", yes, no)
	}
}

// candidates checks options that stand for entities. In comparisons they are
// those of the fact. In every item either all of them show their GlobalId or
// none does, else the odd one stands out.
func (c *checker) candidates() {
	it := c.it
	if c.compares() {
		for _, g := range it.Fact.GUIDs {
			if !slices.ContainsFunc(it.Options, func(o Option) bool { return o.Value == any(g) }) {
				c.say("options", "no option stands for %s, which is compared", g)
			}
		}
	}
	if it.Subtype.kinds() != kindString || it.Subtype.quotes() {
		return
	}
	var with, without string
	for _, o := range it.Options {
		v, ok := o.Value.(string)
		if !ok {
			continue
		}
		if c.compares() && !slices.Contains(it.Fact.GUIDs, v) {
			if !c.verdict(v) {
				c.say("options", "option %s stands for %q, which is not compared", o.Key, v)
			}
			continue
		}
		if v == "" {
			c.say("value", "option %s stands for no GlobalId", o.Key)
		} else if strings.Contains(o.Text, v) {
			with += " " + o.Key
		} else {
			without += " " + o.Key
		}
	}
	if with != "" && without != "" {
		c.say("options", "the GlobalId is shown by%s but not by%s", with, without)
	}
}

// verdict reports whether v is an option of a comparison that stands for no
// entity.
func (c *checker) verdict(v string) bool {
	switch c.it.Subtype {
	case Pairwise:
		return v == Equal || v == Undetermined
	case BaseElevation, ExtentCompare:
		return v == Equal
	}
	return false
}

// stem checks that the question names all that the fact holds, but for the
// GlobalIds compared, which stand in the options, and net and gross, which the
// options of net_vs_gross name.
func (c *checker) stem() {
	f, q := c.it.Fact, plain(c.it.Question)
	if q == "" {
		c.say("stem", "there is no question")
		return
	}
	names := []string{f.GUID, f.Space, f.Element, f.Type, f.Storey, f.Attribute, f.Property, f.Quantity}
	for _, s := range []SetName{f.Pset, f.Qset} {
		name, _ := s.Name()
		names = append(names, name)
	}
	if f.Metric != nil {
		set, _ := f.Metric.Set.Name()
		names = append(names, f.Metric.Name, set)
	}
	for _, name := range names {
		if !strings.Contains(q, plain(name)) {
			c.say("stem", "the stem does not name %s", name)
		}
	}
	// "IfcWall" within "IfcWallStandardCase" names another class.
	for _, word := range []string{f.Class, f.Axis} {
		if word != "" && !holdsWord(q, plain(word)) {
			c.say("stem", "the stem does not name %s", word)
		}
	}
	if len(f.Point) > 0 && !c.namesPoint() {
		c.say("stem", "the stem does not name the point %s", FormatPoint(f.Point))
	}
	if f.Claim != nil && !c.namesClaim(*f.Claim) {
		c.say("stem", "the stem does not say that %v is claimed", *f.Claim)
	}
}

// namesPoint reports whether the coordinates stand in the stem one right after
// the other.
func (c *checker) namesPoint() bool {
	nums, p := plainNumbers(c.it.Question), c.it.Fact.Point
	for i := 0; i+len(p) <= len(nums); i++ {
		if slices.EqualFunc(nums[i:i+len(p)], p, func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }) {
			return true
		}
	}
	return false
}

// namesClaim reports whether one of the claim's words is a word of the stem.
func (c *checker) namesClaim(claim bool) bool {
	words := strings.FieldsFunc(Fold(c.it.Question), func(r rune) bool { return r < 'a' || r > 'z' })
	if claim {
		return slices.Contains(words, "true") || slices.Contains(words, "yes")
	}
	return slices.Contains(words, "false") || slices.Contains(words, "no")
}
