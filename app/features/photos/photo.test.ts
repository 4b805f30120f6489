import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { photoAddress, photoKeyOf } from "./photo.ts";

const BASE = "https://second-serve.example";
const KEY = "0123456789abcdef".repeat(4);

describe("the URL of a photo of the shop", () => {
  test("is recognised in every width and format", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{64}$/), (key) => {
        expect(photoKeyOf(BASE, photoAddress(BASE, key))).toBe(key);
      }),
    );
    expect(photoKeyOf(BASE, `${BASE}/photos/${KEY}/160.avif`)).toBe(KEY);
  });

  test.each([
    ["of another site", `https://elsewhere.example/photos/${KEY}/1280.webp`],
    ["of another port", `${BASE}:8443/photos/${KEY}/1280.webp`],
    ["of another scheme", `http://second-serve.example/photos/${KEY}/1280.webp`],
    ["with an invalid key", `${BASE}/photos/${KEY.slice(1)}/1280.webp`],
    ["under the path of another page", `${BASE}/rackets/photos/${KEY}/1280.webp`],
    ["without a host", `/photos/${KEY}/1280.webp`],
  ])("is distinguished from a URL %s", (_, address) => {
    expect(photoKeyOf(BASE, address)).toBeNull();
  });
});
