import { COUNTRIES, isCountry, isRegion } from "#app/domain/place.ts";
import { vocabularyKey } from "../understand/parts.ts";

/** Countries whose postal codes the database has. Nobody can sell from the last two yet, but buyers live there. */
export const PLACE_COUNTRIES = [...COUNTRIES, "BE", "AT"] as const;
export type PlaceCountry = (typeof PLACE_COUNTRIES)[number];

/**
 * What people call towns and districts besides the names of the file of postal codes: exonyms of the five languages,
 * spellings without umlauts, short names. By country and postal code or region.
 */
const TOWN_NAMES: Readonly<Record<PlaceCountry, Readonly<Record<string, string>>>> = {
  NL: {
    25: "the hague|hague|haag|'s-gravenhage|s gravenhage|la haye|haye",
    52: "den bosch|bosch|s hertogenbosch|bois-le-duc|herzogenbusch",
    65: "nimegue|nimwegen",
    23: "leyden|leyde",
    4381: "flushing|flessingue",
    97: "groningue",
    62: "maestricht",
    89: "ljouwert",
    46: "berg-op-zoom",
    24: "alphen",
    29: "capelle|capelle a/d ijssel",
    10: "amsterdam centrum|a'dam",
    3151: "hook of holland",
    15: "zaanstad",
    178: "helder",
    1016: "jordaan",
    1073: "de pijp",
    1053: "amsterdam oud-west|oud-west",
    1077: "amsterdam zuid",
    1025: "amsterdam noord",
    1102: "amsterdam zuidoost|bijlmer",
    1093: "amsterdam oost",
    3062: "kralingen",
    2585: "scheveningen",
    3511: "utrecht centrum",
  },
  DE: {
    50: "cologne|keulen|koeln",
    80: "munich|muenchen|munchen",
    90: "nuremberg|neurenberg|nuernberg",
    40: "duesseldorf",
    52: "aken|aix-la-chapelle",
    30: "hanover|hanovre",
    38: "brunswick|brunswijk|brunsvick",
    60: "frankfurt|francfort|frankfort|frankfurt/main|frankfurt a.m.|francfort-sur-le-main|ffm|frankfurt main",
    15: "frankfurt oder|frankfurt an der oder|francfort-sur-l'oder",
    79: "freiburg|fribourg-en-brisgau|freiburg i.br.|freiburg breisgau",
    20: "hambourg|hamburg city",
    10: "berlijn|berlin mitte",
    "01": "dresde",
    "04": "leipsic",
    55: "mayence|mentz",
    54: "treves",
    28: "breme",
    56: "coblence|coblenz",
    784: "constance",
    93: "ratisbonne|ratisbon",
    86: "augsbourg",
    "06": "halle|halle saale|halle an der saale",
    66: "sarrebruck|saarbruecken",
    720: "tubingue|tuebingen",
    37: "gottingue|goettingen",
    48: "munster|muenster|munster in westfalen",
    23: "luebeck|lubeck",
    97: "wurzbourg|wuerzburg",
    49: "osnabrueck",
    35: "giessen",
    213: "lueneburg|lunebourg",
    454: "mulheim|muelheim|mülheim",
    63: "offenbach",
    41: "moenchengladbach|monchengladbach",
    47533: "kleef|cleves",
    61: "bad homburg vor der höhe",
    66482: "deux-ponts",
    34: "cassel",
    67346: "spire|spiers",
    67547: "worms am rhein",
    67: "ludwigshafen am rhein",
    737: "esslingen am neckar",
    10999: "kreuzberg|berlin kreuzberg",
    10405: "prenzlauer berg",
    10585: "charlottenburg",
    12043: "neukolln|neukölln",
    10243: "friedrichshain",
    10827: "schoneberg|schöneberg",
    13597: "spandau",
    12163: "steglitz",
    13187: "pankow",
    12555: "kopenick|köpenick",
    22765: "altona",
    20257: "eimsbuttel|eimsbüttel",
    22587: "blankenese",
    21073: "harburg",
    20359: "st pauli|st. pauli|sankt pauli",
    22301: "winterhude",
    80802: "schwabing",
    81675: "bogenhausen",
    50823: "ehrenfeld",
    50733: "nippes",
    50679: "deutz",
    50935: "lindenthal",
    60594: "sachsenhausen",
  },
  FR: {
    75: "parijs|parisienne|region parisienne|paris region|grand paris|greater paris|ile de france|idf",
    69: "lyons",
    13: "marseilles",
    67: "straatsburg|strassburg|straßburg|strasburg",
    59: "rijsel|ryssel",
    59140: "duinkerken|dunkirk|dünkirchen|dunkirchen",
    "06": "nizza|nice cote d'azur",
    681: "mülhausen|mulhausen|muehlhausen",
    62: "atrecht",
    62100: "kales",
    511: "rheims",
    33: "bourdeaux",
    59500: "dowaai",
    68: "kolmar",
    25: "besancon",
    62200: "boulogne",
    91: "evry",
    51: "chalons",
    "06160": "juan-les-pins",
    131: "aix",
    63: "clermont",
    75018: "montmartre",
    75004: "le marais",
    75011: "bastille",
    69004: "croix-rousse",
    13008: "prado marseille",
    31700: "blagnac",
    92200: "neuilly",
    92400: "la defense",
  },
  GB: {
    E: "londen|londres|londra|greater london|central london|south london|north london|east london|west london",
    EH: "edimbourg|edinburg|edinburgh city",
    NE: "newcastle|newcastle-on-tyne",
    HU: "kingston upon hull",
    KT: "kingston",
    ST: "stoke",
    SS: "southend",
    AL: "saint albans|st. albans",
    CT: "cantorbery|kantelberg",
    CF: "caerdydd",
    SA: "abertawe",
    TN: "royal tunbridge wells",
    BN: "hove|brighton and hove",
    BA: "bath spa",
    B: "brum",
    SW19: "wimbledon",
    SW3: "chelsea",
    SW6: "fulham",
    NW1: "camden|camden town",
    NW3: "hampstead",
    SE10: "greenwich",
    SW2: "brixton",
    SW4: "clapham",
    SW15: "putney",
    TW9: "richmond upon thames",
    N1: "islington",
    E8: "hackney",
    W11: "notting hill",
    W8: "kensington",
    W5: "ealing",
    HA9: "wembley",
    SW11: "battersea",
    W6: "hammersmith",
    W4: "chiswick",
    EC2A: "shoreditch",
    SW17: "tooting",
    E14: "canary wharf",
    SE1: "southwark",
  },
  US: {
    100: "new york city|nyc|manhattan",
    900: "l.a.|los angeles ca",
    941: "sf bay area|san fran",
    191: "philly|philadelphie",
    153: "washington dc|washington d.c.",
    701: "nouvelle-orleans",
    733: "austin tx|austin texas",
    770: "houston tx",
    752: "dallas tx",
    606: "chicago il",
    "021": "boston ma",
    331: "miami fl|miami beach",
    981: "seattle wa",
    303: "atlanta ga",
    802: "denver co",
    850: "phoenix az",
    921: "san diego ca",
    782: "san antonio tx",
    877: "vegas",
    631: "st louis|st. louis",
  },
  BE: {
    2000: "antwerp|anvers",
    1000: "brussel|brussels|brüssel|bruessel|brussel centrum",
    9000: "ghent|gand",
    3000: "louvain|löwen",
    8500: "courtrai",
    8900: "ypres|ypern",
    7700: "moeskroen",
    9300: "alost",
    4000: "liège|luik|lüttich|luttich|liege",
    8000: "brugge|bruges|brügge",
  },
  AT: {
    1010: "wien|vienna|wenen|vienne autriche",
    5020: "salzbourg",
    4030: "linz an der donau",
    6020: "innsbruck",
    8010: "graz",
    9020: "klagenfurt",
  },
};

export interface NamedCode {
  readonly country: PlaceCountry;
  readonly code: string;
}

const CODES: ReadonlyMap<string, readonly NamedCode[]> = codesByName();

function codesByName(): Map<string, NamedCode[]> {
  const codes = new Map<string, NamedCode[]>();
  for (const country of PLACE_COUNTRIES)
    for (const [code, names] of Object.entries(TOWN_NAMES[country]))
      for (const name of names.split("|")) {
        const key = vocabularyKey(name);
        codes.set(key, [...(codes.get(key) ?? []), { country, code }]);
      }
  return codes;
}

/** Whether a code stands for a large town and what is around it. The last two countries have no such codes. */
export function isRegionOf({ country, code }: NamedCode): boolean {
  return isCountry(country) && isRegion(country, code);
}

/** As `vocabularyKey` writes them: "cologne". */
export function otherNamesOfLargeTowns(): readonly string[] {
  return [...CODES].flatMap(([name, codes]) => (codes.some(isRegionOf) ? [name] : []));
}

/** The postal codes or regions of a town with another name. Empty for names that the file of postal codes has. */
export function codesOfTown(name: string): readonly NamedCode[] {
  const key = vocabularyKey(name);
  const [, town = "", district = ""] = /^(paris|lyon|marseille) (\d{1,2})(?:er|e|eme)?$/.exec(key) ?? [];
  const beginning = BEGINNING_OF_DISTRICTS[town];
  if (beginning !== undefined) return [{ country: "FR", code: `${beginning}${district.padStart(2, "0")}` }];
  return CODES.get(key) ?? [];
}

/** "Paris 15e" has the postal code 75015. */
const BEGINNING_OF_DISTRICTS: Readonly<Record<string, string>> = {
  paris: "750",
  lyon: "690",
  marseille: "130",
};

/** Names of states that people type behind a town: "Austin TX". Without those that are words of the five languages ("de"). */
const STATE =
  /^(.{3,}?) (?:az|ca|ct|dc|fl|ga|ks|mn|nc|nj|nv|ny|tn|tx|ut|va|wa|wi|texas|california|florida|arizona|georgia|colorado|virginia|ohio)$/;

/** The town before the name of a state of the United States; null where no state is named. */
export function townOfState(typed: string): string | null {
  return STATE.exec(vocabularyKey(typed))?.[1] ?? null;
}

const SAINT = /^(?:saint|sankt|sint|st)(e?)\.? /;

/** How the file of postal codes may write a name, in lower case and without accents: "saint-etienne" for "St Etienne". */
export function spellingsOfTown(typed: string): string[] {
  const name = townOfState(typed) ?? vocabularyKey(typed);
  const words = name.split(" ");
  const saints = SAINT.test(name) ? ["saint$1 ", "st "].map((saint) => name.replace(SAINT, saint)) : [name];
  return [
    ...new Set(
      saints.flatMap((spelling) => [
        spelling,
        ...(words.length > 1 ? [spelling.replaceAll(" ", "-"), spelling.replace(/^(l|s) /, "$1'")] : []),
        // "La Roche-sur-Yon", "Le Puy-en-Velay"
        ...(words.length > 2
          ? [
              spelling
                .replace(/ (?=.* )/, "\0")
                .replaceAll(" ", "-")
                .replace("\0", " "),
            ]
          : []),
      ]),
    ),
  ];
}
