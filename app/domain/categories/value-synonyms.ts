import { withEverydayNames } from "./everyday-synonyms.ts";
import { RACKET_SYNONYMS } from "./racket-synonyms.ts";

function words(text: string): readonly string[] {
  return text.split("|").map((word) => word.trim());
}

/**
 * Words for values, by CSV column and value. A stock file and a search can use any of the five languages, whatever the
 * visitor's language is.
 */
export const VALUE_SYNONYMS = withEverydayNames({
  category: {
    senior:
      words(`adult | volwassene | volwassenen | erwachsene | adulte | adult (senior) | volwassenen (senior) |
      erwachsene (senior) | adulte (senior)`),
  },
  condition: {
    New: words(`neu | nieuw | neuf | neue | neuer | neues | nieuwe | neuve | neuves | neufs | brand new | brandneu |
      nagelneu | gloednieuw | tout neuf | unused | ungebraucht | unbenutzt | ongebruikt | never used | never played | never played with | never hit | nie gespielt | nooit gespeeld | jamais servi | jamais joué | jamais jouée | mit etikett | avec étiquette | met label |
      nie benutzt | jamais utilisé | nooit gebruikt | new with tags | bnwt | ovp | originalverpackt |
      sealed | unopened | ungeöffnet | ongeopend`),
    "Like New":
      words(`als nieuw | wie neu | comme neuf | neuwertig | neuwertige | neuwertiger | so gut wie neu |
      zo goed als nieuw | bijna nieuw | quasi neuf | quasi neuve | comme neuve | as new | almost new |
      nearly new | hardly used | barely used | rarely used | hardly played | kaum benutzt | kaum gebraucht | kaum gespielt | kaum genutzt | nauwelijks gebruikt | nauwelijks gespeeld | amper gebruikt | peu servi | très peu servi | peu utilisé | peu utilisée | à peine utilisé | à peine utilisée | mint | mint condition | as good as new | good as new | like brand new | wie nagelneu |
      fast neu | beinahe neu | vrijwel nieuw | presque neuf | presque neuve | état neuf | nickel`),
    Excellent:
      words(`hervorragend | ausgezeichnet | uitstekend | excellent condition | in excellent condition |
      sehr guter zustand | sehr gutem zustand | sehr gut | très bon état | uitstekende staat |
      zeer goede staat | top condition | top zustand | topzustand | top staat | topstaat | top conditie |
      topconditie | top état`),
    Good: words(`gut | goed | bon | good condition | in good condition | guter zustand | gutem zustand | bon état |
      goede staat | gut erhalten | gut erhaltene | gut erhaltener | gut erhaltenes | gut erhaltenen`),
    Fair: words("akzeptabel | redelijk | correct"),
    Poor: words("schlecht | slecht | mauvais | matig"),
    Used: words(`well used | heavily used | worn | well worn | stark gebraucht |
      zeer gebruikt | très utilisé | abgenutzt |
      gebruikt | gebraucht | usagé | d’occasion | d'occasion | occasion`),
    Unknown: words("onbekend | unbekannt | inconnu"),
  },
  string_pattern: {
    Other: words("anders | andere | autre"),
  },
  color: {
    Black:
      words(`all black | all-black | ganz schwarz | helemaal zwart | tout noir | toute noire | schwarz | zwart | noir | schwarze | schwarzer | schwarzes | schwarzen | zwarte | noire | noires |
      noirs`),
    White: words(
      "all white | all-white | ganz weiß | ganz in weiß | helemaal wit | tout blanc | toute blanche | weiß | wit | blanc | weisse | weiße | weißer | weißes | witte | blanche | blanches | blancs",
    ),
    Red: words("rot | rood | rouge | rote | roter | rotes | rode | rouges"),
    // Only clothes have the value Navy. So the words for dark blue are listed under Blue too, and a search for them
    // finds blue gear of all categories. In a stock file they mean Navy, and Blue in a category without Navy.
    Navy: words(`navy blue | marine | marineblau | marineblauw | bleu marine | dunkelblau | donkerblauw | dark blue | bleu foncé |
      bleue foncée`),
    Blue: words(`blau | blauw | bleu | blaue | blauer | blaues | blauwe | bleue | bleues | bleus | light blue |
      hellblau | lichtblauw | bleu clair | bleue claire | bleu ciel | sky blue | dark blue | dunkelblau |
      donkerblauw | bleu foncé | bleue foncée`),
    Yellow: words("gelb | geel | jaune | gelbe | gelber | gelbes | gele | jaunes"),
    Green: words("grün | gruen | groen | vert | grüne | grüner | grünes | groene | verte | vertes | verts"),
    Orange: words("oranje"),
    Purple: words("lila | violett | paars | violet | violette | paarse"),
    Multi: words("meerkleurig | mehrfarbig | multicolore"),
    Other: words("anders | andere | autre"),
    Natural: words("naturel | natur"),
    Silver: words("silber | zilver | argent | silberne | zilveren | argenté"),
    Gold: words("goud | or | goldene | gouden | doré"),
    Unknown: words("onbekend | unbekannt | inconnu"),
    Grey: words("grau | grijs | gris | gray | graue | grauer | graues | grijze | grise"),
    Pink: words("rosa | roze | rose | pinke | rosane"),
  },
  transaction_options: {
    direct_checkout: words("buy now | nu kopen | jetzt kaufen | sofort kaufen | acheter maintenant"),
    bid: words("make offer | bod doen | angebot machen | faire une offre"),
  },
  packaging: {
    set: words("garniture | sets | satz | saitenset | snarenset"),
    reel: words(`rol | rolle | bobine | reels | rollen | bobines | 200 m reel | spool | saitenrolle | snarenrol |
      coil`),
  },
  material: {
    "natural gut":
      words(`real gut | sheep gut | echtdarm | echte darm | gut | darm | boyau | natuurdarm | naturdarm | boyau naturel | darmsaite | darmsaiten |
      naturdarmsaite | cat gut | catgut | boyaux | darmsnaar | darmsnaren`),
    Synthetic: words("synthetic gut | kunstdarm | synthetisch | synthétique | syn gut"),
    polyester: words(`kunststoff saite | co-polyester |
      poly | polyesters | co-poly | copoly`),
    nylon: words("perlon"),
  },
  stringType: {
    "Natural gut": words("natuurdarm | naturdarm | boyau naturel"),
    Hybrid: words(`hybrids | hybridbesaitung | mixed set |
      hybride`),
    Other: words("anders | andere | autre"),
    Multifilament: words(`multifil | multifils | multifilamentsaite |
      multi | multi filament | multifilaments`),
    Monofilament: words(`monofil | monofils |
      mono | mono filament`),
  },
  shipping: {
    "Pick up": words("ophalen | abholung | retrait sur place | remise en main propre"),
    Shipping: words("verzenden | versand | envoi"),
    "Pick up or shipping": words(
      "ophalen of verzenden | abholung oder versand | retrait ou envoi | main propre ou envoi",
    ),
  },
  negotiation_type: {
    "Fixed price": words("vaste prijs | festpreis | prix fixe"),
    Negotiable: words("onderhandelbaar | verhandlungsbasis | négociable | à débattre"),
  },
  style: {
    backpack:
      words(`bagpack | daypack | rugzak | rucksack | sac à dos | backpacks | back pack | rucksacks | rugzakken | sacs à dos |
      knapsack | rackettassen rugzak | tennisrucksack | tennisrugzak | sacs a dos`),
    "racket bag":
      words(`quiver | raquette housse | housse | hülle | hoes | schlägerhülle | rackethoes | schlägerhüllen | rackettas | schlägertasche | sac à raquettes | racquet bag | racquet bags | racketbag |
      sac de raquette | sac de raquettes | sac raquette | sac raquettes | thermobag | thermo bag |
      racket bags | racket case | racket cover | racketholder | schlägertaschen | rackettassen |
      racketbags | tennis racket bag | thermotasche | thermobags`),
    duffel:
      words(`sac de sport | duffle | duffles | duffle bag | duffle bags | duffel bag | duffel bags | sporttasche |
      sporttas | gym bag | sports bag | holdall | weekend bag | weekender | reisetasche | weekendtas |
      sportbag | sports bags | sporttaschen | sporttassen | sacs de sport`),
    tournament:
      words(`toernooitas | turniertasche | sac de tournoi | tournament bag | tournament bags | turniertaschen |
      toernooitassen | sac tournoi | tour bag`),
  },
  packaging_type: {
    can: words("blik | dose | boîte"),
    box: words("doos | karton | carton"),
  },
  grade: {
    practice:
      words(`pressureless | pressure-less | sans pression | drucklos | drucklose | drukloos | drukloze | coaching | coach | oefenbal | übung | entraînement | oefenballen | übungsbälle | practice balls | practise | übungsball |
      balles d'entraînement | trainingsbälle | trainingsball | trainingsballen | trainingsbal`),
    training: words(`green dot | orange dot | red dot | stage 1 | stage 2 |
      stage 3 | point vert | point orange | mini tennis | foam | mousse | balles mousse | balles en mousse | schaumstoffbälle | schuimballen |
      softball | methodikball | methodikbälle | low compression | slow |
      mini-tennis | softbälle |
      initiation | jeugd (stage) | jeugdballen | jeugdbal | kinder (stage) | kinderbälle |
      kinderball`),
    premium: words("match | wettkampf | wedstrijd | compétition"),
  },
  gender: {
    Men: words("herren | heren | homme | hommes"),
    Women: words("damen | dames | femme | femmes"),
    Boys: words("jungen | jongens | garçon | garçons"),
    Girls: words("mädchen | meisjes | fille | filles"),
    Unisex: words("unisexe"),
  },
  clothes_type: {
    Shirt: words(`top shirt | blouse | bluse |
      chemise | haut | hauts | shirts | hemd`),
    "Polo Shirt": words("polo | polos | polohemd | poloshirt"),
    "Tank Top":
      words(`vest top | vest tops | débardeur | tank | tanktop | tanktops | tank tops | débardeurs | singlet | sleeveless | ärmellos |
      ärmelloses | mouwloos | hemdje | top | tops | sans manches | trägershirt`),
    "Long Sleeve Shirt":
      words(`shirt met lange mouwen | langarmshirt | t-shirt à manches longues | long sleeve | long sleeves |
      longsleeve | langarm | lange mouwen | manches longues | longsleeves | long-sleeve | langärmlig |
      langarmshirts | langarm shirt`),
    Shorts:
      words(`broekje | broekjes | shortje | korte broek | short | kurze hose | short pants | kurze hosen | korte broeken | tennisshorts |
      bermuda`),
    Pants:
      words(`tracksuit bottoms | track suit bottoms | jogging bottoms | joggers | slacks | survêtement bas | bas de survêtement | broek | hose | pantalon | hosen | trousers | track pants | trainingshose | joggingbroek |
      trainingsbroek | pantalons | sweatpants | sweat pants | joggers | jogging pants | jogginghose |
      trackpants | trainingsbroeken | joggingbroeken | jogging | pantalon de survêtement | lange hose |
      lange broek | warm-up pants | trainingshosen`),
    Leggings: words("legging | leggins | tights | tight | collant | collants"),
    Skirt:
      words(`rok | rock | jupe | skirts | skort | skorts | röcke | rokje | rokken | jupes | minirock | tennisrock |
      tennisrok | jupette | jupe-short | tennisrokje`),
    Dress:
      words(`one-piece | jumpsuit | tenniskleed | tenniskleedje | kleedje | jurk | kleid | robe | dresses | jurkje | jurken | robes | kleidchen | tenniskleid | tennisjurk |
      jurkjes`),
    Jacket:
      words(`zip jacket | zip up | vestje | full zip | jack | jacke | veste | jackets | jacken | trainingsjacke | trainingsjack | vestes | track jacket |
      warm-up jacket | coat | trainingsjacken | jasje | jas | blouson`),
    Windbreaker:
      words(`windjack | windjacke | coupe-vent | windbreakers | wind breaker | rain jacket | regenjacke |
      regenjas | windjacken | windjacks | coupe vent | k-way`),
    Hoodie:
      words(`sweat à capuche | hoodies | kapuzenpullover | kapuzenpulli | capuchontrui | hoody | hooded |
      capuchon | sweat a capuche | sweats à capuche | hoodys`),
    "Track Suit":
      words(`survêt | survêts | survet | trainingspak | trainingsanzug | survêtement | tracksuit | tracksuits | trainingsanzüge |
      trainingspakken | survêtements | track suits | jogging suit | sweatsuit | jogginganzug | joggingpak |
      warm-up | warm up`),
    "Compression Wear":
      words(`compressiekleding | kompressionskleidung | vêtement de compression | compression | compression shirt |
      compression sleeve | kompression | compressie | compression tights`),
    Socks:
      words(`sokken | socken | chaussettes | sock | socke | tennissocken | sok | chaussette | tennissokken |
      crew socks | ankle socks | sneakersocken | sokjes | tennis socks`),
    "Cap/Hat":
      words(`headwear | peak cap | peaked cap | kopfbedeckung | hoofddeksel | couvre-chef | snapback | fischerhut | vissershoedje | pet/hoed | kappe/hut | casquette/chapeau | cap | caps | hat | hats | bucket hat | kappe | kappen |
      mütze | hut | pet | petje | petten | hoed | casquette | casquettes | chapeau | baseball cap |
      schirmmütze | sonnenhut | sun hat | basecap | hoedje | bob | mützen | hüte | chapeaux | beanie`),
    Visor:
      words(`zonneklep | sonnenblende | visière | visors | sun visor | schirm | visières | sonnenvisor | sunvisor |
      zonnekleppen | sonnenblenden | visor cap`),
    Wristbands:
      words(`polsbandjes | schweißbänder | poignets éponge | wristband | sweatband | sweatbands | schweißband |
      schweissband | zweetband | zweetbandjes | polsband | poignet | poignets | wrist bands | wrist band |
      armband | serre-poignet | serre-poignets | poignets-éponges | poignet éponge`),
    Headbands:
      words(`serre-tête | serre tête | hoofdbanden | stirnbänder | bandeaux | headband | stirnband | hoofdband | bandeau | head tie |
      headtie | kopfband | haarband | bandana | bandeau de tête`),
    "T-Shirt":
      words(`shirt kurzarm | kurzarmshirt | manches courtes | korte mouwen | short sleeve | tshirt | tshirts | t shirt | t shirts | tee | tees | t-shirts | shirtje | tee shirt | tee-shirt |
      teeshirt`),
    Sweatshirt:
      words(`sweatjacke | vest | sweat-shirt | crew | sweater | sweaters | sweatshirts | jumper | pullover | pulli | trui | pull | sweat | crewneck |
      crew neck | strickpullover | truien | pulls | pullovers | jumpers | sweat shirt`),
  },
  size: {
    "One size": words("einheitsgröße | taille unique"),
  },
  accessory_type: {
    Dampeners: words(`dempers | dämpfer | antivibrateurs | dampener | damper | dampers | vibration dampener |
      vibration dampeners | vibration damper | shock absorber | vibrastop | vibrationsdämpfer |
      schwingungsdämpfer | demper | trillingsdemper | trillingsdempers | antivibrateur | anti vibrateur |
      anti-vibrateur | vibration dampers | vibration absorber | anti-vibration | anti vibration |
      vibra stop | shock absorbers | trillingdemper | snaardemper | snaardempers | saitendämpfer`),
    "Ball Pumps":
      words(`ballenpompen | ballpumpen | pompes à balles | ball pump | ball pressurizer | pressurizer | ballpumpe |
      ballenpomp | pompe à balles | ball pressuriser | ball saver | pressuriser | ballendruck | druckdose |
      balldruck | pressureball | tube pressurisé | pompe`),
    Grips:
      words(`handle wrap | grip wrap | wrap | griffbänder | grip | replacement grip | replacement grips | base grip | basisgriffband | basisgrip |
      griffbaender | basisband | handvat | handvatband`),
    "Grip Tape":
      words(`tacky grip | wickelband | overgrip | griffband-tape | surgrips | overgrips | over grip | over grips | griffband | surgrip |
      tape | griptape`),
    "String Savers":
      words(`snaarsparers | saitenschoner | protège-cordages | string saver | saitenschützer | snaarbeschermers |
      snarenbeschermers | protège-corde | protège-cordage | string protector | string protectors |
      snaarsparer | snarensparers | protège cordage | protege cordage`),
    "Ball Hoppers":
      words(`ballenmanden | ballsammler | paniers à balles | ball hopper | ball basket | ball baskets |
      ball collector | ball tube | ballkorb | ballsammelröhre | ballenmand | ballenraper | panier à balles |
      ramasse-balles | hopper | hoppers | ball cart | ball caddy | pick-up tube | pickup tube | ballpick |
      ballensammler | ballwagen | ballenverzamelaar | ballenraapbuis | ramasse balles |
      tube ramasse-balles | ball picker | ball pick up`),
    "Line Sweepers":
      words(`lijnenborstels | linienbesen | balais de ligne | line sweeper | line brush | line broom |
      linienfeger | lijnenborstel | lijnenbezem | balai de ligne | balai de lignes | court broom |
      court brush | besen | bezem | baanbezem | linienbürste | brosse de ligne | balai`),
    "Court Markers":
      words(`baanmarkeringen | platzmarkierungen | marqueurs de court | court marker | court lines |
      throw down lines | wurflinien | markierungsscheiben | baanmarkering | marker | markers | cones |
      disc markers | pylonen | hütchen | hoedjes | plots | floor markers | markierungen | drop lines |
      spot markers`),
    "Ball Clips":
      words(`ballenclips | clips à balles | ball clip | ball holder | ballhalter | ballenclip | pince-balle |
      pince-balles | ball band | ballenhouder | balltasche | porte-balle | porte balle | porte-balles`),
    "Racket Stencils":
      words(`racketsjablonen | schlägerschablonen | pochoirs de raquette | racket stencil | racquet stencil |
      stencil | stencils | schablone | sjabloon | pochoir | pochoirs | logo stencil | stencil ink |
      schablonen | sjablonen`),
    "String Tools":
      words(`bespangereedschap | besnaargereedschap | besaitungswerkzeug | outils de cordage | stringing tool | stringing tools | stringing clamp | stringing clamps |
      starting clamp | stringing machine | awl | pliers | clamp | clamps | flying clamp | flying clamps |
      besaitungsmaschine | bespanmachine | machine à corder | machine à tendre | zange | tang | pince |
      pinces | ahle`),
    "Racket Tools": words(
      `racquet press | weights | gewichte | head tape | racketgereedschap | schlägerwerkzeug | outils de raquette | racket tool | racket press | racketpress | schlägerpresse | presse-raquette`,
    ),
    "Court Measuring Tools":
      words(`net height measure | net height tool | net gauge | netzhöhe | hauteur de filet | nethoogte | baanmeetgereedschap | platzmessgeräte | outils de mesure du court | net measure | net tape |
      net height | netzmesser | netzhöhenmesser | netmeter | netmeetlat | mètre | measuring tape |
      measuring stick`),
    Wristbands:
      words(`polsbandjes | schweißbänder | poignets éponge | wristband | sweatband | sweatbands | schweißband |
      schweissband | zweetband | zweetbandjes | polsband | polsbandje | poignet | poignets |
      poignet éponge | wrist bands | wrist band | serre-poignet | serre-poignets`),
    Headbands:
      words(`serre-tête | serre tête | kopfbänder | haarbanden | haarbänder | hoofdbanden | stirnbänder | bandeaux | headband | stirnband | hoofdband | bandeau | kopfband |
      bandeau de tête | bandeaux éponge`),
    Protection:
      words(`ankle brace | kneepad | bescherming | schutz | brace | elbow brace | knee brace | bandage | genouillère | coudière |
      elleboogband | support | sleeve | strap | braces | straps | tape bandage | schoner | knieschoner |
      handgelenkschoner | ellenbogenschoner | bandagen | kniebrace | enkelbrace | polsbrace |
      elleboogbrace | orthèse | attelle | chevillère | protège-poignet | knee pad | knee support |
      ankle support | wrist support | elbow support | elbow strap | elbow band | tennis elbow | tennisarm |
      tennis-elbow`),
    Other: words("anders | andere | autre"),
  },
  ...RACKET_SYNONYMS,
});
