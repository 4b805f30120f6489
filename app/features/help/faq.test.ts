import { afterAll, describe, expect, test } from "vitest";
import { NO_PROMISES } from "#app/domain/promises.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale, locales, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { presentFaq } from "./faq.server.ts";

const NO_MEANINGS = { returns: null, firstOrder: null, firstListing: null, sellingFee: null };
const original = getLocale();
afterAll(() => overwriteGetLocale(() => original));

describe.each(locales)("the answers of the help in %s", (locale) => {
  const textsWith = (offers: boolean) => {
    overwriteGetLocale(() => locale);
    const buttons = [m.option_direct_checkout(), m.option_bid()];
    const texts = presentFaq({ made: NO_PROMISES, meanings: NO_MEANINGS, offers }).flatMap(({ answers }) =>
      answers.flatMap(({ question, paragraphs }) => [question, ...paragraphs]),
    );
    return texts.filter((text) => buttons.some((button) => text.includes(button)));
  };

  test("say what Buy Now and an offer mean if the shop has them", () => {
    expect(textsWith(true)).toHaveLength(2);
  });

  test("do not speak of Buy Now and offers if the shop has none", () => {
    expect(textsWith(false)).toEqual([]);
  });
});
