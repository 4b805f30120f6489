import fc from "fast-check";
import { expect, test } from "vitest";
import { CARRIER_NAMES, trackingUrl } from "./carriers.ts";

test("each carrier in CARRIER_NAMES has a tracking page, regardless of case and punctuation in the name", () => {
  for (const name of CARRIER_NAMES) {
    const url = new URL(trackingUrl(name, "3S ABCD-123456789") ?? "");
    expect([url.protocol, url.href.includes("3SABCD123456789")]).toEqual(["https:", true]);
    expect(trackingUrl(` ${name.toUpperCase()}. `, "3SABCD123456789")).toBe(url.href);
  }
});

test.each([
  [null, "3SABCD123456789"],
  ["PostNL", null],
  ["PostNL", ""],
  ["PostNL", "123"],
  ["PostNL", "3SABCD/../evil"],
  ["PostNL", "3SABCD&x=1"],
  ["PostNL", "javascript:alert(1)"],
  ["My cousin", "3SABCD123456789"],
  ["https://evil.example", "3SABCD123456789"],
])("there is no tracking link for the carrier %s and the number %s", (carrier, number) => {
  expect(trackingUrl(carrier, number)).toBeNull();
});

test("a tracking link leads to the site of a carrier in CARRIER_NAMES, whatever was typed", () => {
  const homes = new Set(CARRIER_NAMES.map((name) => new URL(trackingUrl(name, "ABCD") ?? "").origin));
  const carrier = fc.oneof(fc.constantFrom(...CARRIER_NAMES), fc.string());
  const number = fc.oneof(fc.string(), fc.stringMatching(/^[A-Z0-9 -]{4,20}$/));
  fc.assert(
    fc.property(carrier, number, (typed, parcel) => {
      const url = trackingUrl(typed, parcel);
      expect(url === null || homes.has(new URL(url).origin)).toBe(true);
    }),
  );
});
