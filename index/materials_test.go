package index

import (
	"fmt"
	"strings"
	"testing"
)

func TestMaterialsOfElements(t *testing.T) {
	t.Parallel()
	ix := relIndex(t, `
#1=IFCMATERIAL('Brick',$,$);
#2=IFCMATERIAL('Air',$,$);
#3=IFCMATERIAL('brick ',$,$);
#4=IFCMATERIAL('',$,$);
#5=IFCMATERIAL('two\X\0Alines',$,$);
#10=IFCMATERIALLIST((#1,#2,#1));
#11=IFCMATERIALLIST((#1,#3));
#12=IFCMATERIALLIST((#1,#4));
#30=IFCSLAB('@own',$,$,$,$,$,$,$,$);
#31=IFCSLAB('@typed',$,$,$,$,$,$,$,$);
#32=IFCSLAB('@several',$,$,$,$,$,$,$,$);
#33=IFCSLAB('@none',$,$,$,$,$,$,$,$);
#34=IFCSLAB('@alike',$,$,$,$,$,$,$,$);
#35=IFCSLAB('@blank',$,$,$,$,$,$,$,$);
#36=IFCSLAB('@lines',$,$,$,$,$,$,$,$);
#37=IFCSLAB('@twice',$,$,$,$,$,$,$,$);
#38=IFCSLAB('@types',$,$,$,$,$,$,$,$);
#39=IFCSLAB('@ownTypes',$,$,$,$,$,$,$,$);
#50=IFCSLABTYPE('@st',$,'ST',$,$,$,$,$,$,.FLOOR.);
#51=IFCSLABTYPE('@su',$,'SU',$,$,$,$,$,$,.FLOOR.);
#52=IFCRELDEFINESBYTYPE('@t52',$,$,$,(#30,#31,#38,#39),#50);
#53=IFCRELDEFINESBYTYPE('@t53',$,$,$,(#38,#39),#51);
#60=IFCRELASSOCIATESMATERIAL('@m60',$,$,$,(#30,#37,#39),#1);
#61=IFCRELASSOCIATESMATERIAL('@m61',$,$,$,(#50,#37),#2);
#62=IFCRELASSOCIATESMATERIAL('@m62',$,$,$,(#32),#10);
#63=IFCRELASSOCIATESMATERIAL('@m63',$,$,$,(#34),#11);
#64=IFCRELASSOCIATESMATERIAL('@m64',$,$,$,(#35),#12);
#65=IFCRELASSOCIATESMATERIAL('@m65',$,$,$,(#36),#5);
`)
	table := ix.Materials()
	var b strings.Builder
	for _, m := range table.Made {
		fmt.Fprintln(&b, strings.TrimRight(ix.Elements[m.Element].GUID, "0"), strings.Join(m.Names, ", "))
	}
	for _, why := range table.LeftOut {
		fmt.Fprintln(&b, "-", why)
	}
	want := `own Brick
typed Air
several Brick, Air
ownTypes Brick
- names of materials that differ in case or blanks only
- a material without a name
- the name of a material cannot be shown
- more than one material association
- its material is its type's, and it has more than one
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

func TestTypesOfElements(t *testing.T) {
	t.Parallel()
	ix := relIndex(t, `
#30=IFCSLAB('@a',$,$,$,$,$,$,$,$);
#31=IFCSLAB('@b',$,$,$,$,$,$,$,$);
#32=IFCSLAB('@two',$,$,$,$,$,$,$,$);
#33=IFCSLAB('@none',$,$,$,$,$,$,$,$);
#34=IFCSLAB('@same',$,$,$,$,$,$,$,$);
#35=IFCDOOR('@d',$,$,$,$,$,$,$,$,$,$,$,$);
#50=IFCSLABTYPE('@st',$,'ST',$,$,$,$,$,$,.FLOOR.);
#51=IFCSLABTYPE('@x',$,'SU',$,$,$,$,$,$,.FLOOR.);
#52=IFCSLABTYPE('@x',$,'SV',$,$,$,$,$,$,.FLOOR.);
#53=IFCSLABTYPE('@unused',$,'SW',$,$,$,$,$,$,.FLOOR.);
#54=IFCDOORTYPE('@dt',$,$,$,$,$,$,$,$,.DOOR.,.NOTDEFINED.,$,$);
#60=IFCRELDEFINESBYTYPE('@t60',$,$,$,(#30,#32),#50);
#61=IFCRELDEFINESBYTYPE('@t61',$,$,$,(#31),#50);
#62=IFCRELDEFINESBYTYPE('@t62',$,$,$,(#32,#34),#51);
#63=IFCRELDEFINESBYTYPE('@t63',$,$,$,(#35),#54);
`)
	table := ix.Types()
	var b strings.Builder
	for _, typ := range table.Types {
		fmt.Fprint(&b, strings.TrimRight(typ.Type.GUID, "0"), ":")
		for _, e := range typ.Occurrences {
			fmt.Fprint(&b, " ", strings.TrimRight(ix.Elements[e].GUID, "0"))
		}
		fmt.Fprintln(&b)
	}
	for _, why := range table.LeftOut {
		fmt.Fprintln(&b, "-", why)
	}
	// Elements come class by class, doors before slabs.
	want := `dt: d
st: a b
- typed by more than one relationship
- its type has no GlobalId of its own
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}
