/** A word of the dictionary, and the number of listings with it. */
export interface Candidate {
  readonly term: string;
  readonly listings: number;
}

/** The maximum number of typos that are corrected in a word of this length. */
function maxEdits(word: string): number {
  if (word.length < 3) return 0;
  return word.length < 6 ? 1 : 2;
}

/**
 * The edit distance of two words: extra, missing, wrong or swapped neighbouring letters. Above `most` it returns
 * `most` + 1.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
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
    if (Math.min(...row) > most) return most + 1;
    before = last;
    last = row;
  }
  return Math.min(last[other.length] ?? 0, most + 1);
}

/**
 * The probably intended word: few edits away, and frequent. One more edit is allowed for a word in a hundred times as
 * many listings. The first letter is rarely wrong. Null when no word is near.
 */
export function bestCorrection(word: string, candidates: readonly Candidate[]): string | null {
  const most = maxEdits(word);
  let best: { term: string; score: number } | null = null;
  for (const { term, listings } of candidates) {
    const slips = editDistance(word, term, most);
    const sameStart = term[0] === word[0];
    if (slips === 0 || slips > most || (word.length < 4 && !sameStart)) continue;
    const score = Math.log10(listings + 1) - 2 * slips + (sameStart ? 0.5 : 0);
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
