package mcq

import "testing"

func TestTells(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		key  Key
		want bool
	}{
		// Text, either way, whatever the case.
		{"Brick wall 3", Key{Text: "brick", Value: "brick"}, true},
		{"BRICK", Key{Text: "Brick, common", Value: "Brick, common"}, true},
		{"Stone wall", Key{Text: "Brick", Value: "Brick"}, false},
		{"Basic  Wall", Key{Text: "basic wall", Value: "basic wall"}, true},
		{"Straße", Key{Text: "STRASSE 5", Value: "x"}, true},
		{`Wall "F 30"`, Key{Text: `"F 30"`, Value: `"F 30"`}, true},
		{"F 30 wall", Key{Text: `"F 30"`, Value: `"F 30"`}, true},
		{"", Key{Text: "Brick", Value: "Brick"}, false},
		{"Wall", Key{}, false},
		// The key's Name.
		{"Basic Wall:Interior:123", Key{Text: "IfcWallType Basic Wall:Interior (0abc)", Name: "Basic Wall:Interior", Value: "0abc"}, true},
		{"Interior", Key{Text: "the one", Name: "Basic Wall:Interior", Value: "0abc"}, true},
		// Short ones only as words.
		{"A1", Key{Text: "A1", Value: "A1"}, true},
		{"Wall A1-b", Key{Text: "A1", Value: "A1"}, true},
		{"Wall BA12", Key{Text: "A1", Value: "A1"}, false},
		{"1", Key{Text: "IfcBuildingStorey Level 1", Name: "Level 1", Value: "0abc"}, true},
		{"1", Key{Text: "IfcBuildingStorey Level 10", Name: "Level 10", Value: "0abc"}, false},
		// Numbers.
		{"Single 0762 x 2032mm", Key{Text: "0.762 m", Value: Real(0.762)}, true},
		{"Single 0762 x 2032mm", Key{Text: "2.032", Value: Real(2.032)}, true},
		{"Single 0762 x 2032mm", Key{Text: "1.524 m", Value: Real(1.524)}, false},
		{"Wall 2,032", Key{Text: "2032", Value: int64(2032)}, true},
		{"Wall 12 x 30", Key{Text: "12", Value: int64(12)}, true},
		{"Wall 120 x 30", Key{Text: "1.2 m", Value: Real(1.2)}, true},
		{"Wall:412044", Key{Text: "12", Value: int64(12)}, false},
		{"Gross 12.5", Key{Text: "GrossArea, 12.5 m²", Value: NetGross{"GrossArea", real(12.5)}}, true},
		{"Wall", Key{Text: "GrossArea, 12.5 m²", Value: NetGross{"GrossArea", real(12.5)}}, false},
		// What no name tells.
		{"Yes", Key{Text: "Yes", Value: true}, false},
		{"Not specified in the file", Key{Text: NotSpecified, Value: nil}, false},
	} {
		if got := Tells(c.name, c.key); got != c.want {
			t.Errorf("%q, %+v: got %v", c.name, c.key, got)
		}
	}
}

func TestTellsNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		value any
		want  bool
	}{
		{"Single 0762 x 2032mm", 0.762, true},
		{"Single 0762 x 2032mm", 7620, true},
		{"Single 0762 x 2032mm", -7.62e-5, true},
		{"Single 0762 x 2032mm", 0.76199999, true},
		{"Single 0762 x 2032mm", 0.76249, true}, // 762 to three digits
		{"Single 0762 x 2032mm", 0.765, false},
		{"12.345", Real(1234.5), true},
		{"Type 1205", 1.2, false},
		{"Type 120.0", 1.2, true},
		{"Wall 300", int64(3), true},
		{"Wall 0", int64(0), false},
		{"Wall 12", "12", false},
		{"Wall 12", true, false},
		{"Wall", 0.5, false},
	} {
		if got := TellsNumber(c.name, c.value); got != c.want {
			t.Errorf("%q, %v: got %v", c.name, c.value, got)
		}
	}
}

func TestStemTells(t *testing.T) {
	t.Parallel()
	const stem = "Which material is on IfcWall  Brick Facade (0abc)?"
	for _, c := range []struct {
		key  Key
		want bool
	}{
		{Key{Text: "Brick", Value: "Brick"}, true},
		{Key{Text: "brick  facade", Value: "x"}, true},
		{Key{Text: "ick", Value: "ick"}, false},
		{Key{Text: "the one", Name: "BRICK", Value: "0xyz"}, true},
		{Key{Text: "Which", Value: true}, true},
		{Key{Text: "Stone", Value: "Stone"}, false},
	} {
		if got := StemTells(stem, c.key); got != c.want {
			t.Errorf("%+v: got %v", c.key, got)
		}
	}
}
