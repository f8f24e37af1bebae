package content

// C2PAValidation is the verdict about a C2PA manifest.
type C2PAValidation string

// The verdicts.
const (
	C2PAValid     C2PAValidation = "valid"     // everything was checked and holds, and the operator's list vouches for the signer
	C2PAInvalid   C2PAValidation = "invalid"   // something contradicts the manifest: a hash, the signature, its structure
	C2PAUntrusted C2PAValidation = "untrusted" // it fits the file, but the operator's list does not vouch for the signer
	C2PAUnknown   C2PAValidation = "unknown"   // something could not be checked
)

// MaxC2PAEntries bounds the actions and the ingredients that are kept of a manifest.
const MaxC2PAEntries = 100

// C2PA is what became of checking a C2PA manifest, and what the manifest says. What it says is a claim, whatever the verdict.
type C2PA struct {
	Present        bool             `json:"present" doc:"Whether the file holds a manifest"`
	Validation     *C2PAValidation  `json:"validation" enum:"valid,invalid,untrusted,unknown" doc:"valid: everything was checked and holds, and the operator's trust list vouches for the signer; invalid: the file or the manifest was changed; untrusted: the manifest fits the file, but the list does not vouch for the signer; unknown: something could not be checked. Null without a manifest"`
	Reason         *string          `json:"reason" doc:"Why, in a sentence. Null without a manifest"`
	Signer         *string          `json:"signer" doc:"The name and organisation in the signer's certificate. Anyone can write a name there: it means something only if the verdict is valid"`
	ClaimGenerator *string          `json:"claimGenerator" doc:"The program that wrote the manifest"`
	Actions        []C2PAAction     `json:"actions"`
	Ingredients    []C2PAIngredient `json:"ingredients"`
}

// NoC2PA returns the result for a file without a manifest.
func NoC2PA() *C2PA { return &C2PA{Actions: []C2PAAction{}, Ingredients: []C2PAIngredient{}} }

// C2PAAction is a step in the making of a file, as the manifest says.
type C2PAAction struct {
	Action            string  `json:"action" doc:"Such as c2pa.created"`
	DigitalSourceType *string `json:"digitalSourceType" doc:"The last part of its address, such as trainedAlgorithmicMedia"`
	SoftwareAgent     *string `json:"softwareAgent"`
}

// C2PAIngredientState says whether the manifest of an ingredient is the one that was signed for.
type C2PAIngredientState string

// The states. The signatures inside the manifests of ingredients are not checked.
const (
	C2PAIngredientNone      C2PAIngredientState = "none"
	C2PAIngredientIntact    C2PAIngredientState = "intact"
	C2PAIngredientChanged   C2PAIngredientState = "changed"
	C2PAIngredientMissing   C2PAIngredientState = "missing"
	C2PAIngredientUnchecked C2PAIngredientState = "unchecked"
)

// C2PAIngredient is a file that another one was made from, as the manifest says.
type C2PAIngredient struct {
	Title        *string             `json:"title"`
	Format       *string             `json:"format"`
	Relationship *string             `json:"relationship" doc:"Such as parentOf or componentOf"`
	Manifest     C2PAIngredientState `json:"manifest" enum:"none,intact,changed,missing,unchecked" doc:"Whether the ingredient's own manifest is the one that was signed for. It is compared as a whole; its own signature is not checked"`
}
