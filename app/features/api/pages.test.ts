import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { cursorFor, listQuery, pageOf, positionIn } from "./pages.server.ts";

beforeAll(() => configure(parseEnv({ BASE_URL: "https://shop.example", AUTH_SECRET: "x".repeat(32) })));

const position = z.object({ at: z.string(), id: z.number() });
const POSITION = { at: "2027-05-04T09:30:00.000Z", id: 7 };
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("a cursor has the position after which its list goes on", () => {
  expect(positionIn("deals", cursorFor("deals", POSITION), position)).toEqual(POSITION);
  expect(positionIn("deals", undefined, position)).toBeUndefined();
});

test("a cursor that the shop did not make for this list is refused", () => {
  const cursor = cursorFor("deals", POSITION);
  const [text = "", signature = ""] = cursor.split(".");
  const forged = [
    "",
    ".",
    "x",
    text,
    `.${signature}`,
    `${text}.`,
    `${text}.${"A".repeat(43)}`,
    `${encoded({ ...POSITION, id: 8 })}.${signature}`,
    `${text}x.${signature}`,
    cursorFor("offers", POSITION),
    cursorFor("deal", POSITION),
    // Of another version of the program.
    cursorFor("deals", { at: 1 }),
    "%00",
    "💥",
  ];
  for (const each of forged)
    expect(() => positionIn("deals", each, position), each).toThrow(
      expect.objectContaining({ reason: "cursor_invalid" }),
    );
});

test("a page has as many rows as were asked for, and the cursor of the next page if there is one", () => {
  const rows = [1, 2, 3];
  const page = (limit: number) =>
    pageOf(
      "deals",
      rows.slice(0, limit + 1),
      limit,
      (id) => ({ id }),
      (id) => ({ at: "", id }),
    );
  expect(page(3)).toEqual({ data: [{ id: 1 }, { id: 2 }, { id: 3 }], next: null });
  const { data, next } = page(2);
  expect(data).toEqual([{ id: 1 }, { id: 2 }]);
  expect(positionIn("deals", next ?? "", position)).toEqual({ at: "", id: 2 });
  expect(pageOf("deals", [], 3, String, () => ({}))).toEqual({ data: [], next: null });
});

test("a list has 24 rows if nobody says otherwise, and at most 100", () => {
  expect(listQuery.parse({})).toEqual({ limit: 24 });
  expect(listQuery.parse({ limit: "100" })).toEqual({ limit: 100 });
  for (const limit of ["", "0", "-1", "101", "1.5", "x", "1e9", ["1", "2"], "NaN"])
    expect(listQuery.safeParse({ limit }).success, String(limit)).toBe(false);
  expect(listQuery.safeParse({ page: "2" }).success).toBe(false);
});
