import { describe, expect, test } from "vitest";
import { joinedWords, knownWords, wordsOf } from "./words.ts";

describe("the words of a name", () => {
  test.each([
    ["Pro Staff RF97", ["pro", "staff", "rf", "97"]],
    ["Blade 98 (16x19) v8", ["blade", "98", "16x19", "v8"]],
    ["Blade 16/19", ["blade", "16x19"]],
    ["Phantom 100x18x20", ["phantom", "100", "x", "18x20"]],
    ["EZONE 98 (305g)", ["ezone", "98", "305"]],
    ["Phantom 100G", ["phantom", "100", "g"]],
    ["Luxilon 4G 1,25 mm", ["luxilon", "4", "g", "1.25", "mm"]],
    ["Pure Strike Gen 3 2019", ["pure", "strike", "gen3", "2019"]],
    ["Graphene 360+ MP", ["graphene", "360", "plus", "mp"]],
    ["Natural Gut + NXT", ["natural", "gut", "nxt"]],
    ["Völkl Größe", ["volkl", "grosse"]],
    ["Blade L3", ["blade", "l3"]],
  ])("%s", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test("are joined when a model's name has them as one word", () => {
    const known = knownWords(["VCORE Pro", "Hyper-G", "Six.One 95", "KSix-One"]);
    const joined = (text: string) => joinedWords(wordsOf(text), known);
    expect(joined("V-Core pro")).toEqual(["vcore", "pro"]);
    expect(joined("hyper g")).toEqual(joined("HyperG"));
    expect(joined("six one 95")).toEqual(["sixone", "95"]);
    expect(joined("pure drive")).toEqual(["pure", "drive"]);
  });
});
