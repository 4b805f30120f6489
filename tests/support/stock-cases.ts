// The exports in tests/cases/stock/ with what must come out of them (README.md there describes the format).
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** STOCK_CASES: another folder of the same form. */
const FOLDER = process.env.STOCK_CASES ?? path.join(import.meta.dirname, "..", "cases", "stock");
const TRUTH = ".truth.tsv";

interface ExpectedRow {
  readonly row: number;
  /** Whether the row may also stay out. */
  readonly isOptional: boolean;
  /** The reasons for which it must stay out; null for a listing. */
  readonly out: string | null;
  readonly values: Readonly<Record<string, string>>;
}

export interface StockCase {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly profile: string;
  readonly asks: readonly string[];
  readonly rows: readonly ExpectedRow[];
}

/** What the page proposes for a row, without a click. */
export interface ProposedRow {
  readonly row: number;
  readonly isReady: boolean;
  /** Names of columns with a fault or a warning. */
  readonly marked: readonly string[];
  /** Texts and cents by the columns of the truth, attributes by name. "asked" for a condition that is asked. */
  readonly values: Readonly<Record<string, unknown>>;
}

export interface Proposed {
  readonly profile: string;
  /** Why rows stay out, by their number: one of OUT_REASONS. */
  readonly leftOut: ReadonlyMap<number, string>;
  /** What is asked for the whole file: names of columns, and "currency". */
  readonly asked: readonly string[];
  readonly rows: readonly ProposedRow[];
}

export interface Verdict {
  /** How many listings must be ready. */
  readonly due: number;
  readonly ready: number;
  /** Rows with a wrong value, or that must not be ready at all. */
  readonly wrong: readonly string[];
  readonly notReady: readonly string[];
}

function caseOf(name: string): StockCase {
  const lines = readFileSync(path.join(FOLDER, name + TRUTH), "utf8")
    .trimEnd()
    .split("\n");
  const said = (key: string) =>
    lines.find((line) => line.startsWith(`# ${key}: `))?.slice(key.length + 4) ?? "";
  const [heading = "", ...rows] = lines.filter((line) => !line.startsWith("#"));
  const names = heading.split("\t");
  return {
    name,
    bytes: new Uint8Array(readFileSync(path.join(FOLDER, name))),
    profile: said("profile"),
    asks: said("asks") === "" ? [] : said("asks").split(", "),
    rows: rows.map((line) => {
      const cells = line.split("\t");
      const values = Object.fromEntries(names.map((column, at) => [column, cells[at] ?? ""]));
      const out = cells[1]?.startsWith("out: ") ? cells[1].slice("out: ".length) : null;
      return { row: Number.parseInt(line, 10), isOptional: cells[0]?.endsWith("?") ?? false, out, values };
    }),
  };
}

export function stockCases(): readonly StockCase[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(TRUTH))
    .map((file) => caseOf(file.slice(0, -TRUTH.length)));
}

/** What an owner calls the reasons for which rows stay out. Others are the page's own words. */
const CALLED: Readonly<Record<string, string>> = {
  sold: "ended",
  deleted: "ended",
  reserved: "sold_out",
  backorder: "preorder",
  ...Object.fromEntries(
    ["archived", "hidden", "inactive", "disabled", "paused", "private", "external", "virtual"].map((word) => [
      word,
      "unpublished",
    ]),
  ),
  wanted: "unpublished",
  gift_card: "service",
};

/** A row that is shown with a fault, or that makes no row of its own. */
const ASKED = ["asked", "no_price", "zero", "not_tennis", "unknown type"];
const NO_ROW = ["grouped", "parent"];

/** Why a row that must stay out does so for none of its reasons; null if it does. */
function wrongReason(reasons: string, row: number, { leftOut, rows }: Proposed): string | null {
  const reason = leftOut.get(row) ?? (rows.some((each) => each.row === row) ? "asked" : "parent");
  const isExpected = reasons
    .split("|")
    .some(
      (word) =>
        (ASKED.includes(word) ? "asked" : NO_ROW.includes(word) ? "parent" : (CALLED[word] ?? word)) ===
        reason,
    );
  return isExpected ? null : `row ${row} stays out for ${reason} instead of ${reasons}`;
}

const isOneOf = (wanted: string, text: string) => wanted.split("|").includes(text);

function isRight(key: string, wanted: string, actual: unknown): boolean {
  const text = String(actual ?? "");
  switch (key) {
    case "name":
      return wanted.split("|").some((name) => text.startsWith(name));
    case "price":
      return Math.round(Number(wanted) * 100) === Number(text);
    case "pictures": {
      const sorted = (urls: string) => urls.split(" ").sort().join(" ");
      return wanted.split("|").some((urls) => sorted(urls) === sorted(text));
    }
    case "condition":
      return wanted === "*" || isOneOf(wanted, text);
    case "sku":
      return wanted === "" || isOneOf(wanted, text);
    case "description":
      return wanted.startsWith("!") ? !text.includes(wanted.slice(1)) : text.includes(wanted.slice(1));
    default:
      return isOneOf(wanted, text);
  }
}

/** The values of a row that differ from what is expected, as text. */
function differences(expected: ExpectedRow, proposed: ProposedRow): readonly string[] {
  const { row: _, more = "", ...values } = expected.values;
  const wanted = [
    ...Object.entries(values),
    ...more
      .split(";")
      .filter(Boolean)
      .map((pair) => pair.split("=") as [string, string]),
  ];
  return wanted
    .filter(([key, value]) => !isRight(key, value, proposed.values[key]))
    .map(([key, value]) => `${key} is ${JSON.stringify(proposed.values[key])} instead of ${value}`);
}

/** Compares what is proposed for a file with its truth. */
export function verdictOf(expected: StockCase, proposal: Proposed): Verdict {
  const { profile, asked, rows } = proposal;
  const wrong: string[] = [];
  const notReady: string[] = [];
  let due = 0;
  let ready = 0;
  if (!expected.profile.split("|").some((name) => profile.startsWith(name)))
    wrong.push(`it looks like ${profile}`);
  for (const question of new Set([...expected.asks, ...asked]))
    if (asked.includes(question) !== expected.asks.includes(question))
      wrong.push(`it ${asked.includes(question) ? "asks" : "does not ask"} for the ${question}`);
  for (const each of expected.rows) {
    const proposed = rows.find(({ row }) => row === each.row);
    const isReady = proposed?.isReady ?? false;
    const { price = "", pictures = "" } = each.values;
    if (each.out !== null || /^[A-Z]/.test(price)) {
      if (isReady) wrong.push(`row ${each.row} is ready, but must not be: ${each.out ?? price}`);
      const mistake = isReady || each.out === null ? null : wrongReason(each.out, each.row, proposal);
      if (mistake) wrong.push(mistake);
    } else if (pictures === "!marked" || price.startsWith("!")) {
      const column = pictures === "!marked" ? "imageUrls" : "price";
      const isMarked = proposed?.marked.includes(column) ?? column === "price";
      if (!isMarked) wrong.push(`row ${each.row} is not marked at ${column}`);
    } else {
      if (!each.isOptional) due += 1;
      if (!proposed || !isReady) {
        if (!each.isOptional) notReady.push(`row ${each.row}: ${proposed?.marked.join(", ") ?? "left out"}`);
        continue;
      }
      if (!each.isOptional) ready += 1;
      const differing = differences(each, proposed);
      if (differing.length > 0) wrong.push(`row ${each.row}: ${differing.join("; ")}`);
    }
  }
  for (const { row, isReady } of rows)
    if (isReady && !expected.rows.some((each) => each.row === row))
      wrong.push(`row ${row} is no listing of its own`);
  return { due, ready, wrong, notReady };
}
