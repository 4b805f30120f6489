import { describe, expect, test } from "vitest";
import { offPlatform, riskIn } from "./off-platform.ts";

describe("a message tries to move the payment outside the shop:", () => {
  test.each([
    "paypal.me/anna",
    "Pay here: https://www.paypal.com/paypalme/anna",
    "https://tikkie.me/pay/abc123",
    "Hier der Link: https://dhl-paket.example/zahlung/4711",
    "https://marketplace-refund.example/claim",
    "WWW.SAFE-CHECKOUT.EXAMPLE",
    "http://93.184.216.34/order",
    "https://xn--pypal-4ve.example",
    "see bit.ly/3xYz",
    "Maak over naar NL91 ABNA 0417 1643 00 please",
    "IBAN DE89370400440532013000",
    "0x52908400098527886E0F7030069857D2E4169EE7",
  ])("%s", (text) => expect(offPlatform(text)).toBe("payment"));
});

describe("a message tries to move the conversation outside the shop:", () => {
  test.each([
    "wa.me/31612345678",
    "https://t.me/anna",
    "Write to anna.b@mail.example please",
    "anna (at) mail.example",
    "Bel me op 06 12345678",
    "+31 (0)6 1234 5678",
    "0171/12345678",
    "06.12.34.56.78",
    "07911 123456, any time",
    "Call (512) 555-0147",
    "512-555-0147",
    "0033 6 12 34 56 78",
  ])("%s", (text) => expect(offPlatform(text)).toBe("contact"));
});

describe("ordinary words about gear are not flagged", () => {
  test.each([
    "",
    "Is it still available?",
    "16x19, 300 g, 320 mm, grip L3 4 3/8",
    "Would you take €105? Or 100.00/120.00?",
    "I live in 1071 DJ, you in 22767?",
    "Strung 01-02-2026, 18 kg",
    "op 01.02.2026 18 uur",
    "Weights: 0.305 0.310 0.315",
    "Serial 101393 and 101394",
    "Tracking 3SABCD123456789",
    "00340434161094015902",
    "https://www.wilson.com/en-us/blade-98",
    "https://www.dhl.de/en/tracking?id=123",
    "www.youtube.com/watch?v=abc",
    "node.js and ready.to",
    "I played it in e.g. Rotterdam.",
    "NL91 is no account",
    "@anna wrote to me",
    "Do you take PayPal?",
    "https://second-serve.example/rackets/0199c0de-0000-7000-8000-000000000000",
    "0199c0de-0000-7000-8000-000000000000",
    "Mo-Fr 09:00-12:00, 14:00-18:00",
  ])("%s", (text) => expect(offPlatform(text)).toBe(null));

  test("and a text of 4,000 characters is checked without delay", () => {
    for (const part of ["a", "0 ", "((", "a.", "+", "nl91 ", "https://a."]) {
      const text = part.repeat(4000 / part.length);
      expect(["payment", "contact", null]).toContain(offPlatform(text));
    }
  });
});

describe("the sender of a first message is told about", () => {
  test.each([
    ["https://tikkie.me/pay/abc123", "payment"],
    ["Bel me op 06 12345678", "contact"],
    ["See https://www.wilson.com/en-us/blade-98", "link"],
    ["www.youtube.com/watch?v=abc", "link"],
    ["https://second-serve.example.other.example/rackets", "link"],
    ["https://second-serve.example/rackets and node.js", null],
    ["Is it still available?", null],
  ])("%s: %s", (text, risk) => {
    expect(riskIn(text, "second-serve.example")).toBe(risk);
  });
});
