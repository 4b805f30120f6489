export const PAGE_ROWS = 500;

/**
 * Yields all rows of a query, page by page, so that few rows are in memory. `page` reads the next `PAGE_ROWS` rows
 * after the row `after`, or the first ones for null, in a fixed order.
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
