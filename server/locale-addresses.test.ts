import { expect, test } from "vitest";
import { localeAddresses } from "./locale-addresses.ts";

test("URLs of scripts get the folder of a language, except for the default language", () => {
  const code = 'import("/assets/home-1a.js"), ["assets/root-2b.js", "assets/root-2b.css"]; from"./react.js"';
  expect(localeAddresses(code, "de")).toBe(
    'import("/assets/de/home-1a.js"), ["assets/de/root-2b.js", "assets/root-2b.css"]; from"./react.js"',
  );
  expect(localeAddresses(code, "en-GB")).toBe(code);
});

test("URLs of web workers, and text that is not quoted, are the same in all languages", () => {
  const code = 'new Worker("/assets/reading.worker-3c.js") // assets/home-1a.js';
  expect(localeAddresses(code, "fr")).toBe(code);
});
