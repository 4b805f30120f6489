import type { MeantFact } from "#app/domain/categories/derive/units.ts";
import type { WordedPart } from "./intent.ts";
import {
  isSpelled,
  type Knowledge,
  knowledgeOf,
  loneWord,
  type Reading,
  readMeant,
  stockedAmong,
} from "./reading.server.ts";
import { bestCorrection, halvesOf } from "./spelling.ts";
import { vocabulary } from "./vocabulary.server.ts";
import type { Understood, Wanted } from "./words.server.ts";

/** When nothing was found, a known word is replaced by one that this many times as many listings have. */
const DOUBTED = 20;
/** Nothing found: so many parts are left out, one after the other. */
const MAX_DROPPED = 4;

/** How much the typed words may be changed: see `withWords`. */
type Trust = "typed" | "begun" | "doubted";

interface Chosen {
  readonly text: string;
  readonly wanted: readonly Wanted[];
  /** A word that no listing has; perhaps it is half a word, or two words. */
  readonly unknown?: string;
}

const NOTHING: Wanted = { words: [], terms: [], facts: [], alike: [], types: [], factsOnly: false };

/** A thickness, written with or without a point: "125" and "1.25". It may be followed by "/16L". */
function gaugeOf(word: string): Wanted | null {
  const [, whole = "", decimals = ""] = /^(\d)[.,]?(\d\d)$/.exec(word) ?? [];
  const [joined, pointed] = [`${whole}${decimals}`, `${whole}.${decimals}`];
  const value = Number(pointed);
  const facts = vocabulary.definitions.flatMap(({ type, fields }) =>
    Object.entries(fields).flatMap(([name, field]): MeantFact[] =>
      whole !== "" && field.kind === "number" && field.pointless && value >= field.min && value <= field.max
        ? [{ type, field: name, values: [String(value)] }]
        : [],
    ),
  );
  if (facts.length === 0) return null;
  return { ...NOTHING, terms: [joined, pointed, `${joined}/*`, `${pointed}/*`], facts };
}

/** The conditions of a part. */
function wantedOf({ about, words, terms, facts, alike, types, factsOnly, typed }: WordedPart): Wanted[] {
  const own = words.map(({ term }) => term);
  switch (about) {
    case "price":
    case "date":
    case "place":
    case "seller":
    case "filler":
      return [];
    case "absent":
      return [{ ...NOTHING, words: own }];
    case "category":
      return [{ ...NOTHING, words: own, types }];
    case "audience":
      return facts.map((any, at) => ({
        ...NOTHING,
        facts: any,
        alike,
        factsOnly,
        terms: at === 0 ? terms : [],
      }));
    case "thing":
    case "value":
    case "measure":
      return facts.map((any) => ({
        ...NOTHING,
        facts: any,
        alike,
        factsOnly,
        terms,
        words: factsOnly ? [] : own,
      }));
    case "words":
      return [gaugeOf(typed) ?? { ...NOTHING, words: own, terms }];
  }
}

function termsOf(terms: readonly string[]): Wanted {
  return { ...NOTHING, terms };
}

interface Manner {
  readonly trust: Trust;
  /** Words are not changed. */
  readonly exact: boolean;
}

function choose(
  part: WordedPart,
  isLast: boolean,
  known: Knowledge | undefined,
  { trust, exact }: Manner,
): Chosen {
  const asTyped = { text: part.typed, wanted: wantedOf(part) };
  const word = loneWord(part);
  if (!word || !known) return asTyped;
  const completed = known.completed.length > 0 && { text: part.typed, wanted: [termsOf(known.completed)] };
  if (word.listings > 0 || known.stocked) {
    if (trust === "begun" && isLast && completed) return completed;
    if (trust !== "doubted" || !isSpelled(word.term)) return asTyped;
    const better = known.near.filter(({ listings }) => listings >= DOUBTED * (word.listings + 1));
    const meant = bestCorrection(word.term, better);
    return meant === null ? asTyped : { text: meant, wanted: [termsOf([meant])] };
  }
  if (isLast && completed) return completed;
  if (exact) return completed || asTyped;
  if (!isSpelled(word.term)) return completed || { ...asTyped, unknown: word.term };
  const meant = bestCorrection(word.term, known.near);
  if (meant !== null) return { text: meant, wanted: [termsOf([meant])] };
  return completed || { ...asTyped, unknown: word.term };
}

/** Joins or splits words: "rf 97", "e-zone", "puredrive", "pro kennex". */
async function respaced(parts: readonly WordedPart[], chosen: readonly Chosen[]): Promise<Chosen[]> {
  const isWord = (at: number) => parts[at]?.about === "words" && parts[at].terms.length === 0;
  const unhyphened = (at: number) => (parts[at]?.words ?? []).map(({ term }) => term).join("");
  const joined = (at: number) => `${unhyphened(at)}${unhyphened(at + 1)}`;
  const asked = parts.flatMap((part, at) => [
    ...(isWord(at) && isWord(at + 1) ? [joined(at)] : []),
    ...(isWord(at) && part.words.length > 1 ? [unhyphened(at)] : []),
    ...halvesOf(chosen[at]?.unknown ?? "").flat(),
  ]);
  const stocked = await stockedAmong([...new Set(asked)]);
  if (stocked.size === 0) return [...chosen];
  const result: Chosen[] = [];
  for (let at = 0; at < chosen.length; at++) {
    const one = chosen[at];
    const next = chosen[at + 1];
    if (!one) continue;
    if (next && isWord(at) && isWord(at + 1) && stocked.has(joined(at))) {
      const isUnknown = one.unknown !== undefined || next.unknown !== undefined;
      // Both known, the words may be meant as they are: a listing has the joined word or both.
      const words = isUnknown ? [] : [...(one.wanted[0]?.words ?? []), ...(next.wanted[0]?.words ?? [])];
      result.push({
        text: isUnknown ? joined(at) : `${one.text} ${next.text}`,
        wanted: [{ ...termsOf([joined(at)]), words }],
      });
      at += 1;
      continue;
    }
    if (isWord(at) && (parts[at]?.words.length ?? 0) > 1 && stocked.has(unhyphened(at))) {
      result.push({ ...one, wanted: one.wanted.map((wanted) => ({ ...wanted, terms: [unhyphened(at)] })) });
      continue;
    }
    // The dictionary has no numbers.
    const halves = halvesOf(one.unknown ?? "").find(
      (two) =>
        two.every((half) => stocked.has(half) || /^\d{2,}$/.test(half)) &&
        two.some((half) => stocked.has(half)),
    );
    result.push(halves ? { text: halves.join(" "), wanted: halves.map((half) => termsOf([half])) } : one);
  }
  return result;
}

async function understand(
  { parts, types, text: read }: Reading,
  q: string,
  manner: Manner,
): Promise<Understood> {
  const { trust, exact } = manner;
  const last = parts.length - 1;
  const asked = parts.filter((part, at) => {
    const word = loneWord(part);
    if (!word) return false;
    return word.listings === 0 || trust === "doubted" || (trust === "begun" && at === last);
  });
  const knowledge = await knowledgeOf(asked.flatMap((part) => loneWord(part)?.term ?? []));
  const chosen = parts.map((part, at) =>
    choose(part, at === last, knowledge.get(loneWord(part)?.term ?? ""), manner),
  );
  const final = exact ? chosen : await respaced(parts, chosen);
  const text = final
    .map((one) => one.text)
    .filter((one) => one !== "")
    .join(" ");
  const typed = parts
    .map((part) => part.typed)
    .filter((one) => one !== "")
    .join(" ");
  return {
    wanted: final.flatMap((one) => one.wanted),
    types,
    parts,
    price: parts.find(({ price }) => price !== null)?.price ?? null,
    date: parts.find(({ date }) => date !== null)?.date ?? null,
    place: parts.find(({ place }) => place !== null)?.place ?? null,
    sellerId: parts.find(({ sellerId }) => sellerId !== null)?.sellerId ?? null,
    text,
    corrected: text !== typed || read !== q,
    dropped: [],
  };
}

/** What is left out first where nothing is found. Other words are never left out while a listing has them. */
const DROPPED_FIRST = ["place", "date", "price", "audience", "measure", "value"] as const;

function nextDropped(parts: readonly WordedPart[]): WordedPart | undefined {
  for (const about of DROPPED_FIRST) {
    const part = parts.findLast((one) => one.about === about && one.typed !== "");
    if (part) return part;
  }
  const unknown = parts.filter(
    ({ about, words }) =>
      about === "words" && words.every(({ term, listings }) => listings === 0 && isSpelled(term)),
  );
  const isKnown = ({ about, words }: WordedPart) =>
    about === "category" ||
    about === "thing" ||
    about === "seller" ||
    (about === "words" && words.some(({ listings }) => listings > 0));
  return parts.some(isKnown) ? unknown.at(-1) : undefined;
}

/**
 * Searches by words. A word that no listing has is replaced by the probable one. If that finds nothing, it tries the
 * last word as a prefix, then replaces rare words, then leaves out the least important part, one after the other. With
 * `exact`, no word is changed.
 */
export async function withWords<Found extends { readonly total: number }>(
  q: string,
  exact: boolean,
  search: (understood: Understood) => Promise<Found>,
): Promise<{ found: Found; understood: Understood }> {
  const reading = await readMeant(q, exact);
  const { parts } = reading;
  const first = await understand(reading, q, { trust: "typed", exact });
  const found = await search(first);
  if (found.total > 0 || parts.length === 0 || reading.types?.length === 0)
    return { found, understood: first };
  // A correct single word stays, even if the filters exclude all its matches.
  const tries: Trust[] = exact || parts.length === 1 ? ["begun"] : ["begun", "doubted"];
  for (const trust of tries) {
    const understood = await understand(reading, q, { trust, exact });
    const again = await search(understood);
    if (again.total > 0) return { found: again, understood };
  }
  const dropped: string[] = [];
  let left = parts;
  while (!exact && dropped.length < MAX_DROPPED) {
    const next = nextDropped(left);
    if (!next) break;
    left = left.filter((part) => part !== next);
    dropped.push(next.typed);
    const understood = await understand({ ...reading, parts: left }, q, { trust: "typed", exact });
    const again = await search(understood);
    if (again.total > 0) return { found: again, understood: { ...understood, parts, dropped } };
  }
  return { found, understood: first };
}

/** The probable correction of the typed text; null when there is nothing to correct. */
export async function correctionOf(q: string): Promise<string | null> {
  const { corrected, text } = await understand(await readMeant(q, false), q, {
    trust: "typed",
    exact: false,
  });
  return corrected ? text : null;
}
