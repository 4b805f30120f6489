import { expect, test } from "vitest";
import { tidyEmail } from "./email.ts";

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
])("the address %j is stored as %j", (typed, stored) => {
  expect(tidyEmail(typed)).toBe(stored);
  expect(tidyEmail(stored)).toBe(stored);
});

// None of these may become an address of another domain.
test.each([
  "anna@müller.de/x",
  "anna@müller.de:80",
  "anna@müller.de?x",
  "anna@müller.de#x",
  "a@b@mü ller.de",
  "anna@%6düller.de",
  "anna@mü\\ller.de",
  "anna@[müller].de",
  "anna@",
  "@",
  "",
  "müller.de",
  "jürgen@example.com",
])("the text %j stays as it is", (text) => expect(tidyEmail(text)).toBe(text));
