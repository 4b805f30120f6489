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
