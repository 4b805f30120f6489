/** Rows of whatever kind that are read at once. */
export const PAGE_ROWS = 500;

/**
 * All rows of a query, a page at a time, so that however many there are few are held. `page` reads the first
 * `PAGE_ROWS` after the given row, in an order of its own.
 */
export async function* paginate<Row>(
  page: (after: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let after: Row | null = null;
  for (;;) {
    const rows: readonly Row[] = await page(after);
    yield* rows;
    after = rows.at(-1) ?? null;
    if (rows.length < PAGE_ROWS) return;
  }
}
