/** More everyday names of values, as shops and players in the five languages write them, by CSV column and value. */
const EVERYDAY_SYNONYMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  material: {
    "natural gut": `nat gut | natgut | nat. gut | cow gut | beef gut | gut string | naturdarmsaiten | boyau nat |
      natuurdarmsnaar`,
    Synthetic: `syngut | syn-gut | synth gut | synt gut | synthetic-gut | kunstdarmsaite | kunstdarmsaiten |
      boyau synthétique | synthetische darm | synthetikdarm | synthetische snaar | synthetische saite | synthetics`,
    polyester: `polys | co poly | copolyester | co-polyester string | polysaite | polysaiten | polysnaar | polysnaren |
      polyestersaite | polyestersaiten | polyestersnaar | polyestersnaren | poly string | poly strings`,
    nylon: "nylons | nylonsaite | nylonsaiten | nylonsnaar | nylonsnaren",
  },
  stringType: {
    Multifilament: `multis | multifilamentsaiten | multifilamentsnaar | multifilamentsnaren | multisaite | multisaiten |
      multi string`,
    Monofilament: "monos | monofilaments | monosaite | monosaiten | monofilamentsaite | monofilsaite",
    Hybrid: "hybrid set | hybridsaite | hybridsaiten | hybridesnaar | hybride set",
  },
  packaging: {
    reel: "haspel | haspels | haspel snaar | grande bobine | bobine de cordage | big reel | coils | garnrolle",
  },
  packaging_type: {
    can: "tube | tubes | tin | tins | blikje | blikken | koker | kokers | dosen | büchse | balldose | boîtes | boites",
    box: "case of balls | case of tennis balls | kartons | cartons | doosje | dozen | schachtel | bulk box",
  },
  grade: {
    practice: "without pressure | ohne druck | zonder druk | drucklosen | tennis coaching balls",
    premium: `match balls | match ball | tournament balls | competition balls | turnierbälle | turnierball | matchbälle |
      wettkampfbälle | toernooiballen | wedstrijdballen | wedstrijdbal | balles de match | balles de tournoi |
      balles de compétition`,
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
    "Long Sleeve Shirt": `long sleeve shirt | long sleeve shirts | long sleeve t-shirt | long sleeve tee | long sleeve top |
      long sleeved shirt | long sleeved | langarm t-shirt | t-shirt langarm | t-shirt lange mouwen | shirt lange mouwen |
      t-shirt manches longues | tee shirt manches longues | tee-shirt manches longues | haut manches longues`,
    Shorts:
      "tennisshort | bermudas | sporthose | kurze sporthose | sportbroek | sportbroekje | korte sportbroek | short de tennis",
    Pants:
      "tracksuit pants | trackies | sweathose | sweatbroek | bas de jogging | pantalon de jogging | joggings",
    Jacket:
      "tennisjacke | tennisjack | sportjacke | sportjack | veste de survêtement | veste de tennis | zip-up",
    Hoodie: `hooded sweatshirt | hooded sweater | kapuzensweatshirt | kapuzenjacke | capuchonsweater | capuchonvest |
      sweat capuche | pull à capuche | hoodie trui`,
    "Tank Top": "muscle shirt | achselshirt | achselhemd | sleeveless top | sleeveless shirt",
    Sweatshirt:
      "half zip | half-zip | quarter zip | quarter-zip | fleece | fleecetrui | fleecepulli | sweattrui | tennistrui | tennispullover | strickpulli | sweatshirts herren",
    "Track Suit":
      "jogging anzug | sportanzug | trainingsanzug set | jogging pak | ensemble de survêtement | tracky",
    Socks: `sports socks | sport socks | knee socks | kniekousen | mi-bas | sportsocken | sportsokken | kniestrümpfe | strümpfe | kousen | sneakersokken | enkelsokken | socquettes |
      chaussettes de tennis | no show socks | quarter socks | sneaker socks`,
    Wristbands:
      "wristlets | pulswärmer | armbandjes | handgelenkband | zweetbanden | sweat bands | sweat band | bracelet éponge | bracelets éponge | frotteeband",
    "Compression Wear":
      "base layer | baselayer | thermal shirt | thermoshirt | compression sleeves | compression shirts | kompressionsshirt | kompressionshose | compressieshirt",
    Headbands:
      "head band | head bands | hair band | hairband | haarbanden | bandanas | kopfbänder | bandeau éponge | tennis headband | stirnbaender",
  },
  accessory_type: {
    "String Tools": `besnaarmachine | besnaringsmachine | bespanmachines | besaitungsmaschinen | machine de cordage |
      racket stringing machine | racket stringing machines | racquet stringing machine | racquet stringing machines |
      tennis racket stringing machine | tennis racquet stringing machine | racket stringing tool | racket stringing tools |
      racquet stringing tool | racquet stringing tools`,
    "Ball Clips": "ballclip | ballclips | ball clips | clip à balle",
    Wristbands: "sweat bands | sweat band | zweetbanden | bracelet éponge | bracelets éponge | frotteeband",
    Headbands:
      "haarband | hair band | head band | head bands | hairband | bandana | bandanas | bandeau éponge | tennis headband",
    Dampeners: `smiley | smileys | antivibe | antivibes | anti vibe | vibration stopper | vibrationsstopper | string dampener | string dampeners | racket dampener | vibro |
      dempertje | rubber band | dempertjes | trillingstopper | shock dampener | saitendämpfer set | anti-vibro | vibrations dämpfer`,
    Grips:
      "basic grip | cushion grip | grip de base | grip de remplacement | basisgriffbänder | vervanggrip | griffe | undergrip | undergrips | under grip",
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
