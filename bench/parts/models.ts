import { findModels } from "#app/domain/models/find.ts";
import { modelTitle } from "#app/domain/models/model.ts";
import { shippedCatalogue } from "#tests/support/models.ts";
import { milliseconds, quantile } from "../measure.ts";
import { atMost, integer, ms, type Part } from "../report.ts";

/** The most time, in milliseconds, that one request may take while a seller types. */
const BUDGET_MS = 5;
const WARM_UP = 200;

/** The queries for one model: each prefix of its title from three letters on, and the title with a typo. */
function typedFor(title: string): string[] {
  const beginnings = Array.from({ length: title.length - 2 }, (_, at) => title.slice(0, at + 3));
  return [...beginnings, title.replace(/[aeo]/, "u")];
}

export const models: Part = async () => {
  const catalogue = shippedCatalogue("racket");
  const titles = catalogue.entries.filter((_, at) => at % 20 === 0).map(({ model }) => modelTitle(model));
  const queries = titles.flatMap(typedFor);
  const times: number[] = [];
  for (const query of [...queries.slice(0, WARM_UP), ...queries]) {
    const find = () => milliseconds(async () => findModels(catalogue, query, 8));
    // The shortest of three times is the one least affected by other load on the machine.
    times.push(Math.min(await find(), await find(), await find()));
  }
  const [p50, p99] = [0.5, 0.99].map((q) => quantile(times.slice(WARM_UP), q));
  return [
    {
      what: "models for what a seller types, p99",
      against: `${BUDGET_MS} ms`,
      ratio: (p99 ?? Number.NaN) / BUDGET_MS,
      budget: atMost(1, 0.5),
      figures: `p50 ${ms(p50 ?? 0)}, p99 ${ms(p99 ?? 0)}; ${integer(queries.length)} queries, ${integer(catalogue.entries.length)} models`,
    },
  ];
};
