/** Pseudorandom numbers from 0 to 1, the same for one seed. */
export function random(seed: string): () => number {
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ character.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mix = Math.imul(state ^ (state >>> 15), 1 | state);
    mix = (mix + Math.imul(mix ^ (mix >>> 7), 61 | mix)) ^ mix;
    return ((mix ^ (mix >>> 14)) >>> 0) / 4294967296;
  };
}

/** Random choices that are the same in every run, from one seed. */
export type Chances = ReturnType<typeof chances>;

/** The sums of 1, 1 + 1/2, 1 + 1/2 + 1/3 and so on. */
const ZIPF_SUMS = [1];
for (let rank = 2; rank <= 2_000; rank++) ZIPF_SUMS.push((ZIPF_SUMS.at(-1) ?? 0) + 1 / rank);

export function chances(seed: string) {
  const next = random(seed);
  return {
    next,
    /** Both ends included. */
    between: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    /** A key of `percents`, each with its probability. */
    byPercent<Name extends string>(percents: Readonly<Record<Name, number>>): Name {
      const names = Object.keys(percents) as Name[];
      const hundred = names.flatMap((name) => Array<Name>(percents[name]).fill(name));
      return hundred[Math.floor(next() * hundred.length)] as Name;
    },
    /** An item by Zipf's law: the tenth is a tenth as likely as the first. */
    zipf<Item>(items: readonly Item[]): Item {
      const at = next() * (ZIPF_SUMS[items.length - 1] ?? 0);
      return items[ZIPF_SUMS.findIndex((sum) => sum > at)] as Item;
    },
  };
}
