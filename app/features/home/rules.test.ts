import { describe, expect, test } from "vitest";
import {
  fewOfEachSeller,
  HALF_LIFE_HOURS,
  isVerifiedSeller,
  pick,
  SHOWN,
  WEIGHTS,
  WINDOW_DAYS,
  weightAt,
} from "./rules.ts";

const HOUR_MS = 3_600_000;

describe("what trends", () => {
  test("a look and a heart count half after each half-life, and nothing once they are too old to be read", () => {
    for (const kind of ["look", "heart"] as const) {
      expect(weightAt(kind, 0)).toBe(WEIGHTS[kind]);
      expect(weightAt(kind, HALF_LIFE_HOURS * HOUR_MS)).toBeCloseTo(WEIGHTS[kind] / 2);
      expect(weightAt(kind, 3 * HALF_LIFE_HOURS * HOUR_MS)).toBeCloseTo(WEIGHTS[kind] / 8);
      expect(weightAt(kind, (WINDOW_DAYS * 24 + 1) * HOUR_MS)).toBe(0);
    }
  });

  test("what is too old to be read would have weighed less than a hundredth", () => {
    expect(weightAt("look", WINDOW_DAYS * 24 * HOUR_MS)).toBeLessThan(WEIGHTS.look / 100);
  });

  test("a clock that is ahead gives no weight beyond a new one's", () => {
    expect(weightAt("heart", -5 * HOUR_MS)).toBe(WEIGHTS.heart);
  });
});

describe("a row", () => {
  const of = (...sellers: string[]) => sellers.map((user_id, n) => ({ user_id, n }));

  test("has two of a seller at most, the first ones, and what follows moves up", () => {
    const row = fewOfEachSeller(of("shop", "shop", "shop", "Ann", "shop", "Bob", "Ann", "Ann"));
    expect(row.map(({ n }) => n)).toEqual([0, 1, 3, 5, 6]);
  });

  test("ends where it is full", () => {
    expect(fewOfEachSeller(of(...Array.from({ length: 40 }, (_, n) => `seller ${n}`)))).toHaveLength(SHOWN);
  });
});

describe("somebody's own row", () => {
  const row = (id: string, day: number, user_id = `seller of ${id}`) => ({
    id,
    user_id,
    created_at: new Date(Date.UTC(2026, 10, day)),
  });

  test("begins with what several reasons speak for, then what fits, then the newest; each once", () => {
    const { rows, reasons } = pick(
      [
        { reason: "brands", rows: [row("liked", 9), row("both", 1)] },
        { reason: "sizes", rows: [row("fits", 3), row("both", 1)] },
        { reason: "near", rows: [row("near", 8)] },
      ],
      new Set(),
    );
    expect(rows.map(({ id }) => id)).toEqual(["both", "fits", "liked", "near"]);
    expect([...reasons].sort()).toEqual(["brands", "near", "sizes"]);
  });

  test("names only the reasons of what is in it, and leaves out what is known", () => {
    const found = [
      { reason: "sizes", rows: [row("fits", 3), row("seen", 4)] },
      { reason: "near", rows: [row("near", 8)] },
    ] as const;
    const others = Array.from({ length: SHOWN - 1 }, (_, n) => row(`fits too ${n}`, 3));
    const { rows, reasons } = pick([...found, { reason: "sizes", rows: others }], new Set(["seen"]));
    expect(rows).toHaveLength(SHOWN);
    expect([...reasons]).toEqual(["sizes"]);
  });
});

test("a verified seller can be reached, and buyers were glad of them more than once", () => {
  const known = { confirmed: true, reviews: 2, average: 4 };
  expect(isVerifiedSeller(known)).toBe(true);
  expect(isVerifiedSeller({ ...known, confirmed: false })).toBe(false);
  expect(isVerifiedSeller({ ...known, reviews: 1, average: 5 })).toBe(false);
  expect(isVerifiedSeller({ ...known, average: 3.9 })).toBe(false);
  expect(isVerifiedSeller({ confirmed: true, reviews: 0, average: null })).toBe(false);
});
