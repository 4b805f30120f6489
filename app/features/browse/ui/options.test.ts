import { describe, expect, test } from "vitest";
import { foldedOptions, inOrder } from "./options.ts";

const options = Array.from({ length: 15 }, (_, n) => ({ value: `brand ${n}`, label: `Brand ${n}` }));
const values = (some: readonly { value: string }[]) => some.map(({ value }) => value);

describe("the options of a filter", () => {
  test("keep their order, but options without results come last unless they are chosen", () => {
    const without = new Set(["brand 0", "brand 2", "brand 14"]);
    const order = values(inOrder(options, (value) => without.has(value), ["brand 2"]));
    expect(order.slice(0, 3)).toEqual(["brand 1", "brand 2", "brand 3"]);
    expect(order.slice(-3)).toEqual(["brand 13", "brand 0", "brand 14"]);
  });

  test("are folded after twelve, except options that must stay visible", () => {
    const { shown, folded } = foldedOptions(options, new Set(["brand 13"]));
    expect(values(shown)).toEqual([...values(options.slice(0, 12)), "brand 13"]);
    expect(values(folded)).toEqual(["brand 12", "brand 14"]);
  });

  test("are all shown when there are twelve", () => {
    expect(foldedOptions(options.slice(0, 12), new Set())).toEqual({
      shown: options.slice(0, 12),
      folded: [],
    });
  });
});
