// Words beside an article's noun in titles that are no nouns of other things, in lower case and without accents. A name of
// a thing does not belong here: an article is asked about if such a word stands beside its noun.

/** Words of the catalogue's names of models (db/data/models), and of names of lines of balls, clothes and bags. */
const LINES = `tour pro junior drive mp team lite aero gut power staff strike speed plus touch prestige radical s extreme spin
  rough control l rq cx xt ig q+ soft mid revo classic xi gt g instinct ace max super force xtc blue poly synthetic
  banger code hitter f six.one rd sv natural graphene countervail core xp ii storm fly purple feel graphite hybrid red
  silver esp black xl evo hammer open legend comp legacy hyper sledgehammer fst edge x ai duel blast premium wire twist
  original pure play shark nxg dynacore atp juice rally diamond hurricane orange fiber ice comfort mono fire alu
  duraflex cortex white origin titan adaptive elite vacuum longbody synergy ignite rebel phantom lb tourlite v-engine
  titanium limits sublime prostaff reverse blaze outer traditional fx rf smu wb spiraltek verve professional sniper multi
  evolution spiky turbo zolo nrg exp lt multifilament xr nylon hextreme hd mix biphase delta zone gold supreme rev
  boost hyper-g multifeel grap response basis confort custom swoosh slam flex heritage victory advantage championship
  championships fort club court play match sport sports active training performance essential essentials classics
  basic basics tech dri-fit dry-fit dry climacool climalite aeroready heat.rdy heatready primeblue primegreen uniqlo
  swing endurance academy expert national series serie serie+ line edition limited ltd special exclusive season
  collection icon motion royal stripe stripes graphic logo printed triniti starter prime coach trainer x-one
  all clay hard grass extra duty regular surface terre battue sandplatz gravel hardcourt allcourt all-court
  roland garros us wimbledon australian london paris new york davis cup olympic olympia atp wta itf rg uso ao
  rafa nadal roger federer novak djokovic coco gauff sampras pete andre agassi lendl ivan edberg stefan boris becker
  mcenroe john borg bjorn connors graf steffi murray andy sinner alcaraz carlos serena williams venus iga swiatek
  medvedev tsitsipas kyrgios osaka ruud wawrinka thiem roddick del potro monfils gael zverev sharapova maria
  navratilova seles hingis kuerten moya safin hewitt henin clijsters naomi minions minion disney marvel
  smart bite game ls cv si ti bridge mlt factor magic sheep kobra heaven trisys mpl id ac hextreme tnt cable
  autograph kramer jack maxply vgc per de du des d la le les l un une en et ou a au aux the an of on at to per der die das
  den dem het een zum zur op te ter no nr smart star snap widow dragon ghost alert shield performance`;

/** How many, how large, for whom. */
const FIGURES = `lot lots of pack packs twin double single triple pair pairs pcs pc pieces piece stuk stuks st stk stuck stucke
  paar paires paire pieces pezzi er fach set sets can cans tube tubes box boxes boite boites dose dosen blik blikken
  koker kokers karton kartons carton cartons doos dozen bucket buckets emmer eimer seau seaux baril sachet beutel
  polybag case cases bulk restposten posten partij voorraad stock rest rol rolle rollen reel reels bobine spule
  size sizes sz gr gr. grosse grossen groesse maat mt mt. taille tailles t xs s m l xl xxl xxxl uk eu us fr
  inch inches zoll pouces pouce cm mm kg gram gramm gr grams griff grip grips griffstarke griffgrosse griffmass
  gripmaat grip-maat griepmaat handvat manche greep level headsize kopfgrosse gewicht weight poids gauge jauge dikte
  mens womens men's women's man woman men women ladies lady girl girls boys boy kids kid's kid children child childrens
  children's youth junior juniors jr jr. adult adults senior unisex damen dame herren herr dames heren homme hommes
  femme femmes fille filles garcon garcons enfant enfants madchen jungen junge kinder kind kinderen jeugd jongens
  meisjes jongen meisje volwassene erwachsene baby toddler years year jahre jaar ans an ages age beginner beginners
  debutant debutants anfanger club clubs short shorts long sleeve sleeves sleeved short-sleeved long-sleeved arm
  kurz kurze kurzer kurzes kurzarm langarm lang lange langer langes kort korte lang mouw mouwen court courte
  manches manche longue longues mi-longue`;

/** What it is made of, how it looks, how old it is. */
const QUALITIES = `vintage retro antique antik antiek ancien ancienne anciens anciennes old alt alte alter altes altem oud oude
  new neu neue neuer neues nieuw nieuwe neuf neuve neufs neuves used gebraucht gebrauchte gebrauchter gebrauchtes
  gebruikt gebruikte tweedehands second-hand secondhand occasion usage usagee usages usagees pre-owned preowned
  pre-loved preloved pre owned loved ex-demo demo test tested refurbished ex-rental ex rental rare selten zeldzaam
  genuine authentic official officiel officielle officiels originale originaux originele echt echte wooden wood holz
  hout houten bois aluminium alu carbon carbone grafiet metal metall steel leather leder cuir leer cotton coton
  katoen baumwolle wool laine wolle canvas silicone silikon silicon siliconen rubber gummi polyester nylon terry
  terrycloth towelling frottee eponge badstof mesh fleece velvet velours satin microfiber microfibre mikrofaser viscose
  foam mousse schaumstoff bamboo bambou recycled recycle handmade custom personalised personalized
  personnalise personnalisee personalisierte personalisiert gepersonaliseerde embroidered brode bestickt geborduurd
  waxed pleated plissee plisse faltig gefaltet geplooide quilted padded insulated waterproof wasserdicht light
  lightweight leicht leichte leichter licht lichte leger legere heavy schwer zwaar zware lourd lourde soft weich zacht
  doux hard dur durable slim fit fitted loose seamless stretch breathable tacky sticky perforated perforiert thin dunn
  dun fin fine thick dick dik epais dry feel absorbent gel cushioned high low hoch hohe hoog laag mid ankle crew neck
  round rund hooded zip zipped half full length quarter oversize oversized midsize midplus matched sleeveless mini midi maxi micro big large small klein kleine kleiner
  grand grande petit petite groot grote gross grosse grosser medium standard classic modern nice great good mint top
  beautiful schon schone schoner schones mooi mooie beau belle super hq quality qualitat kwaliteit qualite
  unopened sealed boxed unstrung strung bespannt besaitet unbespannt unbesaitet besnaard bespannen onbespannen
  onbesnaard corde cordee non cordee frame only ungespielt neuwertig unused onbesteld nagelneu
  intermediate intermediaire intermediaires advanced professional practice oefen entrainement pressureless pressurised
  pressurized unpressurised drucklos drucklose drukloze drukloos sans pression pressure stage methodik green point
  dot vert orange rouge natural naturel naturelle naturels synthetic synthetique synthetisch synthetische multifilament
  monofilament polyester copoly hybrid hybride co-polyester gut darm boyau hexagonal pentagonal octagonal shaped
  textured structured profiled smooth rough white black blue navy red green yellow grey gray pink purple orange
  anthracite anthrazit antraciet graphite lime neon fluo electric brown braun bruin marron beige cream creme ivory
  ecru natur khaki olive oliv mint turquoise turkis turkoois teal aqua bordeaux burgundy maroon coral koralle corail
  lavender lilas lila silver gold golden bronze copper multicolor multicolour multicoloured bicolore tricolor bunt
  mehrfarbig colour color farbe farben kleur kleuren couleur coloris assorted various diverse divers verschieden
  verschiedene verschillende light dark hell dunkel donker clair fonce vibration vibrations schwingungs trilling trillings thermo turnier toernooi wettkampf wedstrijd reise weekend
  schulter schouder profi methodik ubungs gym striped gestreift gestreept raye rayee plain uni`;

export const TITLE_WORDS = [LINES, FIGURES, QUALITIES].join(" ");
