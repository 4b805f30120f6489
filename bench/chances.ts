import { type Random, random } from "./random.ts";

/** Random choices that are the same in every run, from one seed. */
export interface Chances {
  readonly next: Random;
  /** Both ends included. */
  between(from: number, to: number): number;
  /** An item by Zipf's law: the tenth is a tenth as likely as the first. */
  zipf<Item>(items: readonly Item[]): Item;
}

export function chances(seed: string): Chances {
  const next = random(seed);
  const sums = new Map<number, readonly number[]>();
  function sumsOf(length: number): readonly number[] {
    const known = sums.get(length);
    if (known) return known;
    let sum = 0;
    const cumulated = Array.from({ length }, (_, rank) => (sum += 1 / (rank + 1)));
    sums.set(length, cumulated);
    return cumulated;
  }
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    zipf(items) {
      const running = sumsOf(items.length);
      const at = next() * (running.at(-1) ?? 0);
      return items[running.findIndex((sum) => sum > at)] as (typeof items)[number];
    },
  };
}
