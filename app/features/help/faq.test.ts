import { afterAll, describe, expect, test } from "vitest";
import { m } from "#app/paraglide/messages.js";
import { getLocale, locales, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { presentFaq } from "./faq.server.ts";

const original = getLocale();
afterAll(() => overwriteGetLocale(() => original));

describe.each(locales)("the answers of the help in %s", (locale) => {
  const textsWith = (offers: boolean) => {
    overwriteGetLocale(() => locale);
    const buttons = [m.option_direct_checkout(), m.option_bid()];
    const texts = presentFaq({ percent: 10, offers }).flatMap(({ answers }) =>
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
