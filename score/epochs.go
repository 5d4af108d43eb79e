package score

// PassK estimates the probability that k answers in a row to an item are all right,
// from n answers of which c are: C(c, k) / C(n, k), which has no bias. Yao et al.
// (2024), "τ-bench", arXiv 2406.12045, section 3; the idea is that of pass@k in Chen
// et al. (2021), arXiv 2107.03374. It is false if n < k.
func PassK(n, c, k int) (float64, bool) {
	if k < 1 || n < k {
		return 0, false
	}
	p := 1.0
	for i := range k {
		p *= float64(max(0, c-i)) / float64(n-i)
	}
	return p, true
}
