/** More everyday names of values, as shops and players in the five languages write them, by CSV column and value. */
const EVERYDAY_SYNONYMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  material: {
    "natural gut": `nat gut | natgut | nat. gut | cow gut | beef gut | gut string | naturdarmsaiten | boyau nat |
      cordage boyau | natuurdarmsnaar`,
    Synthetic: `syngut | syn-gut | synth gut | synt gut | synthetic-gut | kunstdarmsaite | kunstdarmsaiten |
      boyau synthétique | synthetische darm | synthetikdarm | synthetische snaar | synthetische saite | synthetics`,
    polyester: `polys | co poly | copolyester | co-polyester string | polysaite | polysaiten | polysnaar | polysnaren |
      polyestersaite | polyestersaiten | polyestersnaar | polyestersnaren | poly string | poly strings | cordage poly`,
    nylon: "nylons | nylonsaite | nylonsaiten | nylonsnaar | nylonsnaren",
  },
  stringType: {
    Multifilament: `multis | multifilamentsaiten | multifilamentsnaar | multifilamentsnaren | multisaite | multisaiten |
      cordage multi | multi string`,
    Monofilament:
      "monos | monofilaments | monosaite | monosaiten | monofilamentsaite | monofilsaite | cordage mono",
    Hybrid: "hybrid set | hybridsaite | hybridsaiten | hybridesnaar | hybride set | cordage hybride",
  },
  packaging_type: {
    can: "tube | tubes | tin | tins | blikje | blikken | koker | kokers | dosen | büchse | balldose | boîtes | boites",
    box: "kartons | cartons | doosje | dozen | schachtel | bulk box",
  },
  clothes_type: {
    Visor: `tennis visor | sun visors | eye shade | eyeshade | sun shade | peak cap visor | sonnenschild | tennisvisor |
      stirnschirm | visier | zonnevisor | zonneklepje | klepje | visière de tennis | visiere | half cap`,
    "Cap/Hat": `trucker cap | trucker | dad cap | dad hat | ball cap | baseballcap | baseballpet | baseballmütze |
      baseballkappe | baseballkappen | schildkappe | schirmkappe | schirmmützen | schildmütze | käppi | käppis | tenniscap |
      tennispet | tenniskappe | tennismütze | strapback | zonnehoed | zonnepet | sonnenkappe | sonnenmütze |
      casquette de tennis | bonnet | bonnets | sunhat | sun cap | tennis cap | tennis hat | muts | mutsen | bobs`,
    Skirt: `tennis skirt | tennis skort | pleated skirt | mini skirt | röckchen | tennisröckchen | tennisröcke | faltenrock |
      plooirok | jupe plissée | jupe de tennis | tennisrokjes`,
    Dress:
      "tennis dress | tennis dresses | tenniskleider | sportkleid | sportjurk | robe de tennis | tennisjurkje",
    "T-Shirt": `tennisshirt | tennisshirts | trainingsshirt | trainingsshirts | funktionsshirt | sportshirt | trikot | trikots |
      maillot | maillots | jersey | jerseys | tennis tee | tennis t-shirt`,
    "Polo Shirt": "polo shirts | poloshirts | polohemden | polo-shirt | tennispolo | polotje",
    Shorts:
      "tennisshort | bermudas | sporthose | kurze sporthose | sportbroek | sportbroekje | korte sportbroek | short de tennis",
    Pants:
      "tracksuit pants | trackies | sweathose | sweatbroek | bas de jogging | pantalon de jogging | joggings",
    Jacket:
      "tennisjacke | tennisjack | sportjacke | sportjack | veste de survêtement | veste de tennis | zip-up",
    Hoodie: `hooded sweatshirt | hooded sweater | kapuzensweatshirt | kapuzenjacke | capuchonsweater | capuchonvest |
      sweat capuche | pull à capuche | hoodie trui`,
    Sweatshirt: "sweattrui | tennistrui | tennispullover | strickpulli | sweatshirts herren",
    "Track Suit":
      "jogging anzug | sportanzug | trainingsanzug set | jogging pak | ensemble de survêtement | tracky",
    Socks: `sportsocken | sportsokken | kniestrümpfe | strümpfe | kousen | sneakersokken | enkelsokken | socquettes |
      chaussettes de tennis | no show socks | quarter socks | sneaker socks`,
    Wristbands:
      "handgelenkband | zweetbanden | sweat bands | sweat band | bracelet éponge | bracelets éponge | frotteeband",
    Headbands:
      "hair band | hairband | haarbanden | bandanas | kopfbänder | bandeau éponge | tennis headband | stirnbaender",
  },
  accessory_type: {
    Dampeners: `vibration stopper | vibrationsstopper | string dampener | string dampeners | racket dampener | vibro |
      dempertje | dempertjes | trillingstopper | shock dampener | saitendämpfer set | anti-vibro | vibrations dämpfer`,
    Grips:
      "basic grip | cushion grip | grip de base | grip de remplacement | basisgriffbänder | vervanggrip | griffe",
    "Grip Tape": `over-grip | over-grips | sur grip | sur-grip | gripband | gripbandje | gripbandjes | grip band | grip tapes |
      overgrips set | griffbandtape`,
  },
};

type Synonyms = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Adds these names to those of value-synonyms.ts. */
export function withEverydayNames(synonyms: Synonyms): Synonyms {
  return Object.fromEntries(
    Object.entries(synonyms).map(([column, values]) => [
      column,
      Object.fromEntries(
        Object.entries(values).map(([value, names]) => {
          const more = EVERYDAY_SYNONYMS[column]?.[value]?.split("|").map((name) => name.trim()) ?? [];
          return [value, [...new Set([...names, ...more])]];
        }),
      ),
    ]),
  );
}
