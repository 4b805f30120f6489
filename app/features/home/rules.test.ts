import { describe, expect, test } from "vitest";
import {
  COUNTED_DAYS,
  HALF_LIFE_HOURS,
  isVerifiedSeller,
  limitPerSeller,
  MAX_CARDS,
  mergeByReasons,
  WEIGHTS,
  weightAt,
} from "./rules.ts";

const HOUR_MS = 3_600_000;

describe("the weight of trending listings", () => {
  test("halves with each half-life for views and favourites, and is zero after COUNTED_DAYS", () => {
    for (const kind of ["view", "favorite"] as const) {
      expect(weightAt(kind, 0)).toBe(WEIGHTS[kind]);
      expect(weightAt(kind, HALF_LIFE_HOURS * HOUR_MS)).toBeCloseTo(WEIGHTS[kind] / 2);
      expect(weightAt(kind, 3 * HALF_LIFE_HOURS * HOUR_MS)).toBeCloseTo(WEIGHTS[kind] / 8);
      expect(weightAt(kind, (COUNTED_DAYS * 24 + 1) * HOUR_MS)).toBe(0);
    }
  });

  test("of a view falls below a hundredth of its first value by the end of COUNTED_DAYS", () => {
    expect(weightAt("view", COUNTED_DAYS * 24 * HOUR_MS)).toBeLessThan(WEIGHTS.view / 100);
  });

  test("does not exceed that of a new favourite when a clock is ahead", () => {
    expect(weightAt("favorite", -5 * HOUR_MS)).toBe(WEIGHTS.favorite);
  });
});

describe("a row of cards", () => {
  const of = (...sellers: string[]) => sellers.map((user_id, n) => ({ user_id, n }));

  test("has at most the first two listings of a seller, and listings of others move up", () => {
    const row = limitPerSeller(of("shop", "shop", "shop", "Ann", "shop", "Bob", "Ann", "Ann"));
    expect(row.map(({ n }) => n)).toEqual([0, 1, 3, 5, 6]);
  });

  test("is limited in length", () => {
    expect(limitPerSeller(of(...Array.from({ length: 40 }, (_, n) => `seller ${n}`)))).toHaveLength(
      MAX_CARDS,
    );
  });
});

describe("the row for a signed-in person", () => {
  const row = (id: string, day: number, user_id = `seller of ${id}`) => ({
    id,
    user_id,
    created_at: new Date(Date.UTC(2026, 10, day)),
  });

  test("starts with listings that have several reasons, then what fits, then the newest; each once", () => {
    const { rows, reasons } = mergeByReasons(
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

  test("states only the reasons of the listings in it, and leaves out listings that the person has seen", () => {
    const found = [
      { reason: "sizes", rows: [row("fits", 3), row("seen", 4)] },
      { reason: "near", rows: [row("near", 8)] },
    ] as const;
    const others = Array.from({ length: MAX_CARDS - 1 }, (_, n) => row(`fits too ${n}`, 3));
    const { rows, reasons } = mergeByReasons(
      [...found, { reason: "sizes", rows: others }],
      new Set(["seen"]),
    );
    expect(rows).toHaveLength(MAX_CARDS);
    expect([...reasons]).toEqual(["sizes"]);
  });
});

test("a verified seller has a confirmed contact and several good reviews", () => {
  const known = { confirmed: true, reviews: 2, average: 4 };
  expect(isVerifiedSeller(known)).toBe(true);
  expect(isVerifiedSeller({ ...known, confirmed: false })).toBe(false);
  expect(isVerifiedSeller({ ...known, reviews: 1, average: 5 })).toBe(false);
  expect(isVerifiedSeller({ ...known, average: 3.9 })).toBe(false);
  expect(isVerifiedSeller({ confirmed: true, reviews: 0, average: null })).toBe(false);
});
