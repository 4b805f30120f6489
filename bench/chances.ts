import { type Random, random } from "./random.ts";

/** Draws, the same ones each time. */
export interface Chances {
  readonly next: Random;
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  /** The first most often, the tenth a tenth as often: as brands, colours and towns are. */
  zipf<Item>(items: readonly Item[]): Item;
}

export function chances(seed: string): Chances {
  const next = random(seed);
  const sums = new Map<number, readonly number[]>();
  function sumsOf(length: number): readonly number[] {
    const known = sums.get(length);
    if (known) return known;
    let sum = 0;
    const made = Array.from({ length }, (_, rank) => (sum += 1 / (rank + 1)));
    sums.set(length, made);
    return made;
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
