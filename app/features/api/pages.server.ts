import { z } from "zod";
import { Refused } from "#app/platform/refused.server.ts";
import { isSignatureOf, signatureOf } from "#app/platform/signature.server.ts";

const MOST = 100;

/** The query of an operation that answers a list. */
export const listQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST)
    .default(24)
    .meta({ description: "How many of them to answer with." }),
  cursor: z.string().max(1_000).optional().meta({ description: "The `next` of the page before." }),
});

export type ListQuery = z.output<typeof listQuery>;

/** The position of a row in a list by time: its time as PostgreSQL writes it, with microseconds, and its id. */
export const timePosition = z.object({ at: z.string(), id: z.string() });
export type TimePosition = z.output<typeof timePosition>;

/** The answer of an operation that answers a list: a page of it, and the cursor of the next page. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    next: z.string().nullable().meta({ description: "Null on the last page." }),
  });
}

/**
 * A cursor for the position after the last row of a page. It is signed, so that nobody can make one up.
 * @param list the name of the list, so that its cursors are good for no other
 */
export function cursorFor(list: string, position: object): string {
  const text = Buffer.from(JSON.stringify(position)).toString("base64url");
  return `${text}.${signatureOf(`cursor ${list} ${text}`)}`;
}

/** The position in a cursor; undefined for the first page. @throws Refused "cursor_invalid" */
export function positionIn<Position extends z.ZodType>(
  list: string,
  cursor: string | undefined,
  position: Position,
): z.output<Position> | undefined {
  if (cursor === undefined) return undefined;
  const [text = "", signature = ""] = cursor.split(".");
  if (!isSignatureOf(`cursor ${list} ${text}`, signature)) throw new Refused("cursor_invalid");
  // The shape may be that of another version of this program.
  const read = position.safeParse(JSON.parse(Buffer.from(text, "base64url").toString()));
  if (!read.success) throw new Refused("cursor_invalid");
  return read.data;
}

/** A page of rows that were read with `limit` + 1. */
export function pageOf<Row, Item>(
  list: string,
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
  position: (row: Row) => object,
): { data: Item[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map(present),
    next: rows.length > limit && last !== undefined ? cursorFor(list, position(last)) : null,
  };
}
