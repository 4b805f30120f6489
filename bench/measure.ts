/** `q` is from 0 to 1. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export async function milliseconds(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** Measures all `sides` in turn, so that other load on the machine affects them equally. Returns the median of each. */
export async function interleaved<Side extends string>(
  repeats: number,
  sides: Readonly<Record<Side, () => Promise<number>>>,
): Promise<Record<Side, number>> {
  const names = Object.keys(sides) as Side[];
  const measured = new Map<Side, number[]>(names.map((name) => [name, []]));
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const name of names) measured.get(name)?.push(await sides[name]());
  }
  return Object.fromEntries(names.map((name) => [name, median(measured.get(name) ?? [])])) as Record<
    Side,
    number
  >;
}
