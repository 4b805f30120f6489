export interface Candidate {
  readonly term: string;
  readonly listings: number;
}

function maxEdits(word: string): number {
  if (word.length < 3) return 0;
  return word.length < 6 ? 1 : 2;
}

/**
 * The edit distance of two words, where swapping two neighbouring letters is one edit. Distances above `limit` count as
 * `limit` + 1.
 */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) > limit) return limit + 1;
    before = last;
    last = row;
  }
  return Math.min(last[other.length] ?? 0, limit + 1);
}

/**
 * The most probable correction: few edits, and frequent. One more edit weighs as much as a hundred times fewer
 * listings. The first letter is rarely wrong. Null where no candidate is near.
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

/** All splits of a word into two, the most even first: "pure|drive", "hyper|g", "aero|98". */
export function halvesOf(word: string): (readonly [string, string])[] {
  const halves: (readonly [string, string])[] = [];
  if (word.length < 4) return halves;
  for (let at = 1; at < word.length; at++) halves.push([word.slice(0, at), word.slice(at)]);
  const evenness = ([one, other]: readonly [string, string]) => Math.abs(one.length - other.length);
  return halves.sort((a, b) => evenness(a) - evenness(b));
}
