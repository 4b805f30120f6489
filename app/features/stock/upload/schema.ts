import { z } from "zod";
import { isId } from "#app/domain/ids.ts";
import { isBlank, isWritable, oneLine } from "#app/domain/text-rules.ts";
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

const columns = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue("no JSON");
      return z.NEVER;
    }
  })
  .pipe(z.array(z.string().nullable()).max(MAX_COLUMNS))
  .refine((names) => {
    const mapped = names.filter((name) => name !== null);
    return mapped.every((name) => COLUMN_NAMES.has(name)) && new Set(mapped).size === mapped.length;
  });

/** The query parameters of an upload. `columns` is the JSON of `UploadParameters.columns`. */
export const sendingSchema = z.object({
  client: z.string().refine(isId),
  name: z.string().default("").transform(fileNameOf),
  known: z.enum(["keep", "update"]).default("keep"),
  columns: columns.optional(),
});

export const intentSchema = z.object({ intent: z.enum(["update", "stop", "forget"]) });
