import { expect, test } from "vitest";
import { languageToOffer } from "./language-offer.ts";

test.each([
  ["a German browser on an English page", "en-GB", null, ["de-AT", "en"], "de"],
  ["a Dutch browser on a German page", "de", null, ["nl"], "nl"],
  ["the browser's first language that the shop has", "en-GB", null, ["pl", "fr-CA", "de"], "fr"],
  ["an English browser on a Dutch page", "nl", null, ["en-US"], "en-GB"],
  ["no American English on a British page", "en-GB", null, ["en-US"], null],
  ["not the page's own", "fr", null, ["fr"], null],
  ["not one that the shop lacks", "en-GB", null, ["pl", "cs"], null],
  ["none when the browser names none", "en-GB", null, [], null],
  ["the chosen one, not the browser's", "en-GB", "nl", ["de"], "nl"],
  ["none on a page in the chosen one", "nl", "nl", ["de"], null],
  ["none when the other English was chosen", "en-GB", "en-US", ["de"], null],
] as const)("a page in another language is offered: %s", (_what, page, chosen, browser, offered) => {
  expect(languageToOffer(page, chosen, browser)).toBe(offered);
});
