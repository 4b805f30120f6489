import { expect, test } from "vitest";
import { languageToOffer } from "./language-offer.ts";

test.each([
  ["a German browser on an English page", "en-GB", null, ["de-AT", "en"], "de"],
  ["a Dutch browser on a German page", "de", null, ["nl"], "nl"],
  ["the first that we speak", "en-GB", null, ["pl", "fr-CA", "de"], "fr"],
  ["an English browser on a Dutch page", "nl", null, ["en-US"], "en-GB"],
  ["American English to who reads British", "en-GB", null, ["en-US"], null],
  ["the page's own", "fr", null, ["fr"], null],
  ["none that we do not speak", "en-GB", null, ["pl", "cs"], null],
  ["none to who says nothing", "en-GB", null, [], null],
  ["what was chosen, not the browser's", "en-GB", "nl", ["de"], "nl"],
  ["nothing where the chosen one is read", "nl", "nl", ["de"], null],
  ["nothing where the other English was chosen", "en-GB", "en-US", ["de"], null],
] as const)("the page in another language is offered: %s", (_what, page, chosen, browser, offered) => {
  expect(languageToOffer(page, chosen, browser)).toBe(offered);
});
