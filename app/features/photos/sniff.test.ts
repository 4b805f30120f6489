import { readFileSync } from "node:fs";
import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { sniff } from "./sniff.ts";

const text = (content: string) => new TextEncoder().encode(content);
const square = () => sharp({ create: { width: 8, height: 8, channels: 3, background: "#c04020" } });
/** The beginning of an ISO media file with its major brand and compatible brands. */
const iso = (major: string, ...compatible: string[]) => {
  const brands = `ftyp${major}\0\0\0\0${compatible.join("")}`;
  return new Uint8Array([0, 0, 0, 4 + brands.length, ...text(brands), ...text("....meta")]);
};

test("JPEG, PNG, WebP, AVIF and HEIC are recognised", async () => {
  expect(sniff(await square().jpeg().toBuffer())).toBe("jpeg");
  expect(sniff(await square().png().toBuffer())).toBe("png");
  expect(sniff(await square().webp().toBuffer())).toBe("webp");
  expect(sniff(await square().avif().toBuffer())).toBe("avif");
  expect(sniff(readFileSync("tests/fixtures/upright.heic"))).toBe("heic");
});

test("all brands in the header of a file decide whether it is HEIC or AVIF; videos are refused", () => {
  expect(sniff(iso("mif1", "mif1", "heic"))).toBe("heic");
  expect(sniff(iso("mif1", "mif1", "avif", "miaf"))).toBe("avif");
  expect(sniff(iso("mif1"))).toBe("heic");
  expect(sniff(iso("msf1", "hevc"))).toBe("heic");
  expect(sniff(iso("avis", "avif"))).toBe("avif");
  expect(sniff(iso("isom", "iso2", "mp41"))).toBeNull();
  expect(sniff(iso("qt  "))).toBeNull();
});

test.each([
  ["nothing", text("")],
  ["text", text("hello")],
  ["HTML", text("<!doctype html><script>alert(1)</script>")],
  ["SVG", text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["GIF", text("GIF89a\x01\0\x01\0")],
  ["PDF", text("%PDF-1.7")],
  ["a sound file in RIFF", text("RIFF\x24\0\0\0WAVEfmt ")],
  ["a JPEG after a space", new Uint8Array([0x20, 0xff, 0xd8, 0xff])],
])("%s is refused [M5.26]", (_, bytes) => {
  expect(sniff(bytes)).toBeNull();
});

test("for any bytes, `sniff` returns a type or null, and never throws", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      expect([null, "jpeg", "png", "webp", "avif", "heic"]).toContain(sniff(bytes));
      expect(sniff(new Uint8Array([0, 0, 0, 200, ...text("ftyp"), ...bytes]))).not.toBe("jpeg");
    }),
  );
});
