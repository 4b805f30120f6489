import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { valuesWithin } from "#app/domain/categories/derive/search.ts";
import { type PossibleFact, piecesOf } from "#app/domain/categories/derive/units.ts";
import { simple } from "#app/domain/folded.ts";
import type { Located } from "#app/domain/place.ts";
import type { DateFilter, Range } from "#app/domain/search.ts";
import { type Amount, amountsIn, FILLERS, PREPOSITIONS } from "./amounts.ts";
import type { Candidate } from "./spelling.ts";

export type PartKind =
  | "words" // without another meaning, such as a model's name
  | "measure" // "300 g"
  | "category" // "rackets"
  | "thing" // a sort of gear within one or more categories: "dampener", "skirt"
  | "audience" // the people whom the gear is for: "kids"
  | "value" // an option of a field: "like new"
  | "price" // "under 100"
  | "date" // "today"
  | "place" // a town or a postal code
  | "seller" // a username
  | "filler" // words that do not narrow a search: "a", "tennis"
  | "absent"; // gear that the shop does not sell: "shoes"

export interface Meaning {
  readonly kind: PartKind;
  /** Facts are values of fields: "color=white". A matching listing has at least one fact of each inner list. */
  readonly facts: readonly (readonly PossibleFact[])[];
  /** These match too, but rank after the others: a search for jackets also finds windbreakers. */
  readonly similar: readonly PossibleFact[];
  /** Normalized synonyms, which a listing may have instead of the words. */
  readonly terms: readonly string[];
  readonly types: readonly string[];
  /** Listings of a type with such facts match by facts alone, not by words. */
  readonly factsOnly: boolean;
  readonly date: DateFilter | null;
}

export interface Part extends Meaning {
  /** As typed; "" for the second half of a compound word. */
  readonly typed: string;
  /** The full name that a nickname stands for; null for any other text. */
  readonly expansion: string | null;
  readonly price: Range | null;
  readonly place: Located | null;
  readonly sellerId: string | null;
}

/** With the number of listings that have each word in their name, brand or facts. */
export interface TokenizedPart extends Part {
  readonly words: readonly Candidate[];
  /** Whether the part belongs to a model's name. Then it is spelled right, even if no listing has it. */
  readonly namesModel: boolean;
}

export interface Intent {
  readonly parts: readonly Part[];
  /** The listing types to search. Null means all; an empty list means that the search finds nothing. */
  readonly types: readonly string[] | null;
}

export interface Vocabulary {
  readonly definitions: readonly CategoryDefinition[];
  meaningOf(words: string): Meaning | undefined;
  /** "pure drive 98" for "pd98"; null where the word is no nickname. */
  expandNickname(word: string): string | null;
}

export const PLAIN_MEANING: Meaning = {
  kind: "words",
  facts: [],
  similar: [],
  terms: [],
  types: [],
  factsOnly: false,
  date: null,
};

export const PLAIN_PART: Omit<Part, "typed"> = {
  ...PLAIN_MEANING,
  expansion: null,
  price: null,
  place: null,
  sellerId: null,
};

const MAX_PARTS = 24;
const MAX_WORDS = 5;
/** Longer words are not split, since the time grows with the square of the length. */
const MAX_COMPOUND = 40;

/** Makes "backpack/rucksack" two words; "16/19" and "125/16L" stay. */
function readable(q: string): string {
  return q
    .normalize("NFC")
    .replace(/(?<=\p{L}{3})\/(?=\p{L}{3})/gu, " ")
    .replace(/(?<=\d),(?=\d)/g, ".")
    .replace(/\s+/g, " ")
    .trim();
}

export function vocabularyKey(text: string): string {
  return simple(text)
    .replace(/['’]s\b/g, "s")
    .replace(/[-–'’]+/g, " ")
    .replace(/(?<=^|\s)[^\p{L}\p{N}]+|[^\p{L}\p{N}+]+(?=\s|$)/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** "Kinderschläger" becomes "kinder" and "schläger". Null where the parts are unknown. */
function compound(word: string, vocabulary: Vocabulary): Meaning[] | null {
  for (let at = word.length - 3; at >= 3; at--) {
    const [start, rest] = [word.slice(0, at), word.slice(at)];
    const end = vocabulary.meaningOf(rest);
    if (!end || (end.kind !== "category" && end.kind !== "thing" && end.types.length === 0)) continue;
    const first = start.replace(/s$/, "");
    if (start === "tennis" || first === "padel") return [end];
    const before = vocabulary.meaningOf(start) ?? vocabulary.meaningOf(first);
    if (before && (before.kind !== "thing" || end.kind === "thing")) return [before, end];
    const more = compound(start, vocabulary);
    if (more?.every(({ kind }) => kind !== "category" && kind !== "thing")) return [...more, end];
  }
  return null;
}

function within(fact: PossibleFact, range: Range, { definitions }: Vocabulary): PossibleFact[] {
  const field = definitions.find(({ type }) => type === fact.type)?.fields[fact.field];
  const values = field?.kind === "number" ? valuesWithin(field, range) : [];
  return values.length === 0 ? [] : [{ ...fact, values }];
}

/** "under 300 g" */
function measureOf(text: string, amount: Amount, vocabulary: Vocabulary): Part | null {
  const end = amount.at + amount.length;
  const unit = /^\s*[^\s\d]+/u.exec(text.slice(end))?.[0] ?? "";
  const number = /[\d.,]+$/.exec(text.slice(amount.at, end))?.[0];
  if (unit === "" || number === undefined) return null;
  const [piece] = piecesOf(`${number}${unit}`, vocabulary.definitions);
  if (!piece || piece.facts.length === 0) return null;
  const facts = piece.facts.flatMap((fact) => within(fact, amount.range, vocabulary));
  const typed = text.slice(amount.at, end + unit.length);
  return facts.length === 0
    ? null
    : { ...PLAIN_PART, typed, kind: "measure", facts: [facts], factsOnly: true };
}

function inCents({ min, max }: Range): Range {
  const cents = (amount: number | null) => (amount === null ? null : Math.round(amount * 100));
  return { min: cents(min), max: cents(max) };
}

/** A child's age: "8 year old", "9 ans". */
const AGE =
  /\b(?:[3-9]|1[0-7])[\s-]*(?:years?[\s-]olds?|years|yrs?|yo|y\/o|jahre[n]?|jährige[nrs]?|jaar|jarige|ans)(?:\s+(?:old|alt|oud))?(?!\p{L})/giu;

function wordsIn(text: string, vocabulary: Vocabulary): Part[] {
  const children = vocabulary.meaningOf("children");
  const parts: Part[] = [];
  let at = 0;
  for (const age of children ? text.matchAll(AGE) : []) {
    parts.push(...plainWordsIn(text.slice(at, age.index), vocabulary));
    parts.push({ ...PLAIN_PART, ...children, typed: age[0] });
    at = age.index + age[0].length;
  }
  return [...parts, ...plainWordsIn(text.slice(at), vocabulary)];
}

function plainWordsIn(text: string, vocabulary: Vocabulary): Part[] {
  const pieces = piecesOf(text, vocabulary.definitions);
  const parts: Part[] = [];
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at];
    if (!piece) break;
    if (piece.facts.length > 0) {
      parts.push({ ...PLAIN_PART, typed: piece.typed, kind: "measure", facts: [piece.facts] });
      at += 1;
      continue;
    }
    let consumed = 0;
    for (let many = Math.min(MAX_WORDS, pieces.length - at); many > 0; many--) {
      const typed = pieces.slice(at, at + many).map((one) => one.typed);
      const meaning = vocabulary.meaningOf(vocabularyKey(typed.join(" ")));
      if (!meaning) continue;
      parts.push({ ...PLAIN_PART, ...meaning, typed: typed.join(" ") });
      consumed = many;
      break;
    }
    if (consumed === 0) {
      const key = vocabularyKey(piece.typed);
      const isLong = /^\p{L}{6,}$/u.test(key) && key.length <= MAX_COMPOUND;
      const known = isLong ? compound(key, vocabulary) : null;
      if (known)
        parts.push(...known.map((one, n) => ({ ...PLAIN_PART, ...one, typed: n === 0 ? piece.typed : "" })));
      else {
        const kind = key.split(" ").every((word) => FILLERS.has(word)) ? "filler" : "words";
        parts.push({ ...PLAIN_PART, typed: piece.typed, kind, expansion: vocabulary.expandNickname(key) });
      }
      consumed = 1;
    }
    at += consumed;
  }
  return parts;
}

function partsIn(text: string, vocabulary: Vocabulary): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const amount of amountsIn(text)) {
    if (amount.at < at) continue;
    const measure = amount.isMoney ? null : measureOf(text, amount, vocabulary);
    const typed = measure?.typed ?? text.slice(amount.at, amount.at + amount.length);
    parts.push(...wordsIn(text.slice(at, amount.at), vocabulary));
    parts.push(measure ?? { ...PLAIN_PART, typed, kind: "price", price: inCents(amount.range) });
    at = amount.at + typed.length;
  }
  return [...parts, ...wordsIn(text.slice(at), vocabulary)].slice(0, MAX_PARTS);
}

/**
 * Beside a part about children, beginners would mean adults, so those parts become fillers. Parts about beginners imply
 * a category, and parts about children do not: `types` tells them apart.
 */
function withoutAdultBeginners(parts: readonly Part[]): readonly Part[] {
  const isAudience = ({ kind }: Part) => kind === "audience";
  const isChild = parts.some((part) => isAudience(part) && part.types.length === 0);
  if (!isChild) return parts;
  return parts.map((part) =>
    isAudience(part) && part.types.length > 0 ? { ...part, kind: "filler", facts: [], terms: [] } : part,
  );
}

/** The part that names the wanted item: the last one before a preposition ("sac de raquette"), else the last one. */
function headOf(parts: readonly Part[], kind: "thing" | "category"): Part | undefined {
  const named = parts.filter((part) => part.kind === kind);
  const first = parts.findIndex(({ kind: of }) => of === kind);
  const end = parts.findIndex((part, at) => at > first && PREPOSITIONS.has(vocabularyKey(part.typed)));
  const before = end < 0 ? [] : parts.slice(0, end).filter((part) => part.kind === kind);
  return before.at(-1) ?? named.at(-1);
}

function overlaps(one: readonly string[], other: readonly string[]): boolean {
  return one.some((type) => other.includes(type));
}

/**
 * A thing limits the search more than a category does: "racket grip" means a grip. A category beside a thing only
 * narrows the thing's types. Things of other types are matched as plain words.
 */
export function intentOf(q: string, vocabulary: Vocabulary): Intent {
  const parts = withoutAdultBeginners(partsIn(readable(q), vocabulary));
  if (parts.every(({ kind }) => kind === "filler"))
    return { parts: parts.map((part) => ({ ...part, kind: "words" })), types: null };
  if (parts.some(({ kind }) => kind === "absent")) return { parts, types: [] };
  const thing = headOf(parts, "thing");
  const category = headOf(parts, "category");
  const head = thing ?? category;
  if (!head) {
    // "Natural gut" implies strings, and "beginner" implies rackets.
    const naming = parts.find(
      ({ kind, types }) => (kind === "value" || kind === "audience") && types.length > 0,
    );
    return { parts, types: naming?.types ?? null };
  }
  const both = thing && category && overlaps(thing.types, category.types);
  const types = both ? thing.types.filter((type) => category.types.includes(type)) : head.types;
  return {
    types,
    parts: parts.map((part) => {
      if (part === head || (part.kind !== "thing" && part.kind !== "category")) return part;
      if (part.kind === "category") return { ...part, kind: "filler", facts: [], terms: [] };
      return overlaps(part.types, types) ? part : { ...PLAIN_PART, typed: part.typed };
    }),
  };
}

/** The price range of all parts together: "over 50", "under 90". Null where no part has a price. */
export function priceIn(parts: readonly Pick<Part, "price">[]): Range | null {
  const ranges = parts.flatMap(({ price }) => price ?? []);
  if (ranges.length === 0) return null;
  const first = (end: "min" | "max") =>
    ranges.map((range) => range[end]).find((cents) => cents !== null) ?? null;
  return { min: first("min"), max: first("max") };
}

export function withoutParts(q: string, parts: readonly Part[]): string {
  let text = readable(q);
  for (const { typed } of parts) {
    const at = text.indexOf(typed);
    if (at >= 0) text = `${text.slice(0, at)} ${text.slice(at + typed.length)}`.replace(/\s+/g, " ").trim();
  }
  return text;
}
