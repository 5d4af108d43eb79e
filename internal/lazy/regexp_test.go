package lazy

import "testing"

func TestRegexpIsCompiledOnce(t *testing.T) {
	t.Parallel()
	r := NewRegexp(`^a+$`)
	if first, second := r.Get(), r.Get(); first != second || !first.MatchString("aaa") || first.MatchString("b") {
		t.Error("not the expression, or compiled twice")
	}
}
