import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { thumbHashToAverageRGBA } from "thumbhash";
import { describe, expect, test } from "vitest";
import { BLUE, coloursOf, expectColours, GREEN, quarters, RED, WHITE } from "#tests/support/quarters.ts";
import { render, renderAvif, renderDhash } from "./render.server.ts";

const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);
const faultOf = (file: Uint8Array<ArrayBuffer>) =>
  render(file).then(
    () => "taken",
    (error) => error.fault ?? error,
  );

/** A phone's JPEG: rotated, with EXIF orientation, camera maker and location. */
async function phoneJpeg(): Promise<Uint8Array<ArrayBuffer>> {
  const turned = (await quarters()).rotate(270).jpeg({ quality: 95 });
  const exif = {
    IFD0: { Make: "Pear", Model: "Phone" },
    IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 22/1 0/1" },
  };
  return bytes(
    await turned
      .withExif(exif)
      .withXmp("<x:xmpmeta>whose</x:xmpmeta>")
      .withMetadata({ orientation: 6 })
      .toBuffer(),
  );
}

describe("a photo from a phone", () => {
  test("has EXIF metadata before the upload, as the tests below need", async () => {
    const file = await phoneJpeg();
    expect(await sharp(file).metadata()).toMatchObject({ orientation: 6, width: 320, height: 480 });
    expect(Buffer.from(file).includes("Pear")).toBe(true);
  });

  test.each([
    ["JPEG, turned by its EXIF orientation", phoneJpeg],
    // Has EXIF with orientation 6 and a location, HEIC's own rotation (the valid one), and colours in Display P3.
    ["HEIC, turned by its own rotation", async () => bytes(readFileSync("tests/fixtures/upright.heic"))],
  ])("is turned upright and loses its metadata: %s [V5.4.3]", async (_, file) => {
    const rendered = await render(await file());
    expect(rendered).toMatchObject({ width: 480, height: 320 });
    expectColours(await coloursOf(rendered), [RED, GREEN, BLUE, WHITE]);
    for (const { body } of rendered.pictures) {
      const { exif, xmp, icc, orientation } = await sharp(body).metadata();
      expect({ exif, xmp, icc, orientation }).toEqual({});
      for (const word of ["Pear", "Exif", "GPS", "whose"])
        expect(Buffer.from(body).includes(word)).toBe(false);
    }
  });
});

test.each(["jpeg", "png", "webp", "avif"] as const)("a photo may be a %s file", async (format) => {
  const rendered = await render(bytes(await (await quarters()).toFormat(format, { quality: 90 }).toBuffer()));
  expectColours(await coloursOf(rendered), [RED, GREEN, BLUE, WHITE], 12);
});

test("pictures are made in all widths, and none is enlarged", async () => {
  const sizesOf = async (width: number, height: number) => {
    const { pictures } = await render(bytes(await (await quarters(width, height)).png().toBuffer()));
    const sizes = pictures.map(async ({ width: name, body }) => {
      const rendered = await sharp(body).metadata();
      return [name, rendered.format, rendered.width, rendered.height];
    });
    return Promise.all(sizes);
  };
  expect(await sizesOf(2000, 1000)).toEqual([
    [160, "webp", 160, 80],
    [320, "webp", 320, 160],
    [640, "webp", 640, 320],
    [1280, "webp", 1280, 640],
  ]);
  expect(await sizesOf(200, 300)).toEqual([
    [160, "webp", 160, 240],
    [320, "webp", 200, 300],
    [640, "webp", 200, 300],
    [1280, "webp", 200, 300],
  ]);
  expect(await sizesOf(2, 2)).toHaveLength(4);
});

test("the thumbhash has the picture's colour", async () => {
  const file = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#2060c0" } })
    .jpeg()
    .toBuffer();
  const { thumbhash } = await render(bytes(file));
  const { r, g, b } = thumbHashToAverageRGBA(Buffer.from(thumbhash, "base64"));
  for (const [is, should] of [
    [r, 0x20],
    [g, 0x60],
    [b, 0xc0],
  ] as const)
    expect(Math.abs(is * 255 - should)).toBeLessThan(12);
});

test("transparency becomes white, only the first frame of an animation stays, and 16-bit and grey become 8-bit RGB", async () => {
  const clear = await sharp({ create: { width: 40, height: 40, channels: 4, background: "#00000000" } })
    .png()
    .toBuffer();
  expectColours(await coloursOf(await render(bytes(clear))), [WHITE, WHITE, WHITE, WHITE]);

  const frames = await Promise.all(
    ["#e02020", "#20c020"].map((background) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const moving = await sharp(frames, { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer();
  expect((await sharp(moving).metadata()).pages).toBe(2);
  const stillPicture = await render(bytes(moving));
  expect(stillPicture).toMatchObject({ width: 40, height: 40 });
  expectColours(await coloursOf(stillPicture), [RED, RED, RED, RED]);

  const deep = await (await quarters()).toColourspace("rgb16").png().toBuffer();
  expectColours(await coloursOf(await render(bytes(deep))), [RED, GREEN, BLUE, WHITE]);
  const grey = await (await quarters()).greyscale().toColourspace("b-w").png().toBuffer();
  const [first = []] = await coloursOf(await render(bytes(grey)));
  expect(first).toHaveLength(3);
  expect(new Set(first).size).toBe(1);
});

test("colours of a wide-gamut profile (Display P3) are converted to sRGB", async () => {
  const p3 = await (await quarters())
    .withIccProfile("p3")
    .jpeg({ quality: 100, chromaSubsampling: "4:4:4" })
    .toBuffer();
  const bare = await sharp(p3).metadata();
  expect(bare.icc).toBeDefined();
  expectColours(await coloursOf(await render(bytes(p3))), [RED, GREEN, BLUE, WHITE], 6);
});

describe("a bad file is refused with its reason, and never with another error:", () => {
  const jpeg = async () => bytes(await (await quarters(1200, 800)).jpeg().toBuffer());

  test.each([
    ["nothing", ""],
    ["HTML", "<!doctype html><img src=x onerror=alert(1)>"],
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ["GIF", "GIF89a"],
    ["a text that begins like TIFF", "II*\0 and so on"],
  ])("%s", async (_, text) => {
    expect(await faultOf(new TextEncoder().encode(text))).toBe("type");
  });

  test("a file that ends too early", async () => {
    const whole = await jpeg();
    expect(await faultOf(whole.slice(0, whole.length / 2))).toBe("broken");
    expect(await faultOf(whole.slice(0, 20))).toBe("broken");
    for (const format of ["png", "webp", "avif"] as const) {
      const file = bytes(await (await quarters()).toFormat(format).toBuffer());
      expect(await faultOf(file.slice(0, file.length * 0.6)), format).toBe("broken");
    }
    const heic = bytes(readFileSync("tests/fixtures/upright.heic"));
    expect(await faultOf(heic.slice(0, 1200))).toBe("broken");
    expect(await faultOf(heic.slice(0, 40))).toBe("broken");
  });

  test("noise behind a valid header", async () => {
    const noise = new Uint8Array(5_000).map((_, n) => (n * 7919) % 251);
    for (const start of [
      [0xff, 0xd8, 0xff],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ]) {
      const file = noise.slice();
      file.set(start);
      expect(await faultOf(file)).toBe("broken");
    }
    const heic = bytes(readFileSync("tests/fixtures/upright.heic"));
    heic.fill(0x55, 300, 700);
    expect(await faultOf(heic)).toBe("broken");
  });

  test("a small file with an enormous picture inside, without decoding it [V5.2.3]", async () => {
    expect(await faultOf(await pngHeader(50_000, 50_000))).toBe("too_many_pixels");
    const file = bytes(readFileSync("tests/fixtures/upright.heic"));
    // `ispe` holds the size of a HEIC picture: 320 x 480 before it is turned.
    const ispe = Buffer.from(file).indexOf("ispe");
    new DataView(file.buffer).setUint32(ispe + 8, 30_000);
    new DataView(file.buffer).setUint32(ispe + 12, 30_000);
    expect(await faultOf(file)).toBe("too_many_pixels");
  });

  test("an extreme aspect ratio", async () => {
    const strip = await sharp({ create: { width: 20, height: 2000, channels: 3, background: "#123" } })
      .png()
      .toBuffer();
    expect(await faultOf(bytes(strip))).toBe("too_narrow");
  });
});

/** A PNG file whose header claims this size, with the pixels of a small picture. */
async function pngHeader(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const file = await (await quarters()).png().toBuffer();
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
  return bytes(file);
}

test("AVIF pictures have the same sizes and the same content as the WebP pictures", async () => {
  const { pictures } = await render(await phoneJpeg());
  const rendered = await renderAvif(pictures.at(-1)?.body ?? new Uint8Array());
  expect(
    await Promise.all(rendered.map(async ({ body }) => (await sharp(body).metadata()).mediaType)),
  ).toEqual(Array(4).fill("image/avif"));
  expect(await Promise.all(rendered.map(async ({ body }) => (await sharp(body).metadata()).width))).toEqual([
    160, 320, 480, 480,
  ]);
  expectColours(await coloursOf({ pictures: rendered }), [RED, GREEN, BLUE, WHITE], 10);
});

describe("the difference hash", () => {
  /** A random picture that resembles a photo: soft, in every tone. */
  async function scene(seed: number): Promise<Sharp> {
    const data = Uint8Array.from(
      { length: 16 * 20 * 3 },
      (_, at) => ((at + 7) * (seed * 37 + 11) * 13) % 251,
    );
    const pixels = sharp(data, { raw: { width: 16, height: 20, channels: 3 } });
    return sharp(await pixels.resize(640, 800, { kernel: "cubic" }).png().toBuffer());
  }
  const hashOf = async (picture: Sharp) => (await render(bytes(await picture.png().toBuffer()))).dhash;
  const distance = (one: string, other: string) => [...one].filter((bit, at) => bit !== other[at]).length;

  test("is nearly the same for a brighter copy of a photo, and differs for another photo", async () => {
    const hash = await hashOf(await scene(1));
    expect(hash).toMatch(/^[01]{128}$/);
    const copy = (await scene(1)).resize(400).modulate({ brightness: 1.05 }).jpeg({ quality: 60 });
    expect(distance(hash, await hashOf(sharp(await copy.toBuffer())))).toBeLessThanOrEqual(6);
    expect(distance(hash, await hashOf(await scene(2)))).toBeGreaterThan(20);
  });

  test("of a stored picture is nearly that of the uploaded file", async () => {
    const { dhash, pictures } = await render(bytes(await (await scene(3)).png().toBuffer()));
    const stored = pictures.find(({ width }) => width === 320)?.body;
    expect(stored && distance(dhash, await renderDhash(stored))).toBeLessThanOrEqual(2);
  });

  test("of a picture without contrast has only zeros", async () => {
    const plain = sharp({ create: { width: 300, height: 300, channels: 3, background: "#fefefe" } });
    expect(await hashOf(plain)).toBe("0".repeat(128));
  });
});
