import { expect, test } from "vitest";
import { localeAddresses } from "./locale-addresses.ts";

test("scripts of a language are in its folder, and the default language's are not", () => {
  const code = 'import("/assets/home-1a.js"), ["assets/root-2b.js", "assets/root-2b.css"]; from"./react.js"';
  expect(localeAddresses(code, "de")).toBe(
    'import("/assets/de/home-1a.js"), ["assets/de/root-2b.js", "assets/root-2b.css"]; from"./react.js"',
  );
  expect(localeAddresses(code, "en-GB")).toBe(code);
});

test("all languages share workers and what is not quoted", () => {
  const code = 'new Worker("/assets/reading.worker-3c.js") // assets/home-1a.js';
  expect(localeAddresses(code, "fr")).toBe(code);
});
