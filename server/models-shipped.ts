import { z } from "zod";
import type { CategoryDefinition, ModelSpec } from "#app/domain/categories/definition.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { RowReader } from "#app/domain/csv/rows.ts";
import { isSlug, type Model, type ModelAlias, type Specs } from "#app/domain/models/model.ts";
import { wordsOf } from "#app/domain/models/words.ts";
import { cellsOf } from "#app/features/stock/csv/columns.ts";
import { StartupError } from "./startup-error.ts";

export interface ModelRow extends Omit<Model, "id" | "retired"> {
  readonly confidence: string;
  readonly source: string;
}

export interface ShippedModels {
  readonly models: readonly ModelRow[];
  readonly aliases: readonly ModelAlias[];
}

/** By name. */
export type ModelFiles = Readonly<Record<string, string>>;

const ALIASES = "aliases.csv";
const WITH_MODELS = CATEGORIES.filter(({ models }) => models !== undefined);
const fileOf = ({ plural }: CategoryDefinition) => `${plural}.csv`;

export const MODEL_FILES: readonly string[] = [...WITH_MODELS.map(fileOf), ALIASES];

const text = (max: number) => z.string("is missing").min(1, "is empty").max(max, "is too long");
const several = z.string("is missing").transform((cell) => cell.split("|").filter((value) => value !== ""));

const modelRow = z.looseObject({
  slug: z.string("is missing").refine(isSlug, "is not a slug"),
  brand: text(60),
  name: text(80),
  generation: z.string().max(20, "is too long").default(""),
  confidence: z.enum(["A", "B"], "is neither A nor B"),
  source: text(1000),
});

const aliasRow = z.object({
  type: z.enum(
    WITH_MODELS.map(({ type }) => type),
    "has no models",
  ),
  alias: text(60),
  brand: text(60),
  names: several,
});

function specIn(
  spec: ModelSpec,
  cell: string,
): { readonly value: Specs[string] } | { readonly fault: string } {
  if ("shape" in spec)
    return new RegExp(`^(?:${spec.shape})$`).test(cell) ? { value: cell } : { fault: "has the wrong format" };
  if ("values" in spec)
    return spec.values.includes(cell) ? { value: cell } : { fault: `is none of ${spec.values.join(", ")}` };
  const isList = spec.kind === "numbers";
  const numbers = (isList ? cell.split("|") : [cell]).map((number) =>
    /^\d+(\.\d+)?$/.test(number) ? Number(number) : Number.NaN,
  );
  const [first = Number.NaN] = numbers;
  return numbers.every((number) => number >= spec.min && number <= spec.max)
    ? { value: isList ? numbers : first }
    : { fault: `is not from ${spec.min} to ${spec.max}` };
}

interface Line<Row> {
  readonly line: number;
  readonly row: Row;
}

/** Collects the faults of all files, to report them together. */
class Faults {
  readonly #faults: string[] = [];

  add(file: string, line: number, fault: string): void {
    this.#faults.push(`db/data/models/${file}, row ${line}: ${fault}`);
  }

  addDuplicates<Row>(
    file: string,
    rows: readonly Line<Row>[],
    column: string,
    key: (row: Row) => string,
  ): void {
    const lines = new Map<string, number>();
    for (const { line, row } of rows) {
      const first = lines.get(key(row));
      if (first === undefined) lines.set(key(row), line);
      else this.add(file, line, `${column} is the same as in row ${first}`);
    }
  }

  /** @throws StartupError when there are faults */
  report(): void {
    if (this.#faults.length === 0) return;
    const shown = this.#faults.slice(0, 20);
    const more = this.#faults.length - shown.length;
    throw new StartupError([...shown, ...(more > 0 ? [`and ${more} more faults`] : [])].join("\n"));
  }
}

function rowsOf<Row extends z.ZodType>(file: string, files: ModelFiles, schema: Row, faults: Faults) {
  const reader = new RowReader(",");
  const [heading, ...rows] = [...reader.read(files[file] ?? ""), ...reader.end()];
  return rows.flatMap(
    ({ number, cells }): (Line<z.infer<Row>> & { cells: Readonly<Record<string, string>> })[] => {
      const named = cellsOf(cells, heading?.cells ?? []);
      const parsed = schema.safeParse(named);
      for (const { path, message } of parsed.error?.issues ?? [])
        faults.add(file, number, `${path.join(".")} ${message}`);
      return parsed.success ? [{ line: number, row: parsed.data, cells: named }] : [];
    },
  );
}

function modelsOf(definition: CategoryDefinition, files: ModelFiles, faults: Faults): ModelRow[] {
  const file = fileOf(definition);
  const rows = rowsOf(file, files, modelRow, faults);
  faults.addDuplicates(file, rows, "slug", (row) => row.slug);
  return rows.map(({ line, row, cells }) => {
    const specs: Record<string, Specs[string]> = {};
    for (const [name, spec] of Object.entries(definition.models?.specs ?? {})) {
      const cell = cells[spec.column];
      if (cell === "") continue;
      const read = cell === undefined ? { fault: "is missing" } : specIn(spec, cell);
      if ("fault" in read) faults.add(file, line, `${spec.column} ${read.fault}`);
      else specs[name] = read.value;
    }
    const { slug, brand, name, generation, confidence, source } = row;
    return {
      type: definition.type,
      slug,
      brand,
      name,
      generation: generation || null,
      specs,
      confidence,
      source,
    };
  });
}

/**
 * Reads and checks the files. An empty cell is an unknown figure.
 * @throws StartupError with the file, row and column of the first twenty faults
 */
export function parseModels(files: ModelFiles): ShippedModels {
  const faults = new Faults();
  const models = WITH_MODELS.flatMap((definition) => modelsOf(definition, files, faults));
  const aliases = rowsOf(ALIASES, files, aliasRow, faults);
  faults.addDuplicates(ALIASES, aliases, "alias", ({ type, alias }) => `${type} ${wordsOf(alias).join("")}`);
  faults.report();
  return { models, aliases: aliases.map(({ row }) => row) };
}
