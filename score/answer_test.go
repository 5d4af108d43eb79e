package score_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/ifcmcq/ifcmcq/score"
)

type reply struct {
	name  string
	keys  []string
	multi bool
	want  []string
	text  string
}

// replies reads the table of replies. A line end is added to each by the format; a
// carriage return is written \r.
func replies(t testing.TB) []reply {
	t.Helper()
	raw, err := os.ReadFile("testdata/answers.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var out []reply
	for _, f := range txtar.Parse(raw).Files {
		part := strings.Split(f.Name, " | ")
		if len(part) != 4 {
			t.Fatalf("%q is no name of a reply", f.Name)
		}
		r := reply{name: part[2] + "/" + part[0], keys: strings.Split(part[1], ""), multi: part[2] == "multi"}
		if part[3] != "-" {
			r.want = strings.Fields(part[3])
		}
		r.text = strings.ReplaceAll(strings.TrimSuffix(string(f.Data), "\n"), `\r`+"\n", "\r\n")
		out = append(out, r)
	}
	return out
}

func TestParseAnswer(t *testing.T) {
	t.Parallel()
	all := replies(t)
	if len(all) < 150 {
		t.Errorf("%d replies only", len(all))
	}
	for _, r := range all {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			got, ok := score.ParseAnswer(r.text, r.keys, r.multi)
			if d := cmp.Diff(r.want, got); d != "" || ok != (len(r.want) > 0) {
				t.Errorf("%q reads as %v, %v, not %v", r.text, got, ok, r.want)
			}
		})
	}
}

// TestParseAnswerAnyText puts what models write around an answer, and around it
// anything at all on lines of its own: the answer stays the same.
func TestParseAnswerAnyText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		keys := strings.Split("ABCDEFGH"[:rapid.IntRange(2, 8).Draw(t, "options")], "")
		want := rapid.SliceOfNDistinct(rapid.SampledFrom(keys), 1, len(keys), rapid.ID).Draw(t, "answer")
		quote := rapid.SampledFrom([]string{"", "*", "**", "`", "_", "\""}).Draw(t, "quote")
		sep := rapid.SampledFrom([]string{", ", ",", " and ", "; ", " & ", ", and "}).Draw(t, "separator")
		line := quote + "ANSWER: " + strings.Join(want, sep) + quote
		before := rapid.SampledFrom([]string{"", "Let me see.\n", "Option A is correct.\n", "ANSWER: A\n", "<think>ANSWER: B</think>\n", "\\boxed{B}\n"}).Draw(t, "before")
		after := rapid.SampledFrom([]string{"", "\n", "\n\nThat is all.", "\nB", "\nThe option is B."}).Draw(t, "after")
		got, ok := score.ParseAnswer(before+line+after, keys, true)
		slices.Sort(want)
		if !ok || !slices.Equal(got, want) {
			t.Fatalf("%q reads as %v, not %v", before+line+after, got, want)
		}
	})
}

func TestParseAnswerLine(t *testing.T) {
	t.Parallel()
	tests := []struct {
		reply string
		want  []string
	}{
		{"ANSWER: B", []string{"B"}},
		{"**Answer:** A, C", []string{"A", "C"}},
		{"The answer is B.", nil},
		{"B", nil},
		{`\boxed{B}`, nil},
		{`{"answer": "B"}`, nil},
		{"<think>ANSWER: B</think> I look first.", nil},
		{"Once I know I shall write ANSWER: B", nil},
	}
	for _, tt := range tests {
		if got, ok := score.ParseAnswerLine(tt.reply, []string{"A", "B", "C"}, true); !slices.Equal(got, tt.want) || ok != (tt.want != nil) {
			t.Errorf("%q reads as %v, %v, not %v", tt.reply, got, ok, tt.want)
		}
	}
}

func FuzzParseAnswer(f *testing.F) {
	for _, r := range replies(f) {
		f.Add(r.text, len(r.keys), r.multi)
	}
	f.Fuzz(func(t *testing.T, text string, n int, multi bool) {
		keys := strings.Split("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:2+uint(n)%25], "")
		got, ok := score.ParseAnswer(text, keys, multi)
		if ok != (len(got) > 0) {
			t.Errorf("ok is %v for %v", ok, got)
		}
		if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Errorf("%v is not a sorted set", got)
		}
		for _, k := range got {
			if !slices.Contains(keys, k) {
				t.Errorf("%s is no option", k)
			}
		}
		if hidden, ok := score.ParseAnswer("<think>"+strings.ReplaceAll(text, "<", "(")+"</think>", keys, multi); ok {
			t.Errorf("read %v from reasoning", hidden)
		}
	})
}
