import { z } from "zod";
import { keySchema, sentValues } from "#app/features/listings/picked.server.ts";
import { readCell, STOCK_PAGE, type StockField } from "./rules.ts";
import { cellFault } from "./texts.ts";

/** The most listings that a form may pick: more than a page of the table has. */
const MAX_SELECTED_ROWS = STOCK_PAGE * 2;

const text = z.string().default("");

/** `was` is the value of the cell before it was edited. `undo` sets it back. */
function cellSchema<Field extends StockField>(field: Field) {
  return z.object({
    intent: z.literal(field),
    item: keySchema,
    value: text.transform((typed, context) => {
      const cell = readCell(field, typed);
      if ("value" in cell) return cell.value;
      context.addIssue({ code: "custom", message: cellFault(field, cell.issue) });
      return z.NEVER;
    }),
    was: z.coerce.number().int(),
    undo: z.literal("1").optional(),
  });
}

/** "unsold" undoes "sold", which sells one piece. */
const itemForms = [
  cellSchema("price"),
  cellSchema("quantity"),
  z.object({ intent: z.literal("sold"), item: keySchema }),
  z.object({ intent: z.literal("unsold"), item: keySchema }),
] as const;

/** The picked listings, or all that match the filter in the URL of the page. */
const picked = {
  item: z.preprocess(sentValues, z.array(keySchema).max(MAX_SELECTED_ROWS)),
  all: z.literal("1").optional(),
};

/** The forms of a row. */
export const itemSchema = z.discriminatedUnion("intent", itemForms);

/** The forms of the stock table. Without `percent`, "ask_percent" asks for it. */
export const stockSchema = z.discriminatedUnion("intent", [
  ...itemForms,
  z.object({ ...picked, intent: z.literal("ask_delete") }),
  z.object({
    ...picked,
    intent: z.literal("delete"),
    count: z.coerce.number().int(),
    which: text,
    typed: text,
  }),
  z.object({ ...picked, intent: z.literal("ask_percent"), percent: z.string().optional() }),
  z.object({ ...picked, intent: z.literal("percent"), percent: text, token: text }),
  z.object({ intent: z.literal("undo_percent"), change: text }),
]);

export type ItemInput = z.output<typeof itemSchema>;
export type StockInput = z.output<typeof stockSchema>;
