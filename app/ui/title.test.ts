import { expect, test } from "vitest";
import { isolated } from "#app/domain/text-rules.ts";
import { titled } from "./title.ts";

// Texts that were stored before the marks of direction were removed still have them.
test.each([
  ["a stored name", "Blade \u202e89\u202c", "Blade 89"],
  ["a stored name with single marks", "Bla\u200ede\u200f", "Blade"],
  ["an isolated stored name", isolated("\u202eBlade\u2066"), "Blade"],
  ["a name that is written from right to left", isolated("\u202eمضرب"), "\u2068مضرب\u2069"],
])("the title of a page with %s cannot be turned around", (_, name, shown) => {
  expect(titled(name, `${name} · \u2067used`)).toEqual([
    { title: `${shown} · Second Serve` },
    { property: "og:title", content: shown },
    { name: "description", content: `${shown.replace(/[\u2068\u2069]/g, "")} · used` },
    { property: "og:description", content: `${shown.replace(/[\u2068\u2069]/g, "")} · used` },
  ]);
});
