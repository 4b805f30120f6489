import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editDistance } from "./edit-distance.ts";

describe("the edits between two words", () => {
  test.each([
    ["babolat", "babolat", 0],
    ["babolt", "babolat", 1],
    ["yonexx", "yonex", 1],
    ["wlison", "wilson", 1],
    ["haed", "head", 1],
    ["babbollat", "babolat", 2],
    ["wilson", "yonex", 3],
    ["", "ab", 2],
  ])("%s and %s: %i", (one, other, edits) => {
    expect(editDistance(one, other, 2)).toBe(edits);
    expect(editDistance(other, one, 2)).toBe(edits);
  });

  test("are never more than the letters of the longer word, and none for the same word", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (one, other) => {
        const edits = editDistance(one, other, 12);
        expect(edits).toBeLessThanOrEqual(Math.max(one.length, other.length));
        expect(edits === 0).toBe(one === other);
      }),
    );
  });
});

test.each([
  ["blade", "blade", 0, true],
  ["blade", "blad", 1, true],
  ["balde", "blade", 1, true],
  ["blade", "bride", 1, false],
  ["blade", "bride", 2, true],
  ["", "ab", 1, false],
])("%s and %s differ by at most %i edits: %s", (one, other, limit, near) => {
  expect(editDistance(one, other, limit) <= limit).toBe(near);
  expect(editDistance(other, one, limit) <= limit).toBe(near);
});
