import { type Piece, piecesOf } from "#app/domain/categories/derive/units.ts";
import { type Rate, SHIPPED_RATES } from "#app/domain/currency.ts";
import type { Range } from "#app/domain/search.ts";
import { comparable } from "#app/domain/text-rules.ts";
import { type Amount, amountsIn } from "./amounts.ts";
import { extraOf, hasField, isUnfielded, overlaps } from "./beside-gear.ts";
import { withChoices } from "./choices.ts";
import { compound, MAX_COMPOUND } from "./compound.ts";
import { distancesIn } from "./distance.ts";
import { excludedPart, exclusionsIn, isBrand } from "./exclusions.ts";
import { ACCOMPANYING, FILLERS, PREPOSITIONS } from "./fillers.ts";
import { ageOf, CHILD_AGE, measureOf, withSizes } from "./measures.ts";
import { type Intent, type Part, PLAIN_PART, type Vocabulary, vocabularyKey } from "./parts.ts";
import { readable } from "./readable.ts";
import { OR } from "./words.ts";

/** The types of a search after some of its parts were left out. */
export function typesWithout({ types }: Pick<Intent, "types">, remaining: readonly Part[]): Intent["types"] {
  const isNamed = remaining.some(({ kind }) => kind === "thing" || kind === "category");
  return isNamed ? types : impliedTypes(remaining);
}

/** "Natural gut" implies strings, and "beginner" and "under 300 g" imply rackets. Null for all types. */
function impliedTypes(parts: readonly Part[]): Intent["types"] {
  const naming = parts.find(
    ({ kind, types }) => (kind === "value" || kind === "audience" || kind === "measure") && types.length > 0,
  );
  return naming?.types ?? null;
}

/**
 * A thing limits the search more than a category does: "racket grip" means a grip. A category beside a thing only
 * narrows the thing's types. Things of other types are extras.
 */
export function intentOf(q: string, vocabulary: Vocabulary, rates = SHIPPED_RATES): Intent {
  const typed = withSizes(partsIn(readable(q), vocabulary, rates), vocabulary);
  const meant = withoutAdultBeginners(withChoices(typed, vocabulary.definitions));
  const { parts, types } = intentOfParts(meant);
  return {
    types,
    parts: parts.map((part) => {
      if (part.kind === "value" && part.besideGear && !hasField(part, types ?? []))
        return { ...PLAIN_PART, typed: part.typed };
      return isOtherGear(part, parts, types) ? { ...part, expansion: null } : part;
    }),
  };
}

/** "Federer bag": the player's models are rackets, so only the name counts, as beside other words ("nadal junior"). */
function isOtherGear(part: Part, parts: readonly Part[], types: Intent["types"]): boolean {
  if (part.kind !== "words" || part.types.length === 0) return false;
  return types === null
    ? parts.some((other) => other !== part && other.kind !== "filler")
    : !overlaps(part.types, types);
}

function intentOfParts(parts: readonly Part[]): Intent {
  if (parts.every(({ kind }) => kind === "filler"))
    return { parts: parts.map((part) => ({ ...part, kind: "words" })), types: null };
  // "Padelracket": a racket, but none that the shop has.
  if (parts.some(({ kind }) => kind === "sport")) return { parts, types: [] };
  const thing = headOf(parts, "thing");
  const category = headOf(parts, "category");
  const head = thing && category && accompanies(thing, category, parts) ? category : (thing ?? category);
  if (!head && parts.some(({ kind }) => kind === "absent")) return { parts, types: [] };
  if (!head) return { parts, types: impliedTypes(parts) };
  const both = category !== undefined && overlaps(head.types, category.types);
  const types = both ? head.types.filter((type) => category.types.includes(type)) : head.types;
  return {
    types,
    parts: parts.map((part) => {
      if (part.kind === "absent" || isUnfielded(part, types)) return extraOf(part);
      if (part === head || (part.kind !== "thing" && part.kind !== "category")) return part;
      if (part.kind === "category") return { ...part, kind: "filler", facts: [], terms: [] };
      return overlaps(part.types, types) ? part : extraOf(part);
    }),
  };
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

const MAX_PARTS = 24;

function partsIn(text: string, vocabulary: Vocabulary, rates: readonly Rate[]): Part[] {
  const parts: Part[] = [];
  const distances = distancesIn(text).map(({ at, part }) => ({ at, part, end: at + part.typed.length }));
  const excluded = exclusionsIn(text, vocabulary)
    .map((exclusion) => ({
      at: exclusion.at,
      part: excludedPart(exclusion, wordsIn(exclusion.words, vocabulary)),
      end: exclusion.at + exclusion.typed.length,
    }))
    // "Not further than 30 km" excludes nothing.
    .filter(({ at, end }) => !distances.some((distance) => at < distance.end && distance.at < end));
  let at = 0;
  for (const { at: start, part, end } of [...excluded, ...distances].sort((a, b) => a.at - b.at)) {
    if (start < at) continue;
    parts.push(...requiredIn(text.slice(at, start), vocabulary, rates), part);
    at = end;
  }
  return [...parts, ...requiredIn(text.slice(at), vocabulary, rates)].slice(0, MAX_PARTS);
}

function wordsIn(text: string, vocabulary: Vocabulary): Part[] {
  const children = vocabulary.meaningOf("children");
  const parts: Part[] = [];
  let at = 0;
  for (const age of children ? text.matchAll(CHILD_AGE) : []) {
    parts.push(...plainWordsIn(text.slice(at, age.index), vocabulary));
    parts.push({ ...PLAIN_PART, ...children, typed: age[0] });
    at = age.index + age[0].length;
  }
  return [...parts, ...plainWordsIn(text.slice(at), vocabulary)];
}

/** The part that names the wanted item: the last one before a preposition ("sac de raquette"), else the last one. */
function headOf(parts: readonly Part[], kind: "thing" | "category"): Part | undefined {
  const named = parts.filter((part) => part.kind === kind);
  const first = parts.findIndex(({ kind: of }) => of === kind);
  const end = parts.findIndex((part, at) => at > first && PREPOSITIONS.has(vocabularyKey(part.typed)));
  const before = end < 0 ? [] : parts.slice(0, end).filter((part) => part.kind === kind);
  return before.at(-1) ?? named.at(-1);
}

/** Whether the thing only comes with gear of the category, or is what the gear is for: "racket for tennis elbow". */
function accompanies(thing: Part, category: Part, parts: readonly Part[]): boolean {
  const between = parts.slice(parts.indexOf(category) + 1, parts.indexOf(thing));
  return (
    between.some(({ typed }) => ACCOMPANYING.has(vocabularyKey(typed))) &&
    !overlaps(thing.types, category.types)
  );
}

export function withoutParts(q: string, parts: readonly Part[]): string {
  let text = readable(q);
  for (const { typed } of parts) {
    // Commas and brackets between words are in no part.
    const words = typed.split(" ").map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    if (typed !== "")
      text = text
        .replace(new RegExp(words.join("[\\s,;()]+")), " ")
        .replace(/\s+/g, " ")
        .trim();
  }
  return text;
}

const MAX_WORDS = 5;
/** "lorsqu'" */
const MAX_ELIDED = 7;

/** In cents of a euro. */
function inCents({ range: { min, max }, currency }: Amount, rates: readonly Rate[]): Range {
  const { rate = 1 } = rates.find((one) => one.currency === currency) ?? {};
  const cents = (amount: number | null) => (amount === null ? null : Math.round((amount / rate) * 100));
  return { min: cents(min), max: cents(max) };
}

/** In "grip 2 or 3 rackets", "3" is a grip, and not the capacity of a bag. */
function withAlternatives(pieces: readonly Piece[], { definitions }: Vocabulary): readonly Piece[] {
  return pieces.flatMap((piece, at) => {
    const [, number, rest = ""] = /^(\d+)\s+(\p{L}.*)$/u.exec(piece.typed) ?? [];
    const [first, or] = [pieces[at - 2], pieces[at - 1]];
    if (number === undefined || piece.facts.length === 0 || !first || !or || !OR.has(comparable(or.typed)))
      return [piece];
    const [other, ...more] = piecesOf(first.typed.replace(/[\d.,/]*\d/, number), definitions);
    const isSame = other?.facts.some(({ field }) => first.facts.some((fact) => fact.field === field));
    if (!isSame || more.length > 0 || first.facts.length === 0) return [piece];
    return [{ typed: number, facts: [] }, ...piecesOf(rest, definitions)];
  });
}

/** "Tennis-racket" is two words, and "griff-band" is one. */
function halvesOf(piece: Piece, vocabulary: Vocabulary): readonly Piece[] {
  const { typed, facts } = piece;
  if (facts.length > 0 || !HYPHENED.test(typed)) return [piece];
  if (vocabulary.meaningOf(vocabularyKey(typed)) || vocabulary.meaningOf(joined(typed))) return [piece];
  const halves = typed.split(/(?<=-)/);
  const isMeant = (half: string) => {
    const key = vocabularyKey(half);
    return (
      FILLERS.has(key) ||
      isBrand([key]) ||
      vocabulary.meaningOf(key) ||
      (key.length <= MAX_COMPOUND && compound(key, vocabulary))
    );
  };
  return halves.every(isMeant) ? halves.map((half) => ({ typed: half, facts })) : [piece];
}

const HYPHENED = /^\p{L}{3,}(?:-\p{L}{3,})+$/u;

function joined(typed: string): string {
  return HYPHENED.test(typed) ? vocabularyKey(typed.replaceAll("-", "")) : "";
}

function plainWordsIn(text: string, vocabulary: Vocabulary): Part[] {
  const pieces = withAlternatives(piecesOf(text, vocabulary.definitions), vocabulary).flatMap((piece) =>
    halvesOf(piece, vocabulary),
  );
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
      const text = typed.join(" ");
      if (many > 1 && [typed[0], typed.at(-1)].some((word = "") => vocabularyKey(word) === "")) continue;
      const meaning = vocabulary.meaningOf(vocabularyKey(text)) ?? vocabulary.meaningOf(joined(text));
      if (!meaning) continue;
      // The name of a player means the models too.
      const expansion = meaning.kind === "words" ? vocabulary.expandNickname(vocabularyKey(text)) : null;
      parts.push({ ...PLAIN_PART, ...meaning, typed: text, expansion });
      consumed = many;
      break;
    }
    if (consumed === 0) {
      const key = vocabularyKey(piece.typed);
      const isLong = /^\p{L}{6,}$/u.test(key) && key.length <= MAX_COMPOUND;
      const words = isLong ? compound(key, vocabulary) : null;
      if (words)
        parts.push(...words.map((one, n) => ({ ...PLAIN_PART, ...one, typed: n === 0 ? piece.typed : "" })));
      else {
        const isElided = piece.typed.endsWith("'") && piece.typed.length <= MAX_ELIDED;
        const isFiller = isElided || key.split(" ").every((word) => FILLERS.has(word));
        const kind = isFiller ? "filler" : "words";
        parts.push({ ...PLAIN_PART, typed: piece.typed, kind, expansion: vocabulary.expandNickname(key) });
      }
      consumed = 1;
    }
    at += consumed;
  }
  return parts;
}

/** "Max 200G" is a racket. */
function isName(text: string, { at, length }: Amount, vocabulary: Vocabulary): boolean {
  const rest = /^\p{L}*/u.exec(text.slice(at + length))?.[0] ?? "";
  return vocabulary.meaningOf(vocabularyKey(text.slice(at, at + length) + rest))?.kind === "words";
}

function requiredIn(text: string, vocabulary: Vocabulary, rates: readonly Rate[]): Part[] {
  const parts: Part[] = [];
  let at = 0;
  const add = (part: Part, start: number) => {
    parts.push(...wordsIn(text.slice(at, start), vocabulary), part);
    at = start + part.typed.length;
  };
  for (const amount of amountsIn(text, vocabulary.isModelNumber)) {
    if (amount.at < at || isName(text, amount, vocabulary)) continue;
    const age = ageOf(text, amount);
    const measure = age ? null : measureOf(text, at, amount, vocabulary.definitions);
    if (amount.mustBeMeasure && !measure) continue;
    if (age) {
      const children = age.isChild && vocabulary.meaningOf("children");
      add({ ...PLAIN_PART, kind: "filler", ...children, typed: age.typed }, amount.at);
    } else if (measure) {
      const { typed, facts } = measure;
      const types = [...new Set(facts.map(({ type }) => type))];
      add({ ...PLAIN_PART, typed, kind: "measure", facts: [facts], types, factsOnly: true }, measure.at);
    } else {
      const typed = text.slice(amount.at, amount.at + amount.length);
      add({ ...PLAIN_PART, typed, kind: "price", price: inCents(amount, rates) }, amount.at);
    }
  }
  return [...parts, ...wordsIn(text.slice(at), vocabulary)];
}
