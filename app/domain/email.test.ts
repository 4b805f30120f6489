import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { EMAIL, tidyEmail } from "./email.ts";

test.each([
  [" Anna@Example.COM ", "anna@example.com"],
  ["anna@müller.de", "anna@xn--mller-kva.de"],
  ["Anna@MÜLLER.DE", "anna@xn--mller-kva.de"],
  // "u" and a combining diaeresis, as macOS writes it.
  ["anna@mu\u0308ller.de", "anna@xn--mller-kva.de"],
  ["anna@xn--mller-kva.de", "anna@xn--mller-kva.de"],
  ["anna@XN--MLLER-KVA.de", "anna@xn--mller-kva.de"],
  ["info@café.example.fr", "info@xn--caf-dma.example.fr"],
  ["anna@straße.de", "anna@xn--strae-oqa.de"],
  ["anna@例え。example", "anna@xn--r8jz45g.example"],
  ["anna@ｅｘａｍｐｌｅ.com", "anna@example.com"],
  ["jo@пример.рф", "jo@xn--e1afmkfd.xn--p1ai"],
  ["a@中文.中国", "a@xn--fiq228c.xn--fiqs8s"],
  ["info@مثال.السعودية", "info@xn--mgbh0fb.xn--mgberp4a5d4ar"],
])("the address %j is stored as %j", (typed, stored) => {
  expect(tidyEmail(typed)).toBe(stored);
  expect(tidyEmail(stored)).toBe(stored);
  expect(stored).toMatch(EMAIL);
});

// None of these may become an address of another domain.
test.each([
  ...["anna@müller.de/x", "anna@müller.de:80", "anna@müller.de?x", "anna@müller.de#x"],
  ...["a@b@mü ller.de", "anna@%6düller.de", "anna@mü\\ller.de", "anna@[müller].de", "anna@", "@", ""],
  ...["müller.de", "jürgen@example.com"],
])("the text %j stays as it is", (text) => expect(tidyEmail(text)).toBe(text));

test("the pattern of addresses differs from Zod's only in top-level domains", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.emailAddress(), fc.string({ unit: fc.constantFrom(..."ab1.-+'_@ ") })),
      (text) => {
        expect(EMAIL.test(text), text).toBe(z.email().safeParse(text).success);
      },
    ),
  );
});

test.each([
  "jo@xn--p1ai",
  "jo@example.xn--",
  "jo@example.xn--p1ai-",
  "jo@example.1a",
  "jo@пример.рф",
  "jo@a..рф",
])("%j is no stored address", (text) => expect(text).not.toMatch(EMAIL));
