import { editDistance } from "#app/domain/edit-distance.ts";
import type { Candidate } from "../understand/parts.ts";

function maxEdits(word: string): number {
  if (word.length < 3) return 0;
  return word.length < 6 ? 1 : 2;
}

/**
 * The best correction needs few edits and is frequent: one more edit weighs as much as a hundred times fewer listings.
 * The first letter is rarely wrong. Null when no candidate is similar enough.
 */
export function bestCorrection(word: string, candidates: readonly Candidate[]): string | null {
  const limit = maxEdits(word);
  let best: { term: string; score: number } | null = null;
  for (const { term, listings } of candidates) {
    const edits = editDistance(word, term, limit);
    const sameStart = term[0] === word[0];
    if (edits === 0 || edits > limit || (word.length < 4 && !sameStart)) continue;
    const score = Math.log10(listings + 1) - 2 * edits + (sameStart ? 0.5 : 0);
    if (best === null || score > best.score) best = { term, score };
  }
  return best?.term ?? null;
}

/** Every split of a word of at least four letters into two, the most even first: "aer|o98" before "aero|98". */
export function halvesOf(word: string): (readonly [string, string])[] {
  const halves: (readonly [string, string])[] = [];
  if (word.length < 4) return halves;
  for (let at = 1; at < word.length; at++) halves.push([word.slice(0, at), word.slice(at)]);
  const evenness = ([one, other]: readonly [string, string]) => Math.abs(one.length - other.length);
  return halves.sort((a, b) => evenness(a) - evenness(b));
}

const MIN_HALF = 3;
/** Shorter halves are spelled right, or they would be like too many words. */
const MIN_MISSPELLED = 5;

/**
 * A compound word with a slip in each half at most: "tenisballen" for "tennisballen". Null where the second half is like
 * no name.
 * @param beginnings words in lower case without accents, which may stand before a name
 * @param names by the same names without accents, how they are spelled
 */
export function correctedCompound(
  word: string,
  beginnings: readonly string[],
  names: ReadonlyMap<string, string>,
): string | null {
  let best: { text: string; edits: number } | null = null;
  for (let at = MIN_HALF; at <= word.length - MIN_HALF; at++) {
    const [start, rest] = [word.slice(0, at), word.slice(at)];
    const first = nearestOf(start, beginnings);
    if (!first) continue;
    const name = nearestOf(rest, names.keys());
    const second = name
      ? { text: names.get(name.text) ?? name.text, edits: name.edits }
      : // "Kindertennisraket" has a compound as its second half.
        { text: correctedCompound(rest, beginnings, names), edits: 1 };
    if (second.text === null) continue;
    const edits = first.edits + second.edits;
    if (edits > 0 && (best === null || edits < best.edits)) best = { text: first.text + second.text, edits };
  }
  return best?.text ?? null;
}

/** The word itself or one that differs by one edit. */
function nearestOf(word: string, candidates: Iterable<string>): { text: string; edits: number } | null {
  let near: string | null = null;
  for (const candidate of candidates) {
    if (candidate === word) return { text: word, edits: 0 };
    if (near === null && word.length >= MIN_MISSPELLED && candidate.length >= MIN_MISSPELLED)
      if (editDistance(word, candidate, 1) === 1) near = candidate;
  }
  return near === null ? null : { text: near, edits: 1 };
}

/**
 * A text with the first place corrected at which words stand that were typed. They stand there as whole words, with any
 * space between them; otherwise the text stays.
 */
export function withCorrection(text: string, typed: string, right: string): string {
  const words = typed.split(" ").map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const place = new RegExp(`(?<![\\p{L}\\p{M}])${words.join("\\s+")}(?![\\p{L}\\p{M}])`, "u");
  return text.replace(place, () => right);
}
