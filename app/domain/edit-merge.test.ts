import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadedWith, mergeEdits } from "./edit-merge.ts";

const loaded = loadedWith({ name: "Blade", price: "120", grips: ["L2", "L3"], text: "one\ntwo" });
const untouched = { name: "Blade", price: "120", grips: ["L2", "L3"], text: "one\r\ntwo" };

describe("a form that is saved after a change elsewhere", () => {
  test("keeps what only the other tab changed, and what only this form changed", () => {
    const stored = { name: "Blade 98", price: "120", grips: ["L3"], text: "one\ntwo" };
    const typed = { ...untouched, price: "99" };
    expect(mergeEdits({ loaded, typed, stored, taken: [] })).toMatchObject({
      merged: { name: ["Blade 98"], grips: ["L3"] },
      conflicts: [],
    });
  });

  test("asks about each field that both changed, once: the next time, what is typed is meant", () => {
    const stored = { name: "Blade 98", price: "110", grips: [], text: "other" };
    const typed = { ...untouched, name: "Blade 100", grips: ["L4"] };
    const asked = mergeEdits({ loaded, typed, stored, taken: [] });
    expect(asked.conflicts).toEqual([
      { name: "name", typed: ["Blade 100"], stored: ["Blade 98"] },
      { name: "grips", typed: ["L4"], stored: [] },
    ]);
    expect(asked.merged).toMatchObject({ price: ["110"], text: ["other"] });
    expect(mergeEdits({ loaded: asked.loaded, typed, stored, taken: [] }).conflicts).toEqual([]);
    const taken = mergeEdits({ loaded: asked.loaded, typed, stored, taken: ["name"] });
    expect(taken).toMatchObject({ merged: { name: ["Blade 98"] }, conflicts: [] });
    // Changed once more since it asked.
    const later = { ...stored, name: "Blade 99" };
    expect(mergeEdits({ loaded: asked.loaded, typed, stored: later, taken: [] }).conflicts).toHaveLength(1);
  });

  test.each(["", "no JSON", "null", "[1]", '{"name":1}'])(
    "without %j as its fingerprints loses nothing typed",
    (broken) => {
      const typed = { ...untouched, price: "99" };
      const outcome = mergeEdits({ loaded: broken, typed, stored: { price: "110" }, taken: [] });
      expect(outcome).toMatchObject({ merged: {}, conflicts: [] });
    },
  );

  test("never loses a change, for any texts", () => {
    const text = fc.constantFrom("", "a", "b", "c");
    fc.assert(
      fc.property(text, text, text, (base, typed, stored) => {
        const { merged, conflicts } = mergeEdits({
          loaded: loadedWith({ x: base }),
          typed: { x: typed },
          stored: { x: stored },
          taken: [],
        });
        const result = merged.x ? (merged.x[0] ?? "") : typed;
        if (typed !== base && stored !== base && typed !== stored) expect(conflicts).toHaveLength(1);
        else expect([conflicts.length, result]).toEqual([0, typed === base ? stored : typed]);
      }),
    );
  });
});
