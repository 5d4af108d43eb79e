package verify

import (
	"testing"

	"github.com/ifcmcq/ifcmcq/mcq"
)

const directMaterials = `
#1=IFCMATERIAL('Brick',$,$);
#2=IFCMATERIAL('Air',$,$);
#3=IFCMATERIAL('Steel',$,$);
#4=IFCMATERIAL('Brick',$,$);
#5=IFCMATERIAL(' ',$,$);
#10=IFCMATERIALLAYER(#1,1.,$,$,$,$,$);
#11=IFCMATERIALLAYER($,1.,$,$,$,$,$);
#12=IFCMATERIALLAYER(#2,1.,$,$,$,$,$);
#13=IFCMATERIALLAYERSET((#10,#11,#12,#10),$,$);
#14=IFCMATERIALLAYERSETUSAGE(#13,.AXIS2.,.POSITIVE.,0.,$);
#15=IFCMATERIALPROFILE('P',$,#3,$,$,$);
#16=IFCMATERIALPROFILESET('S',$,(#15),$);
#17=IFCMATERIALPROFILESETUSAGE(#16,5,$);
#18=IFCMATERIALCONSTITUENT('Frame',$,#3,$,$);
#19=IFCMATERIALCONSTITUENT('Pane',$,#2,$,$);
#20=IFCMATERIALCONSTITUENTSET('W',$,(#18,#19));
#21=IFCMATERIALLIST((#1,#4));
#22=IFCMATERIALLIST((#1,#5));
#23=IFCMATERIALLIST((#1,#24));
#24=IFCPROPERTYSINGLEVALUE('Reference',$,IFCLABEL('A'),$);
#30=IFCWALL('layers',$,$,$,$,$,$,$,$);
#31=IFCBEAM('profile',$,$,$,$,$,$,$,$);
#32=IFCWINDOW('parts',$,$,$,$,$,$,$,$,$,$,$,$);
#33=IFCSLAB('list',$,$,$,$,$,$,$,$);
#34=IFCSLAB('typed',$,$,$,$,$,$,$,$);
#35=IFCSLAB('hidden',$,$,$,$,$,$,$,$);
#36=IFCSLAB('two',$,$,$,$,$,$,$,$);
#37=IFCSLAB('single',$,$,$,$,$,$,$,$);
#38=IFCSLAB('none',$,$,$,$,$,$,$,$);
#39=IFCSLAB('blank',$,$,$,$,$,$,$,$);
#40=IFCSLAB('types',$,$,$,$,$,$,$,$);
#41=IFCSLAB('gone',$,$,$,$,$,$,$,$);
#42=IFCSLAB('odd',$,$,$,$,$,$,$,$);
#50=IFCSLABTYPE('st',$,'ST',$,$,$,$,$,$,.FLOOR.);
#51=IFCSLABTYPE('su',$,'SU',$,$,$,$,$,$,.FLOOR.);
#52=IFCRELDEFINESBYTYPE('t52',$,$,$,(#34,#35,#40),#50);
#53=IFCRELDEFINESBYTYPE('t53',$,$,$,(#40),#51);
#60=IFCRELASSOCIATESMATERIAL('m60',$,$,$,(#30),#14);
#61=IFCRELASSOCIATESMATERIAL('m61',$,$,$,(#31),#17);
#62=IFCRELASSOCIATESMATERIAL('m62',$,$,$,(#32),#20);
#63=IFCRELASSOCIATESMATERIAL('m63',$,$,$,(#33),#21);
#64=IFCRELASSOCIATESMATERIAL('m64',$,$,$,(#50,#35,#36),#3);
#65=IFCRELASSOCIATESMATERIAL('m65',$,$,$,(#36),#2);
#66=IFCRELASSOCIATESMATERIAL('m66',$,$,$,(#37),#10);
#67=IFCRELASSOCIATESMATERIAL('m67',$,$,$,(#39),#22);
#68=IFCRELASSOCIATESMATERIAL('m68',$,$,$,(#41),#999);
#69=IFCRELASSOCIATESMATERIAL('m69',$,$,$,(#42),#23);
`

func TestMaterialsAreFoundAgain(t *testing.T) {
	t.Parallel()
	v := directVerifier(t, directMaterials)
	names := []any{"Brick", "Air", "Steel", "brick"}
	for _, c := range []struct {
		subtype    mcq.Subtype
		guid, want string
	}{
		{mcq.MaterialSet, "layers", "AB"}, // an air gap without a material is none
		{mcq.MaterialName, "layers", "layers is made of 2 materials, not one"},
		{mcq.MaterialName, "profile", "C"},
		{mcq.MaterialSet, "profile", "profile is made of 1 materials, not several"},
		{mcq.MaterialSet, "parts", "BC"},
		{mcq.MaterialName, "list", "A"}, // two materials of one name
		{mcq.MaterialName, "typed", "C"},
		{mcq.MaterialName, "hidden", "C"},
		{mcq.MaterialName, "two", "two has 2 material associations"},
		{mcq.MaterialName, "single", "single has a single IfcMaterialLayer"},
		{mcq.MaterialName, "none", "none has no material"},
		{mcq.MaterialName, "blank", "a material of blank has no name"},
		{mcq.MaterialName, "types", "types has no material of its own and is typed 2 times"},
		{mcq.MaterialName, "gone", "the material of gone is not in the file"},
		{mcq.MaterialSet, "odd", "an IfcPropertySingleValue stands for a material of odd"},
		{mcq.MaterialSet, "nowhere", "no entity has GlobalId nowhere"},
	} {
		if got := judged(v, c.subtype, mcq.Fact{GUID: c.guid}, names...); got != c.want {
			t.Errorf("%s of %s: %s, want %s", c.subtype, c.guid, got, c.want)
		}
	}
	for _, c := range []struct{ guid, want string }{
		{"typed", "A"},
		{"types", "types is typed 2 times"},
		{"none", "none has no type"},
	} {
		if got := judged(v, mcq.TypeObject, mcq.Fact{GUID: c.guid}, "st", "su"); got != c.want {
			t.Errorf("type of %s: %s, want %s", c.guid, got, c.want)
		}
	}
}
