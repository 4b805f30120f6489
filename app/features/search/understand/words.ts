/**
 * The words of the five languages that say how others are meant, in lower case without accents, "ß" as it is or as "ss".
 * A phrase is separated by "|".
 */
function phrases(...lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => list.split("|").map((phrase) => phrase.trim().replace(/\s+/g, " ")));
}

/** Before an amount that is the most. */
export const UNDER = phrases(
  `less than|less then|cheaper then|lighter then|thinner than|cheaper than|lighter than|smaller than|shorter than|at most|at max|up to|upto|under|below|within|
  max of|max|maxi|maximum|maximum of|max.|<=|≤|<|not exceeding|no higher than|sub|budget of|budget is|budget|until|till`,
  `gunstiger als|billiger als|dunner als|leichter als|weniger als|kleiner als|kurzer als|hochstens|maximal|maximum von|bis zu|
  bis maximal|bis max|bis max.|bis|unter|budget von|budget ist|hochstens noch`,
  `goedkoper dan|dunner dan|lichter dan|minder dan|kleiner dan|korter dan|hoogstens|hooguit|maximaal|onder|tot en met|t/m|tot max|
  tot max.|tot maximaal|tot|beneden|budget van`,
  `plus fin que|plus fine que|plus leger que|plus legere que|moins lourd que|moins lourde que|moins chere que|moins cher que|moins cheres que|
  moins chers que|plus petit que|plus petite que|a moins de|moins que|moins de|en dessous de|en-dessous de|
  au-dessous de|sous|jusqu'a|jusqu’a|jusqu' a|jusqu a|jusque|inferieur a|inferieure a|au maximum|au plus|au max|
  budget de|budget est`,
);

/** Before an amount that is the least. */
export const OVER = phrases(
  `more than|more then|more expensive than|pricier than|thicker than|heavier than|bigger than|larger than|longer than|dearer than|at least|above|over|starting at|
  starting from|upwards of|from at least|minimum of|minimum|min.|min|>=|≥|>`,
  `mehr als|dicker als|schwerer als|großer als|grosser als|langer als|teurer als|mindestens|mind.|mind|mdst.|minimal|uber|oberhalb von|ab`,
  `meer dan|dikker dan|zwaarder dan|groter dan|langer dan|duurder dan|minstens|minimaal|ten minste|vanaf|boven`,
  `plus epais que|plus epaisse que|plus lourd que|plus lourde que|plus grand que|plus grande que|plus cher que|plus chere que|plus que|plus de|
  a partir de|au moins|au minimum|au-dessus de|au dessus de|superieur a|superieure a|des`,
);

/** Before the second of two amounts they change nothing: "60 bis höchstens 90". */
export const AT_MOST = phrases(
  "max.|max|maximum|at most|maximal|hochstens|hooguit|hoogstens|maximaal|au plus|au maximum",
);

/** Before or after an amount that is not exact. */
export const ABOUT = phrases(
  `about|around|approximately|approx.|approx|roughly|circa|c.|ca.|ca|~|≈|±|+/-|somewhere around|in the region of`,
  `etwa|ungefahr|rund um|rund|so um|um die|um den dreh|um|so um die|zirka|gegen`,
  `ongeveer|ergens rond de|ergens rond|zo'n|om en nabij|om en bij|rond|zo rond|rondom|plusminus|pakweg`,
  `environ|dans les|autour de|aux alentours de|alentours de|aux environs de|a peu pres|vers les|vers`,
);

/** Before the first of two amounts. */
export const BETWEEN = phrases(
  "between|zwischen|zw.|zw|tussen|entre|from|von|van|de|price range|priced at|priced|costing|price|prix|preis|prijs|preisspanne|preisklasse|preisbereich|prijsklasse|fourchette",
);

/** Between two amounts. */
export const TO = phrases(
  "and|und|en|et|to|up to|upto|bis|tot|a|t/m|till|until|through|bis zu|tot en met|jusqu'a|-|–|—|&",
);

/** Beside the words above; they change nothing. */
export const BESIDE_AMOUNTS = phrases(
  "a|the|of|be|is|only|der|die|den|das|von|de|het|van|la|le|les|des|du|zu|zirka|prijs van|preis von|prix de|for|fur|voor",
);

/** After an amount that is the most, the least, or not exact. */
export const UNDER_AFTER = phrases(
  `max.|max|maxi|maximum|maximal|maximaal|tops|at most|limit|budget|hochstens|hoogstens|au plus|au maximum|au max`,
  `or less|or a bit less|or a little less|or under|or below|or cheaper|or lighter|or lower|and under|and below|and less`,
  `oder weniger|oder etwas weniger|oder billiger|oder gunstiger|oder leichter|oder darunter|und weniger|und darunter`,
  `of minder|of goedkoper|of lichter|of iets minder|of lager|en minder|en lager|en goedkoper|ou moins|ou un peu moins|ou moins cher|et moins|grand maximum|grand max`,
);
export const OVER_AFTER = phrases(
  `+|or more|up|or over|or above|or higher|or heavier|and up|and over|and above|and more|upwards|min.|min|mini|minimum`,
  `oder mehr|oder schwerer|und mehr|und daruber|aufwarts|mindestens|minimal|of meer|of hoger|of zwaarder|en meer|
  en hoger|en duurder|minstens|minimaal|ou plus|et plus|ou plus lourd|au moins|au minimum|at least`,
);
export const ABOUT_AFTER = phrases(
  "ish|-ish|or so|circa|ca.|ca|approx|approx.|ungefahr|etwa|ongeveer|environ|a peu pres",
);

/** Before a comparison, these turn it round: "not over 100". */
export const NOT = phrases("not|no|nothing|nicht|niet|niets|nichts|pas|rien|never|nooit|non");

/** Before words that are not wanted. */
export const WITHOUT = phrases(
  `neither|isn't|isnt|is not|are not|aren't|arent|that is not|that isn't|which is not|which isn't|different from|do not want|dont want|don't want|not from|not by|not a|not an|not any|not|without any|without a|without|except for|except|excluding|other than|
  anything but|everything but|anything except|any brand but|any brand except|all but|not for|exclude|non|but not|but no|and not|no`,
  `weder|ist nicht|anders als|andere als|anderer als|nicht von|nicht fur|nicht|kein|keine|keinen|keiner|kein|keines|keinem|ohne eine|ohne einen|ohne ein|ohne|außer|ausser|
  alles außer|alles ausser|ausgenommen|aber nicht|aber kein|aber keine|und nicht`,
  `geen|is niet|die niet|anders dan|andere dan|zonder een|zonder|niet van|niet voor|niet|behalve|alles behalve|uitgezonderd|maar geen|maar niet|en geen|en niet`,
  `sans|autre que|autres que|qui n' est pas|n' est pas|qui n'est pas|n'est pas|sauf les|sauf la|sauf le|sauf|tout sauf|pas de la|pas de|pas du|pas d'|pas la|pas le|pas|hormis|excepte|
  excepte les|hors|mais pas de|mais pas|et pas de|et pas|aucun|aucune|pas pour|ni`,
);

/** Between things of which each will do. */
export const OR: ReadonlySet<string> = new Set(["or", "oder", "of", "ou", "/", "bzw", "and/or"]);

/** Between things of which one cannot be the other: "wilson and head rackets", "bags and balls". */
export const AND: ReadonlySet<string> = new Set(["and", "und", "en", "et", "&", "+"]);

/** "Berlin area", "Amsterdam en omgeving", "Lyon et environs" */
export const AFTER_A_PLACE: ReadonlySet<string> = new Set(
  [
    "area region city surroundings nearby umgebung umland umkreis nahe",
    "omgeving omstreken buurt eo e.o environs alentours centre",
  ].flatMap((list) => list.split(" ")),
);

/** Between things that are not wanted. */
export const NOR: ReadonlySet<string> = new Set([
  ...OR,
  "nor",
  "and",
  "und",
  "noch",
  "en",
  "et",
  "ni",
  "&",
  ",",
]);

/** Faults of gear. No field has them, and a text that names them may deny them: "ohne Kratzer". */
export const FAULTS = phrases(
  `crack|cracks|scratch|scratches|damage|damages|dent|dents|chip|chips|defects|defect|holes|stains|marks|flaws`,
  `riss|risse|kratzer|macken|mangel|schaden|delle|dellen|defekt|defekte|flecken|gebrauchsspuren`,
  `scheur|scheuren|kras|krassen|schade|deuken|gebreken|vlekken|gaten|gebruikssporen`,
  `fissure|fissures|rayure|rayures|defaut|defauts|degats|dommages|trous|taches|bosses|impact|impacts`,
);

const NUMBERS: Readonly<Record<number, string>> = {
  5: "five|funf|vijf|cinq",
  10: "ten|zehn|tien|dix",
  15: "fifteen|funfzehn|vijftien|quinze",
  20: "twenty|zwanzig|twintig|vingt",
  25: "twenty five|twenty-five|funfundzwanzig|vijfentwintig|vingt-cinq",
  30: "thirty|dreißig|dreissig|dertig|trente",
  35: "thirty five|thirty-five|funfunddreißig|funfunddreissig|vijfendertig|trente-cinq|trente cinq",
  40: "forty|vierzig|veertig|quarante",
  45: "forty five|forty-five|funfundvierzig|vijfenveertig|quarante-cinq|quarante cinq",
  50: "fifty|funfzig|vijftig|cinquante",
  60: "sixty|sechzig|zestig|soixante",
  70: "seventy|siebzig|zeventig|soixante-dix|soixante dix",
  75: "seventy five|funfundsiebzig|vijfenzeventig|soixante-quinze",
  80: "eighty|achtzig|tachtig|quatre-vingts|quatre-vingt|quatre vingts|quatre vingt",
  90: "ninety|neunzig|negentig|quatre-vingt-dix|quatre vingt dix",
  100: "a hundred|one hundred|hundred|hundert|einhundert|honderd|cent",
  110: "one hundred and ten|one hundred ten|hundertzehn|honderdtien|cent dix",
  120: "one hundred and twenty|one hundred twenty|hundred twenty|hundertzwanzig|honderdtwintig|cent vingt",
  125: "one hundred twenty five|hundertfunfundzwanzig|honderdvijfentwintig|cent vingt-cinq|cent vingt cinq",
  130: "one hundred and thirty|one hundred thirty|hundertdreißig|hundertdreissig|honderddertig|cent trente",
  140: "one hundred and forty|one hundred forty|hundertvierzig|honderdveertig|cent quarante",
  150: "one hundred fifty|a hundred fifty|hundred fifty|a hundred and fifty|one hundred and fifty|hundertfunfzig|honderdvijftig|cent cinquante",
  180: "one hundred and eighty|one hundred eighty|hundertachtzig|honderdtachtig|cent quatre-vingts|cent quatre-vingt",
  200: "two hundred|zweihundert|tweehonderd|deux cents|deux cent",
  250: "two hundred and fifty|zweihundertfunfzig|tweehonderdvijftig|deux cent cinquante",
  300: "three hundred|dreihundert|driehonderd|trois cents|trois cent",
  400: "four hundred|vierhundert|vierhonderd|quatre cents",
  500: "five hundred|funfhundert|vijfhonderd|cinq cents",
  1000: "a thousand|one thousand|thousand|tausend|eintausend|duizend|mille",
};

export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  Object.entries(NUMBERS).flatMap(([value, list]) =>
    phrases(list).map((word) => [word, Number(value)] as const),
  ),
);
