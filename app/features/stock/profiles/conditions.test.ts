import { expect, test } from "vitest";
import { conditionOfTitle, conditionWord, usedCondition } from "./conditions.ts";
import { fileProfile } from "./list.ts";

test.each([
  ["Pre-owned - Good", "Good"],
  ["Used - Like New", "Like New"],
  ["used good condition", "Good"],
  ["goed, gebruikt", "Good"],
  ["gebruikt (goed)", "Good"],
  ["Gebraucht – Sehr gut", "Excellent"],
  ["sehr gut, gebraucht", "Excellent"],
  ["Occasion - bon état", "Good"],
  ["très bon état, d'occasion", "Excellent"],
  ["Gut, leichte Kratzer am Rahmen", "Good"],
  ["Bon état, surgrip neuf", "Good"],
  ["neu / neuwertig", "Like New"],
  ["never used", "New"],
  ["gebraucht", "Used"],
  ["nach Absprache", "nach Absprache"],
])("%s is the condition %s", (cell, condition) => {
  expect(conditionWord(fileProfile("own"), [cell])).toBe(condition);
});

test.each([
  ["Dunlop CX 200 – gebraucht, Griff 3", "Used"],
  ["Raquette Babolat d'occasion", "Used"],
  ["Gebruikte Wilson Blade", "Used"],
  ["Racquets > Pre-owned", "Used"],
  ["String used by Nadal", ""],
  ["Head Speed, kaum gebraucht", ""],
  ["Head Speed", ""],
])("a title or a group says whether an article is used: %s", (text, condition) => {
  expect(usedCondition([text])).toBe(condition);
});

test.each([
  ["Wilson Hyper Hammer wie neu", "Like New"],
  ["Nike Tennisrock weiß neu", "New"],
  ["Dunlop FX 500 NEU!", "New"],
  ["Raquette Head, grip neuf", ""],
  ["New Balance polo", ""],
  ["Head Speed 2024 new strings", ""],
])("a title says a condition where its words mean nothing else: %s", (title, condition) => {
  expect(conditionOfTitle(title)).toBe(condition);
});

test("of a remark, a grade counts more than being worn, and what is said of parts does not count", () => {
  const list = fileProfile("own");
  expect(conditionWord(list, ["", "getragen, gut"])).toBe("Good");
  expect(conditionWord(list, ["", "Saite: neu"])).toBe("");
});
