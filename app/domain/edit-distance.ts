/** Swapping two neighbouring letters is one edit. Distances above `limit` count as `limit` + 1. */
export function editDistance(word: string, other: string, limit: number): number {
  if (Math.abs(word.length - other.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= word.length; i++) {
    const row = [i];
    let smallest = i;
    for (let j = 1; j <= other.length; j++) {
      const same = word[i - 1] === other[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
      smallest = Math.min(smallest, least);
    }
    if (smallest > limit) return limit + 1;
    before = last;
    last = row;
  }
  return Math.min(last[other.length] ?? 0, limit + 1);
}
