package run

import "github.com/ifcmcq/ifcmcq/score"

// Tally counts the results of a run.
type Tally struct {
	Results  int         `json:"results"`
	Correct  int         `json:"correct"`
	Unparsed int         `json:"unparsed"`
	NoAnswer int         `json:"no_answer"`
	Usage    score.Usage `json:"usage"`
	CostUSD  float64     `json:"cost_usd"`
	Priced   int         `json:"priced"` // results whose cost is known
	Chats    int         `json:"chats"`
}

func (t *Tally) add(r score.Result) {
	t.Results++
	switch r.Outcome {
	case score.Correct:
		t.Correct++
	case score.Unparsed:
		t.Unparsed++
	case score.NoAnswer:
		t.NoAnswer++
	}
	t.Usage.Add(r.Usage)
	t.Chats += r.Calls.Chat
	if r.CostUSD != nil {
		t.CostUSD += *r.CostUSD
		t.Priced++
	}
}

// Accuracy is the share of results that are correct, 0 of none.
func (t Tally) Accuracy() float64 {
	if t.Results == 0 {
		return 0
	}
	return float64(t.Correct) / float64(t.Results)
}
