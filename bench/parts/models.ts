import { findModels } from "#app/domain/models/find.ts";
import { modelTitle } from "#app/domain/models/model.ts";
import { shippedCatalogue } from "#tests/support/models.ts";
import { quantile } from "../measure.ts";
import { ms, type Row } from "../report.ts";

/** The most time, in milliseconds, that one request may take while a seller types. */
const BUDGET_MS = 5;
const LIMIT = 8;

/** The queries for one model: each prefix of its title from three letters on, and the title with a typo. */
function typedFor(title: string): string[] {
  const beginnings = Array.from({ length: title.length - 2 }, (_, at) => title.slice(0, at + 3));
  return [...beginnings, title.replace(/[aeo]/, "u")];
}

export async function benchModels(): Promise<Row[]> {
  const catalogue = shippedCatalogue("racket");
  const typed = catalogue.entries
    .filter((_, at) => at % 20 === 0)
    .flatMap(({ model }) => typedFor(modelTitle(model)));
  const measured = [...typed.slice(0, 200), ...typed].map((query) => {
    // The shortest of three times is the one least affected by other load on the machine.
    const times = [1, 2, 3].map(() => {
      const started = performance.now();
      findModels(catalogue, query, LIMIT);
      return performance.now() - started;
    });
    return Math.min(...times);
  });
  // The first 200 queries only warm up the code.
  const times = measured.slice(200);
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  return [
    {
      what: "models for what a seller types, p99",
      against: `${BUDGET_MS} ms`,
      ratio: p99 / BUDGET_MS,
      budget: { at: "most", limit: 1, goal: 0.5 },
      figures: `p50 ${ms(p50)}, p99 ${ms(p99)}; ${times.length.toLocaleString("en-GB")} queries, ${catalogue.entries.length.toLocaleString("en-GB")} models`,
    },
  ];
}
