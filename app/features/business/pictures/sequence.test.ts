import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reordered, withArrived } from "./sequence.ts";

describe("a picture that arrives", () => {
  test.each([
    ["alone", "", "a", "a", "a"],
    ["behind what is named before it", "ac", "abc", "b", "abc"],
    ["behind the nearest that is there", "ax", "abc", "c", "acx"],
    ["before what is named after it", "xc", "abc", "b", "xbc"],
    ["behind those of the owner's hand", "xy", "abc", "b", "xyb"],
    ["where the owner moved the one before it", "cxa", "abc", "b", "cxab"],
    ["but once", "ab", "abc", "b", "ab"],
  ])("is placed %s", (_, photos, named, arrived, wanted) => {
    expect(withArrived([...photos], [...named], arrived)?.join("")).toBe(wanted);
  });

  test("is refused when there are twenty", () => {
    const photos = Array.from({ length: 20 }, (_, n) => `p${n}`);
    expect(withArrived(photos, ["new"], "new")).toBeNull();
    expect(withArrived(photos, ["p3"], "p3")).toEqual(photos);
  });

  test("ends up in the row's order, whichever arrives first, among others that stay in place", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(["a", "b", "c", "d", "e"]),
        fc.shuffledSubarray(["x", "y", "z"]),
        (arriving, byHand) => {
          const named = ["a", "b", "c", "d", "e"];
          let photos: string[] = byHand;
          const come = new Set<string>();
          for (const one of arriving) {
            come.add(one);
            const soFar = named.map((id) => (come.has(id) ? id : null));
            photos = withArrived(photos, soFar, one) ?? photos;
          }
          expect(photos.filter((id) => named.includes(id))).toEqual(named.filter((id) => come.has(id)));
          expect(photos.filter((id) => !named.includes(id))).toEqual(byHand);
        },
      ),
    );
  });
});

test("reordering moves the named pictures, and no others", () => {
  expect(reordered([..."axbyc"], [..."cba"]).join("")).toBe("cxbya");
  expect(reordered([..."axb"], [..."bqab"]).join("")).toBe("bxa");
  expect(reordered([..."xy"], [..."ab"]).join("")).toBe("xy");
  expect(reordered([..."ab"], []).join("")).toBe("ab");
});
