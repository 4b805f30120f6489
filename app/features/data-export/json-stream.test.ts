import { describe, expect, test } from "vitest";
import { PAGE_ROWS, paginate } from "#app/platform/db.server.ts";
import { streamJson } from "./json-stream.ts";

async function* streamed<T>(...elements: T[]) {
  yield* elements;
}
async function written(value: unknown): Promise<string> {
  let text = "";
  for await (const piece of streamJson(value)) text += piece;
  return text;
}

describe("streamed JSON", () => {
  test("equals the output of JSON.stringify", async () => {
    const at = new Date(0);
    const value = (list: (...elements: unknown[]) => unknown) => ({
      at,
      nothing: null,
      left: undefined,
      text: 'a "quoted"\u0000 שלום 🎾 \ud800',
      empty: list(),
      chats: list({ id: 1, messages: list({ message: "a" }, { message: "b" }) }, { id: 2, messages: list() }),
      plain: [1, { two: [3] }],
    });
    const whole = JSON.stringify({ ...value((...elements) => elements), left: null });
    expect(JSON.parse(await written(value(streamed)))).toEqual(JSON.parse(whole));
    expect(JSON.parse(await written(streamed()))).toEqual([]);
  });

  test("reads its source only as far as it is read itself", async () => {
    let read = 0;
    async function* endless() {
      for (;;) yield { nth: ++read, text: "x".repeat(1000) };
    }
    const text = streamJson({ rows: endless() });
    const first = (await text.next()).value;
    expect(first?.length).toBeGreaterThan(1000);
    expect(read).toBeLessThan(100);
    await text.return(undefined);
  });
});

test("paginate reads all rows of a query in pages, and no page that is not needed", async () => {
  const all = Array.from({ length: 2 * PAGE_ROWS + 1 }, (_, nth) => nth);
  let pages = 0;
  const rows = () =>
    paginate(async (after: number | null) => {
      pages++;
      const from = after === null ? 0 : after + 1;
      return all.slice(from, from + PAGE_ROWS);
    });
  const seen: number[] = [];
  for await (const row of rows()) seen.push(row);
  expect(seen).toEqual(all);
  expect(pages).toBe(3);
  pages = 0;
  for await (const row of rows()) if (row === 3) break;
  expect(pages).toBe(1);
});
