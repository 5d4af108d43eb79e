package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ifcmcq/ifcmcq/score"
)

// Graded is what grading stored answers anew has found.
type Graded struct {
	Benchmark string         `json:"benchmark"`
	Systems   []GradedSystem `json:"systems"`
}

// GradedSystem is what grading has found of one system.
type GradedSystem struct {
	Run      string          `json:"run"`
	Model    string          `json:"model"`
	Agent    string          `json:"agent"`
	Results  int             `json:"results"`
	Stored   int             `json:"stored_correct"` // right by the outcomes stored in the run
	Right    int             `json:"correct"`        // right by the benchmark's keys
	LeftOut  int             `json:"left_out"`       // results whose items the benchmark does not have as they were asked
	Changed  []Change        `json:"changed"`
	Accuracy *float64        `json:"accuracy"`
	Interval *score.Interval `json:"interval"`

	model, agent string
}

// Change is an answer whose outcome is no longer the stored one.
type Change struct {
	Item   string        `json:"item"`
	Epoch  int           `json:"epoch"`
	Answer []string      `json:"answer"`
	Key    []string      `json:"key"`
	Stored score.Outcome `json:"stored"`
	Now    score.Outcome `json:"now"`
}

// Grade says what the benchmark's keys make of the stored answers.
func (s *Set) Grade() Graded {
	var g Graded
	var paths []string
	for _, b := range s.Benchmarks {
		paths = append(paths, b.Path)
	}
	g.Benchmark = strings.Join(paths, ", ")
	for _, sys := range s.Systems {
		o := GradedSystem{Run: sys.Run, Model: sys.Model, Agent: sys.Agent, Results: len(sys.answers), LeftOut: sys.Strange, Changed: []Change{}}
		o.model, o.agent = sys.names()
		items := map[*item]bool{}
		for _, a := range sys.answers {
			countIf(&o.Right, a.right())
			countIf(&o.Stored, a.stored == score.Correct)
			items[a.item] = true
			if a.changed() {
				o.Changed = append(o.Changed, Change{a.item.ID, int(a.epoch), answerKeys(a.keys), a.item.Answer, a.stored, a.outcome})
			}
		}
		if o.Results > 0 {
			accuracy, n := float64(o.Right)/float64(o.Results), float64(len(items))
			i := score.Wilson(accuracy*n, n, score.Level)
			o.Accuracy, o.Interval = &accuracy, &i
		}
		g.Systems = append(g.Systems, o)
	}
	return g
}

func answerKeys(joined string) []string {
	if joined == "" {
		return []string{}
	}
	return strings.Split(joined, ",")
}

// LeftOut is the number of results that could not be graded.
func (g Graded) LeftOut() int {
	n := 0
	for _, s := range g.Systems {
		n += s.LeftOut
	}
	return n
}

// Write writes the grades as text, or as JSON.
func (g Graded) Write(w io.Writer, f Format) error {
	if f == JSON {
		return writeJSON(w, g)
	}
	t := &grid{header: []string{"model", "agent", "results", "right", "accuracy %", "95 %", "stored", "changed", "left out"}, words: 2}
	changes := &grid{header: []string{"item", "answer", "key", "stored", "now"}, words: 5}
	for _, s := range g.Systems {
		t.add(s.model, s.agent, count(s.Results), count(s.Right), percentOf(s.Accuracy), rangeOf(s.Interval), count(s.Stored), count(len(s.Changed)), count(s.LeftOut))
		for _, c := range s.Changed {
			changes.add(c.Item, strings.Join(c.Answer, ", "), strings.Join(c.Key, ", "), string(c.Stored), string(c.Now))
		}
	}
	d := document{title: "Graded by the keys of " + g.Benchmark}
	d.add(section{grid: t, notes: []string{"stored: right by the outcomes in the run; nothing in it is changed"}})
	if n := len(changes.rows); n > 0 {
		const shown = 20
		s := section{title: fmt.Sprintf("Changed outcomes, %d", n), grid: changes}
		if n > shown {
			changes.rows = slices.Clip(changes.rows[:shown])
			s.notes = []string{fmt.Sprintf("and %d more: --format json has all", n-shown)}
		}
		d.add(s)
	}
	return d.write(w, f)
}
