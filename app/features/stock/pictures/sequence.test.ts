import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reordered, withArrived } from "./sequence.ts";

describe("a picture that arrives", () => {
  test.each([
    ["alone", "", "a", "a", "a"],
    ["after the picture before it in the row", "ac", "abc", "b", "abc"],
    ["after the nearest existing picture before it in the row", "ax", "abc", "c", "acx"],
    ["before the picture after it in the row", "xc", "abc", "b", "xbc"],
    ["after the pictures that the owner added by hand", "xy", "abc", "b", "xyb"],
    ["after the row's previous picture, even if the owner moved that picture", "cxa", "abc", "b", "cxab"],
    ["only once", "ab", "abc", "b", "ab"],
  ])("is placed %s", (_, photos, named, arrived, wanted) => {
    expect(withArrived([...photos], [...named], arrived)?.join("")).toBe(wanted);
  });

  test("is refused when the listing has twenty photos", () => {
    const photos = Array.from({ length: 20 }, (_, n) => `p${n}`);
    expect(withArrived(photos, ["new"], "new")).toBeNull();
    expect(withArrived(photos, ["p3"], "p3")).toEqual(photos);
  });

  test("is placed in the order of the row, whichever picture arrives first; pictures added by hand keep their order", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(["a", "b", "c", "d", "e"]),
        fc.shuffledSubarray(["x", "y", "z"]),
        (arriving, byHand) => {
          const named = ["a", "b", "c", "d", "e"];
          let photos: string[] = byHand;
          const arrived = new Set<string>();
          for (const one of arriving) {
            arrived.add(one);
            const soFar = named.map((id) => (arrived.has(id) ? id : null));
            photos = withArrived(photos, soFar, one) ?? photos;
          }
          expect(photos.filter((id) => named.includes(id))).toEqual(named.filter((id) => arrived.has(id)));
          expect(photos.filter((id) => !named.includes(id))).toEqual(byHand);
        },
      ),
    );
  });
});

test("reordering moves the given pictures, and no others", () => {
  expect(reordered([..."axbyc"], [..."cba"]).join("")).toBe("cxbya");
  expect(reordered([..."axb"], [..."bqab"]).join("")).toBe("bxa");
  expect(reordered([..."xy"], [..."ab"]).join("")).toBe("xy");
  expect(reordered([..."ab"], []).join("")).toBe("ab");
});
