import { connect } from "./database.ts";
import { median, milliseconds, quantile } from "./measure.ts";
import { type Budget, ms, type Row } from "./report.ts";

/** Reads rackets in the cheapest way: with one connection and one prepared statement, from the partition itself. */
export async function openKeyReader(url: string, rackets: readonly { readonly id: string }[]) {
  const client = await connect(url);
  const text = "select * from rackets where type = 'racket' and id = $1";
  let count = 0;
  const read = () => client.query({ name: "by key", text, values: [rackets[count++ % rackets.length]?.id] });
  for (let n = 0; n < 50; n++) await read();

  /** @param inputs by the name that the row shows. The slowest ratio counts; `q` is 0.5 for p50. */
  async function row<Input>(
    what: string,
    budget: Budget | null,
    inputs: Readonly<Record<string, readonly Input[]>>,
    run: (input: Input) => Promise<unknown>,
    q = 0.5,
  ): Promise<Row> {
    const ratios: number[] = [];
    const figures: string[] = [];
    for (const [name, searches] of Object.entries(inputs)) {
      const [times, keys]: [number[], number[]] = [[], []];
      for (const input of searches) {
        // Loads the database pages into memory first, since budgets are for a running shop.
        await run(input);
        times.push(await milliseconds(() => run(input)));
        keys.push(await milliseconds(read));
      }
      const ratio = quantile(times, q) / median(keys);
      const shown = [0.5, 0.95, 0.99].map((part) => ms(quantile(times, part))).join(", ");
      ratios.push(ratio);
      figures.push(
        `${name} ${ratio.toFixed(1)} x (${shown} of ${searches.length}; by key ${ms(median(keys))})`,
      );
    }
    return {
      what,
      against: "p50 of a bare prepared read by primary key",
      ratio: Math.max(...ratios),
      ...(budget && { budget }),
      figures: `p50, p95, p99: ${figures.join("; ")}`,
    };
  }
  return { row, [Symbol.asyncDispose]: () => client.end() };
}
