/** The README in db/data/demo describes the files. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import { type CsvRow, RowReader } from "#app/domain/csv/rows.ts";
import { STAFF_ROLES } from "#app/domain/viewer.ts";
import { SUBJECT_KINDS } from "#app/features/moderation/reports/rules.ts";
import { cellsOf, matchColumns } from "#app/features/stock/csv/columns.ts";
import { RowChecker } from "#app/features/stock/csv/row-checker.server.ts";

const FOLDER = path.dirname(createRequire(import.meta.url).resolve("#db/data/demo/people.csv"));

interface Table {
  readonly heading: readonly string[];
  readonly rows: readonly CsvRow[];
}

function read(file: string): Table {
  const reader = new RowReader(",");
  const [heading, ...rows] = [...reader.read(readFileSync(path.join(FOLDER, file), "utf8")), ...reader.end()];
  return { heading: heading?.cells ?? [], rows };
}

function refuse(file: string, row: number, why: string): never {
  throw new Error(`db/data/demo/${file}, row ${row}: ${why}`);
}

function readAs<Row extends z.ZodObject>(file: string, schema: Row): z.infer<Row>[] {
  const { heading, rows } = read(file);
  return rows.map(({ number, cells }) => {
    const parsed = schema.safeParse(cellsOf(cells, heading));
    return parsed.data ?? refuse(file, number, z.prettifyError(parsed.error ?? new z.ZodError([])));
  });
}

const text = z.string().min(1);
const number = text.pipe(z.coerce.number());
const optional = <Type extends z.ZodType>(type: Type) => z.union([z.literal("").transform(() => null), type]);

export const people = () =>
  readAs("people.csv", z.object({ username: text, fullName: text, memberDays: number }));

export const staff = () =>
  readAs(
    "staff.csv",
    z.object({
      username: text,
      fullName: text,
      memberDays: number,
      role: z.enum(STAFF_ROLES),
      resetHoursAgo: optional(number),
    }),
  );

/** Reports; most of their cases wait for the demo moderators. */
export const reports = () =>
  readAs(
    "cases.csv",
    z.object({
      kind: z.enum(SUBJECT_KINDS),
      of: text,
      reporter: text,
      reason: text,
      hoursAgo: number,
      words: z.string(),
      proof: z.string(),
      /** "warn:misleading": an action and a rule. */
      decision: z.string(),
      answer: z.string(),
      complaint: z.string(),
    }),
  );

/** What a demo moderator did in these cases. */
export const caseWork = () =>
  readAs(
    "case-work.csv",
    z.object({
      what: z.enum(["note", "question", "decision"]),
      kind: z.enum(SUBJECT_KINDS),
      of: text,
      hoursAgo: number,
      words: text,
      answer: z.string(),
    }),
  );

export const reviews = () =>
  readAs("reviews.csv", z.object({ by: text, of: text, rating: number, daysAgo: number, comment: text }));

export const favorites = () => readAs("favorites.csv", z.object({ username: text, listing: text }));

export const priceDrops = () => readAs("price-drops.csv", z.object({ listing: text, formerPrice: number }));

export const messages = () =>
  readAs(
    "chats.csv",
    z.object({
      listing: text,
      buyer: text,
      sender: text,
      minutesAgo: number,
      isRead: z.enum(["yes", "no"]).transform((cell) => cell === "yes"),
      message: text,
    }),
  );

export const deals = () =>
  readAs(
    "deals.csv",
    z.object({
      step: z.enum(["reserved", "agreed", "received", "elsewhere"]),
      type: text,
      listing: text,
      seller: text,
      buyer: optional(text),
      price: number,
      agreedDaysAgo: number,
      receivedDaysAgo: optional(number),
      carrier: optional(text),
      trackingNumber: optional(text),
      model: optional(text),
      condition: optional(text),
    }),
  );

export const pictures = () =>
  readAs(
    "pictures.csv",
    z.object({ file: text, listing: text, key: text, width: number, height: number, thumbhash: text }),
  );

export const pictureFile = (file: string) => path.join(FOLDER, "pictures", file);

/** The rows of a stock file, checked like an upload. */
export function stockOf(username: string) {
  const file = `stock/${username}.csv`;
  const { heading, rows } = read(file);
  const matched = matchColumns(heading).map(({ column }, at) => column ?? heading[at] ?? null);
  const checker = new RowChecker();
  return rows.map(({ cells, ...place }) => {
    const checked = checker.checked(place, cellsOf(cells, matched), true);
    const daysAgo = number.parse(checked.cells.listedDaysAgo);
    return { row: checked, daysAgo, refuse: (why: string) => refuse(file, place.number, why) };
  });
}
