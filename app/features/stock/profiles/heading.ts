import { knownColumns, matchColumns } from "../csv/columns.ts";
import { recognizedProfile } from "./list.ts";
import { priceClassOf } from "./own-list.ts";

/** A row of a file, as a spreadsheet numbers it. */
export interface SourceRow {
  readonly number: number;
  readonly cells: readonly string[];
  readonly oversized?: true;
}

/** Title rows stand above a heading. */
const HEADING_WITHIN = 25;

/** How surely a row is a heading: the number of its cells that name a column or a kind of price. A profile's heading wins. */
export function recognizedCells(cells: readonly string[]): number {
  const sureCells = knownColumns(cells);
  const profile = recognizedProfile(cells);
  return Math.max(
    sureCells,
    profile ? 100 + sureCells : 0,
    cells.filter((cell) => priceClassOf(cell)).length,
  );
}

export interface Heading {
  readonly number: number;
  readonly firstRow: number;
  readonly cells: readonly string[];
}

/** The heading: the row with the most names of columns, joined with a row above or below that belongs to it. */
export function headingOf(rows: readonly SourceRow[]): Heading {
  const scored = rows.slice(0, HEADING_WITHIN).map(({ cells }) => recognizedCells(cells));
  const best = Math.max(0, ...scored);
  const at = best === 0 ? 0 : scored.indexOf(best);
  const { number = 1, cells = [] } = rows[at] ?? {};
  const below = rows[at + 1];
  const isText = (row: SourceRow | undefined) =>
    row !== undefined &&
    !row.cells.some((cell) => /\d/.test(cell)) &&
    row.cells.filter((cell) => cell.trim()).length > 0;
  // "Price;;" above ";excl.;incl.": the upper row says what the lower row divides.
  if (below && isText(below) && cells.some((cell, n) => !cell.trim() && below.cells[n]?.trim())) {
    const upper = filledForward(cells);
    const joined = below.cells.map((cell, n) =>
      (cell.trim() ? `${upper[n] ?? ""} ${cell}` : (cells[n] ?? "")).trim(),
    );
    if (recognizedCells(joined) >= best)
      return { number, firstRow: rows[at + 2]?.number ?? below.number + 1, cells: joined };
  }
  const firstRow = below?.number ?? number + 1;
  const above = rows[at - 1];
  if (!above || above.number !== number - 1 || !isText(above)) return { number, firstRow, cells };
  const upper = filledForward(above.cells);
  const parts = cells.map((cell, n) => {
    const isClear = matchColumns([cell])[0]?.column != null || priceClassOf(cell) !== null;
    return isClear || !cell.trim() ? cell || (upper[n] ?? "") : `${upper[n] ?? ""} ${cell}`.trim();
  });
  return { number, firstRow, cells: recognizedCells(parts) > best ? parts : cells };
}

function filledForward(cells: readonly string[]): string[] {
  let last = "";
  return cells.map((cell) => {
    last = cell.trim() || last;
    return last;
  });
}
