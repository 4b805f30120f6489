import { normalizeWord } from "../csv/columns.ts";
import { withStoredValues } from "../csv/stored-values.ts";
import type { Profile } from "./profile.ts";

function spelled(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([condition, text]) =>
      text.split("|").map((word) => [normalizeWord(word), condition] as const),
    ),
  );
}

/** Conditions as other systems and sites for ads write them in five languages, besides those that files have anyway. */
const CONDITIONS = spelled({
  New: `new|neu|nieuw|neuf|neuve|new with tags|new without tags|new w/ tags|new w/o tags|new w/box|new with box|new without box|new other|new (other)|brand new|
    neu mit etikett|neu ohne etikett|neu mit karton|neu: sonstige|neu: sonstige (siehe artikelbeschreibung)|neu (sonstige)|
    nieuw met prijskaartje|nieuw zonder prijskaartje|nieuw met kaartje|nieuw zonder kaartje|neuf avec étiquette|
    neuf sans étiquette|neuf avec étiquettes|neuf sans étiquettes|neuf avec boîte|neuf (autre)|opened|ouvert|unbenutzt|ungeöffnet|nieuw in verpakking|NIB|NWT|NWOT|BNIB|NIP|NOS|fabrikneu|fabrieksnieuw|splinternieuw|OVP|
    neu mit OVP|neu & OVP|neuf dans l'emballage|neuf emballé|jamais porté|jamais portée|nooit gedragen|nie getragen|never worn|ongedragen|ungetragen`,
  "Like New": `like new|as new|wie neu|neuwertig|als nieuw|zo goed als nieuw|comme neuf|comme neuve|mint|near mint|open box|
    very good - like new|quasi neuf|zgan|z.g.a.n.|zo goed als nieuw (zgan)|bijna nieuw|neuw.|w. neu|fast neu|nahezu neu|als neu|
    so gut wie neu|1a|1a zustand|einmal getragen|1x getragen|1x gedragen|eenmaal gedragen|porté une fois|portée une fois|CN|presque neuf|as good as new|EUC|
    sehr gut / wie neu|état neuf`,
  Excellent: `vg|vg+|v. good|v good|exc|exc.|sehr gute|sehr guter|sehr gutem|zeer goede|heel goede|très bonne|uitstekende|perfect|perfekt|perfekter|parfait|impeccable|einwandfrei|excellent|hervorragend|ausgezeichnet|uitstekend|very good|very good condition|sehr gut|s. gut|sehr gut erhalten|sehr guter zustand|heel goed|zeer goed|z.g.|zeer goede staat|in zeer goede staat|i.z.g.st.|VGC|TBE|TTBE|t.b.e.|
    
    très bon|très bon état|excellent état|excellent refurbished|excellent - refurbished|certified refurbished`,
  Good: `prima|netjes|nette|good|gut|gute|guter|gutem|gutes|goede|bonne|goed|bon|bon état|good condition|very good refurbished|good refurbished|good - refurbished|very good - refurbished|
    in goede staat|goede staat|g.o.|goed onderhouden|i.g.st.|igst|i.g.s.|guter zustand|gut erhalten|g. erh.|gepflegt|BE|b.e.|GC|GUC|bien|bel état|
    gebraucht - gut|used - good`,
  Fair: `new with defects|new with imperfections|neu mit fehlern|nieuw met gebreken|neuf avec défauts|neuf avec défaut|neu mit fehler|nieuw met gebrek|new with defect|fair|ok|acceptable|satisfactory|zufriedenstellend|in ordnung|akzeptabel|gebruikssporen|gebrauchsspuren|mit gebrauchsspuren|état moyen|passable|redelijk|redelijke staat|voldoende|satisfaisant|état correct|
    correct|moyen|acceptable condition|befriedigend`,
  Poor: `poor|schlecht|defekt|slecht|matig|mauvais|mauvais état|for parts or not working|als ersatzteil / defekt|defect|
    kapot|pour pièces|als ersatzteil/defekt|for parts`,
  Used: `usé|usée|used|pre-owned|preowned|pre owned|second hand|secondhand|gebraucht|gebr.|gebruikt|gedragen|getragen|porté|portée|2e hands|2dehands|2nd hand|2. hand|tweedehands|occasion|d'occasion|usagé|
    refurbished|seller refurbished|reconditionné|generalüberholt|refurbished by seller|vom verkäufer generalüberholt|
    gereviseerd|pre-loved|vintage`,
});

/** The best first; "Used" says least. */
const GRADES = ["New", "Like New", "Excellent", "Good", "Fair", "Poor", "Used"];

/** A longer remark says more than a condition. */
const LONGEST_REMARK = 100;
const LONGEST_TITLE = 200;

/** Whether a word is a condition. */
export function isCondition(word: string): boolean {
  return CONDITIONS.has(normalizeWord(word));
}

/** What divides the parts of a cell: "Pre-owned - Good", "goed, gebruikt", "Gut (leichte Kratzer)". */
const BETWEEN = /\s*[,;/|()–—]\s*|\s+-+\s+|\.\s+/;
/** Words of being used beside a grade, without anything between them: "used good", "gebruikt in goede staat". */
const BESIDE_GRADE =
  /^(?:pre-?owned|used|second[ -]?hand|gebraucht|gebruikt|tweedehands|occasion|d'occasion|usagée?):?\s+(?:(?:but|aber|maar|mais|in|en)\s+)?|\s+(?:but |aber |maar |mais )?(?:pre-?owned|used|gebraucht|gebruikt|usagée?)$/i;

/** "8/10": of 10, or of 5. The least points of each condition, of 10. */
const POINTS: readonly (readonly [least: number, condition: string])[] = [
  [9.6, "Like New"],
  [8.6, "Excellent"],
  [6.6, "Good"],
  [4.6, "Fair"],
  [0, "Poor"],
];

function conditionOfPoints(text: string): string | undefined {
  const [, points, of] = /^(\d{1,2}(?:[.,]\d)?)\s?\/\s?(10|5)$/.exec(text.trim()) ?? [];
  if (points === undefined) return undefined;
  const share = (Number(points.replace(",", ".")) / Number(of)) * 10;
  return share > 10 ? undefined : POINTS.find(([least]) => share >= least)?.[1];
}

/** "In goede staat", "état correct", "VG condition". */
const AROUND =
  /^(?:in |im |en |dans un )?(?:état )?|\s+(?:used )?(?:condition|cond\.?|staat|conditie|zustand|état)$/gi;

/** A condition by its whole text; undefined for any other. */
function conditionOf(profile: Profile, whole: string): string | undefined {
  return (
    conditionNamed(profile, whole) ??
    conditionOfPoints(whole) ??
    conditionNamed(profile, whole.trim().replace(AROUND, ""))
  );
}

function conditionNamed(profile: Profile, text: string): string | undefined {
  const word = normalizeWord(text);
  const named = profile.conditions?.[word] ?? CONDITIONS.get(word);
  if (named) return named;
  const { condition = "" } = withStoredValues({ condition: text });
  return GRADES.includes(condition) ? condition : undefined;
}

/** The condition that parts of a text say: the worst, since the others may be of its grip or its strings; a grade before "used". */
function conditionInParts(profile: Profile, text: string): string | undefined {
  const parts = text.split(BETWEEN).flatMap((part) => [part, part.replace(BESIDE_GRADE, "")]);
  const grades = parts.map((part) => conditionOf(profile, part)).filter((grade) => grade !== undefined);
  return GRADES.toReversed().find((grade) => grade !== "Used" && grades.includes(grade)) ?? grades[0];
}

/** The condition that the first of these cells means; the text of the first cell where none is known. */
export function conditionWord(profile: Profile, cells: readonly string[]): string {
  for (const cell of cells) {
    // eBay writes "3000" and "3000-Used".
    const [id = ""] = /^\d{4}(?=\D|$)/.exec(cell.trim()) ?? [];
    const condition = profile.conditions?.[id] ?? conditionOf(profile, cell);
    if (condition) return condition;
  }
  const short = cells.filter((cell) => cell.length <= LONGEST_REMARK);
  return short.map((cell) => conditionInParts(profile, cell)).find(Boolean) ?? cells[0] ?? "";
}

/** "Dunlop CX 200, gebraucht", but no "used by Federer". */
const USED =
  /(?<![\p{L}\p{N}])(?:used(?! (?:by|for|in|on|with|only|once|as))|pre-?owned|pre-?loved|second ?hand|second-hand|gebrauchte?[rsn]?(?! (?:von|für|bei|in|als))|gebruikte?(?! (?:door|voor|bij|in|als))|tweede ?hands|2e ?hands|d['’]occasion|occasions?|usagée?s?)(?![\p{L}\p{N}])/iu;
/** "Never used", "kaum gebraucht", "nieuw en gebruikt". */
const HARDLY =
  /(?:never|not|nie|nooit|niet|nicht|kaum|wenig|weinig|hardly|barely|amper|new|neu|nieuw|neuf) /i;

/** Of other conditions, titles have only these words in that meaning: "new strings" is none. */
const SAID_IN_TITLES: readonly (readonly [condition: string, words: RegExp])[] = [
  [
    "Like New",
    /(?<!\p{L})(?:(?:wie|fast|nahezu) neu|neuwertig\p{L}*|als nieuw|zo goed als nieuw|zgan|z\.g\.a\.n\.?|comme neu(?:f|ve)|like new|as new|mint condition)(?!\p{L})/iu,
  ],
  [
    "New",
    /(?<!\p{L})(?:brand new|nagelneu|brandneu|splinternieuw|bnwt|bnib|nwt|ovp|new with tags|neu mit etikett|nieuw met (?:kaartje|label)|neuf avec étiquettes?)(?!\p{L})|(?<![\p{L}])(?<!(?:grip|griff|band|saiten?|besaitung|snaar|snaren|bespanning|cordage|strings?|tamis|wie|als|comme|like|as|fast|nahezu) )(?:neu|nieuw|neuf|new)[!)]*$/iu,
  ],
];

/** What a title says of the condition; "" for nothing. */
export function conditionOfTitle(title: string): string {
  const short = title.slice(0, LONGEST_TITLE).trim();
  return SAID_IN_TITLES.find(([, words]) => words.test(short))?.[0] ?? "";
}

/** "Used" where a title or a group of articles says it; "" where none does. */
export function usedCondition(texts: readonly string[]): string {
  const isUsed = texts.some((text) => {
    const short = text.slice(0, LONGEST_TITLE);
    return USED.test(short) && !HARDLY.test(short);
  });
  return isUsed ? "Used" : "";
}
