import { z } from "zod";
import { isId } from "#app/domain/ids.ts";
import { isBlank, isWritable, oneLine } from "#app/domain/text-rules.ts";
import { answersSchema, shapeSchema } from "../answers/schema.ts";
import { COLUMNS } from "../csv/columns.ts";

const MAX_COLUMNS = 1_000;
const LONGEST_NAME = 200;
/** Shown for a file whose own name is empty or invalid. */
const NAMELESS = "stock.csv";

const COLUMN_NAMES = new Set(COLUMNS.map(({ name }) => name));

/** Without folders, on one line. */
export function fileNameOf(name: string): string {
  const line = oneLine(name.split(/[\\/]/).at(-1) ?? "");
  return isBlank(line) || !isWritable(line) ? NAMELESS : [...line].slice(0, LONGEST_NAME).join("");
}

const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue("no JSON");
    return z.NEVER;
  }
});

const columns = json.pipe(z.array(z.string().nullable()).max(MAX_COLUMNS)).refine((names) => {
  const mapped = names.filter((name) => name !== null);
  return mapped.every((name) => COLUMN_NAMES.has(name)) && new Set(mapped).size === mapped.length;
});

/**
 * The query parameters of an upload. `columns` is the JSON of `UploadParameters.columns`, `answers` that of the `KeptAnswers`
 * about files of this shape, and `over` is "on" if their sender starts over.
 */
export const sendingSchema = z.object({
  client: z.string().refine(isId),
  name: z.string().default("").transform(fileNameOf),
  known: z.enum(["keep", "update"]).default("keep"),
  columns: columns.optional(),
  shape: shapeSchema.optional(),
  answers: json.pipe(answersSchema).optional(),
  over: z.literal(["", "on"]).default(""),
});

/** `count` and `last`: of `ShownPrices`, for "prices". */
export const intentSchema = z.object({
  intent: z.enum(["update", "stop", "forget", "undo", "prices"]),
  count: z.coerce.number().default(0),
  last: z.coerce.number().default(0),
});
