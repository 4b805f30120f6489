import { expect, test } from "vitest";
import { languageToOffer } from "./language-offer.ts";

test.each([
  ["German to a German browser on an English page", "en-GB", null, ["de-AT", "en"], "de"],
  ["Dutch to a Dutch browser on a German page", "de", null, ["nl"], "nl"],
  ["the first language of the browser that the shop has", "en-GB", null, ["pl", "fr-CA", "de"], "fr"],
  ["English to an English browser on a Dutch page", "nl", null, ["en-US"], "en-GB"],
  ["nothing to an American browser on a British page", "en-GB", null, ["en-US"], null],
  ["nothing when the page is in the browser's language", "fr", null, ["fr"], null],
  ["nothing when the shop has none of the browser's languages", "en-GB", null, ["pl", "cs"], null],
  ["nothing when the browser names no language", "en-GB", null, [], null],
  ["the chosen language, not the browser's", "en-GB", "nl", ["de"], "nl"],
  ["nothing on a page in the chosen language", "nl", "nl", ["de"], null],
  ["nothing on a British page when American English was chosen", "en-GB", "en-US", ["de"], null],
] as const)("languageToOffer offers %s", (_what, page, chosen, browser, offered) => {
  expect(languageToOffer(page, chosen, browser)).toBe(offered);
});
