import { typesWithout } from "../understand/intent.ts";
import { priceIn, type TokenizedPart } from "../understand/parts.ts";
import { type DictionaryEntry, dictionaryEntries, wordsInStock } from "./dictionary.server.ts";
import { conditionsOfPart, type Interpretation, termsOf, type WordCondition } from "./interpretation.ts";
import { isCorrectable, type Reading, readSearch, singleWord } from "./reading.server.ts";
import { bestCorrection, halvesOf } from "./spelling.ts";

/**
 * Words that no listing has are replaced. If that finds nothing, it tries in turn: the last word as a prefix, other
 * words for rare ones, and the search without its least important parts. With `exact`, words are only completed.
 */
export async function searchByWords<Found extends { readonly total: number }>(
  q: string,
  exact: boolean,
  search: (interpretation: Interpretation) => Promise<Found>,
): Promise<{ found: Found; interpretation: Interpretation }> {
  const reading = await readSearch(q, exact);
  const { parts } = reading;
  const first = await interpret(reading, q, { leniency: "typed", exact });
  const found = await search(first);
  if (found.total > 0 || parts.length === 0 || reading.types?.length === 0)
    return { found, interpretation: first };
  // A single word that listings have is not replaced, even if the filters exclude them all.
  const tries: Leniency[] = exact || parts.length === 1 ? ["prefix"] : ["prefix", "rare"];
  for (const leniency of tries) {
    const interpretation = await interpret(reading, q, { leniency, exact });
    const again = await search(interpretation);
    if (again.total > 0) return { found: again, interpretation };
  }
  const dropped: string[] = [];
  let remaining = parts;
  while (!exact && dropped.length < MAX_DROPPED) {
    const next = nextDropped(remaining);
    if (!next) break;
    remaining = remaining.filter((part) => part !== next);
    if (next.typed !== "") dropped.push(next.typed);
    const kept = { ...reading, parts: remaining, types: typesWithout(reading, remaining) };
    const interpretation = await interpret(kept, q, { leniency: "typed", exact });
    const again = await search(interpretation);
    if (again.total > 0) return { found: again, interpretation: { ...interpretation, parts, dropped } };
  }
  return { found, interpretation: first };
}

/** Which words may be changed, besides those that no listing has. */
type Leniency =
  | "typed" // no others
  | "prefix" // the last word: it is completed
  | "rare"; // rare words: similar frequent ones replace them

interface InterpretOptions {
  readonly leniency: Leniency;
  readonly exact: boolean;
}

async function interpret(
  { parts, types, text: read, entries: known }: Reading,
  q: string,
  options: InterpretOptions,
): Promise<Interpretation> {
  const { leniency, exact } = options;
  const last = parts.findLastIndex(({ kind }) => kind !== "excluded");
  const lookedUp = parts.filter((part, at) => {
    const word = singleWord(part);
    if (!word) return false;
    return word.listings === 0 || leniency === "rare" || (leniency === "prefix" && at === last);
  });
  const asked = lookedUp.flatMap((part) => singleWord(part)?.term ?? []).filter((word) => !known.has(word));
  const entries = new Map([...known, ...(await dictionaryEntries(asked))]);
  const resolved = parts.map((part, at) =>
    resolvePart(part, at === last, entries.get(singleWord(part)?.term ?? ""), options),
  );
  const final = exact ? resolved : await joinOrSplit(parts, resolved);
  const text = final
    .map((one) => one.text)
    .filter((one) => one !== "")
    .join(" ");
  const typed = parts
    .map((part) => part.typed)
    .filter((one) => one !== "")
    .join(" ");
  return {
    wordConditions: final.flatMap((one) => one.wordConditions),
    types,
    parts,
    price: priceIn(parts),
    date: parts.find(({ date }) => date !== null)?.date ?? null,
    place: parts.find(({ place }) => place !== null)?.place ?? null,
    sellerId: parts.find(({ sellerId }) => sellerId !== null)?.sellerId ?? null,
    text,
    corrected: text !== typed || read !== q,
    dropped: [],
  };
}

interface ResolvedPart {
  readonly text: string;
  readonly wordConditions: readonly WordCondition[];
  /** A word that no listing has. Perhaps it is half of a word, or two words in one. */
  readonly unknown?: string;
}

function resolvePart(
  part: TokenizedPart,
  isLast: boolean,
  known: DictionaryEntry | undefined,
  { leniency, exact }: InterpretOptions,
): ResolvedPart {
  const asTyped = { text: part.typed, wordConditions: conditionsOfPart(part) };
  const word = singleWord(part);
  if (!word || !known) return asTyped;
  // Listings may write the word as two: "cx200" as "cx 200".
  if (word.listings === 0 && part.namesModel) return { ...asTyped, unknown: word.term };
  const completed = known.completions.length > 0 && {
    text: part.typed,
    wordConditions: [termsOf(known.completions)],
  };
  if (word.listings > 0 || known.stocked) {
    if (leniency === "prefix" && isLast && completed) return completed;
    if (leniency !== "rare" || !isCorrectable(word.term)) return asTyped;
    const better = known.similar.filter(({ listings }) => listings >= RARER_BY * (word.listings + 1));
    const correction = bestCorrection(word.term, better);
    return correction === null ? asTyped : { text: correction, wordConditions: [termsOf([correction])] };
  }
  if (isLast && completed) return completed;
  if (exact) return completed || asTyped;
  if (!isCorrectable(word.term)) return completed || { ...asTyped, unknown: word.term };
  const correction = bestCorrection(word.term, known.similar);
  if (correction !== null) return { text: correction, wordConditions: [termsOf([correction])] };
  return completed || { ...asTyped, unknown: word.term };
}

/** Joins two words that listings write as one, and splits a word that they write as two. */
async function joinOrSplit(
  parts: readonly TokenizedPart[],
  resolved: readonly ResolvedPart[],
): Promise<ResolvedPart[]> {
  const isWord = (at: number) => parts[at]?.kind === "words" && parts[at].terms.length === 0;
  const withoutHyphens = (at: number) => (parts[at]?.words ?? []).map(({ term }) => term).join("");
  const joined = (at: number) => `${withoutHyphens(at)}${withoutHyphens(at + 1)}`;
  const lookedUp = parts.flatMap((part, at) => [
    ...(isWord(at) && isWord(at + 1) ? [joined(at)] : []),
    ...(isWord(at) && part.words.length > 1 ? [withoutHyphens(at)] : []),
    ...halvesOf(resolved[at]?.unknown ?? "").flat(),
  ]);
  const stocked = await wordsInStock([...new Set(lookedUp)]);
  if (stocked.size === 0) return [...resolved];
  const result: ResolvedPart[] = [];
  for (let at = 0; at < resolved.length; at++) {
    const one = resolved[at];
    const next = resolved[at + 1];
    if (!one) continue;
    if (next && isWord(at) && isWord(at + 1) && stocked.has(joined(at))) {
      const isUnknown = one.unknown !== undefined || next.unknown !== undefined;
      // If listings have both words, a listing matches with the joined word or with both.
      const words = isUnknown
        ? []
        : [...(one.wordConditions[0]?.words ?? []), ...(next.wordConditions[0]?.words ?? [])];
      result.push({
        text: isUnknown ? joined(at) : `${one.text} ${next.text}`,
        wordConditions: [{ ...termsOf([joined(at)]), words }],
      });
      at += 1;
      continue;
    }
    if (isWord(at) && (parts[at]?.words.length ?? 0) > 1 && stocked.has(withoutHyphens(at))) {
      result.push({
        ...one,
        wordConditions: one.wordConditions.map((condition) => ({
          ...condition,
          terms: [withoutHyphens(at)],
        })),
      });
      continue;
    }
    // The dictionary has no numbers, so any number counts as known.
    const halves = halvesOf(one.unknown ?? "").find(
      (two) =>
        two.every((half) => stocked.has(half) || /^\d{2,}$/.test(half)) &&
        two.some((half) => stocked.has(half)),
    );
    result.push(
      halves ? { text: halves.join(" "), wordConditions: halves.map((half) => termsOf([half])) } : one,
    );
  }
  return result;
}

/** Words that no listing has are completed or corrected, and no part is left out. */
export async function interpretTyped(q: string): Promise<Interpretation> {
  return interpret(await readSearch(q, false), q, { leniency: "typed", exact: false });
}

/** A word that listings have is replaced only by one that is this many times as frequent. */
const RARER_BY = 20;

const MAX_DROPPED = 4;

/** When a search finds nothing, its parts are left out in this order, and after them words that no listing has. */
const DROPPED_FIRST = ["extra", "place", "date", "price", "audience", "measure", "value"] as const;

function nextDropped(parts: readonly TokenizedPart[]): TokenizedPart | undefined {
  for (const kind of DROPPED_FIRST) {
    const part = parts.findLast((one) => one.kind === kind && (one.typed !== "" || kind === "extra"));
    if (part) return part;
  }
  const unknown = parts.filter(
    ({ kind, words, namesModel }) =>
      kind === "words" &&
      !namesModel &&
      words.every(({ term, listings }) => listings === 0 && isCorrectable(term)),
  );
  const isKnown = ({ kind, words, namesModel }: TokenizedPart) =>
    kind === "category" ||
    kind === "thing" ||
    kind === "seller" ||
    (kind === "words" && (namesModel || words.some(({ listings }) => listings > 0)));
  return parts.some(isKnown) ? unknown.at(-1) : undefined;
}
