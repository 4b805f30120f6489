import { expect, test } from "vitest";
import { withName } from "./address.server.ts";

const ADDRESS = "Baan 1\n1012 AB Amsterdam";

test.each([
  ["Anna Bell", `Anna Bell\n${ADDRESS}`],
  ["Anna Bell", `ANNA  BELL\n${ADDRESS}`],
  ["Anna Bell", `Mevr. Anna Bell, ${ADDRESS}`],
  ["Anna Bell", `c/o Firma X\nAnna Bell\n${ADDRESS}`],
  ["Anna", `Anna, ${ADDRESS}`],
  ["José", `Jose\u0301\n${ADDRESS}`],
  ["", ADDRESS],
  [null, ADDRESS],
])("the name %j is not written twice in %j", (name, address) => {
  expect(withName(name, address)).toBe(address);
});

test.each([
  ["Anna Bell", ADDRESS],
  ["Anna", "Anna Paulownastraat 1\nDen Haag"],
  ["Anna Bell", "Anna Bellamystraat 1\nAmsterdam"],
])("the name %j is written above %j", (name, address) => {
  expect(withName(name, address)).toBe(`${name}\n${address}`);
});
