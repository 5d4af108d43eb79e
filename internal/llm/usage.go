package llm

import (
	"encoding/json"

	"github.com/ifcmcq/ifcmcq/score"
)

// usage is what servers report about tokens, in the words of several of them. Numbers
// are read as reals: some servers write 12.0.
type usage struct {
	PromptTokens     float64  `json:"prompt_tokens"`
	CompletionTokens float64  `json:"completion_tokens"`
	CacheHit         float64  `json:"prompt_cache_hit_tokens"` // DeepSeek
	ReasoningTokens  float64  `json:"reasoning_tokens"`        // Perplexity, SGLang
	Cost             *float64 `json:"cost"`                    // OpenRouter, in USD
	Prompt           struct {
		Cached float64 `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	Completion struct {
		Reasoning float64 `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

// readUsage returns the tokens and the cost that a server reports; nothing that it
// does not report is estimated.
func readUsage(raw json.RawMessage) (u score.Usage, costUSD *float64) {
	var w usage
	if len(raw) == 0 {
		return u, nil
	}
	if json.Unmarshal(raw, &w) != nil {
		// A member of an odd type must not cost the rest.
		var members map[string]json.RawMessage
		if json.Unmarshal(raw, &members) != nil {
			return u, nil
		}
		w = usage{}
		for name, into := range map[string]any{
			"prompt_tokens": &w.PromptTokens, "completion_tokens": &w.CompletionTokens,
			"prompt_tokens_details": &w.Prompt, "completion_tokens_details": &w.Completion,
			"prompt_cache_hit_tokens": &w.CacheHit, "reasoning_tokens": &w.ReasoningTokens,
		} {
			if m, ok := members[name]; ok {
				_ = json.Unmarshal(m, into) // stays 0
			}
		}
	}
	if w.Cost != nil && (*w.Cost < 0) {
		w.Cost = nil
	}
	return score.Usage{
		Input:     int(w.PromptTokens),
		Cached:    int(max(w.Prompt.Cached, w.CacheHit)),
		Output:    int(w.CompletionTokens),
		Reasoning: int(max(w.Completion.Reasoning, w.ReasoningTokens)),
	}, w.Cost
}
