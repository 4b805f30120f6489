import { readFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { BLUE, coloursOf, expectColours, GREEN, quarters, RED, WHITE } from "#tests/support/quarters.ts";
import { render } from "./render.server.ts";

const QUARTERS = [RED, GREEN, BLUE, WHITE];
const fixture = (name: string) => new Uint8Array(readFileSync(`tests/fixtures/${name}`));
const faultOf = (file: Uint8Array<ArrayBuffer>) =>
  render(file).then(
    () => "taken",
    (error) => error.fault ?? error,
  );

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, sum]);
}

const numbers = (...values: number[]) => {
  const data = Buffer.alloc(4 * values.length);
  for (const [n, value] of values.entries()) data.writeUInt32BE(Math.round(value * 100_000), 4 * n);
  return data;
};

/** A PNG of equal upright stripes, whose pixels have these values (0 to 1; one is grey, two grey and alpha). */
function png(stripes: number[][], bits: 8 | 16, ...chunks: Buffer[]): Uint8Array<ArrayBuffer> {
  const channels = stripes[0]?.length ?? 0;
  const [width, height, most] = [40 * stripes.length, 60, 2 ** bits - 1];
  const line = Buffer.alloc(1 + (width * channels * bits) / 8);
  for (let x = 0; x < width; x += 1)
    for (const [n, value] of (stripes[Math.floor(x / 40)] ?? []).entries())
      line.writeUIntBE(Math.round(value * most), 1 + ((x * channels + n) * bits) / 8, bits / 8);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([bits, [0, 4, 2, 6][channels - 1] ?? 0], 8);
  const lines = Buffer.concat(Array(height).fill(line));
  return new Uint8Array(
    Buffer.concat([
      Buffer.from("89504e470d0a1a0a", "hex"),
      chunk("IHDR", header),
      ...chunks,
      chunk("IDAT", deflateSync(lines)),
      chunk("IEND", Buffer.alloc(0)),
    ]),
  );
}

/** The colours of the stripes of the largest picture. */
async function stripesOf(file: Uint8Array<ArrayBuffer>, count = 4): Promise<number[][]> {
  const { pictures } = await render(file);
  const { data, info } = await sharp(pictures.at(-1)?.body).raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: count }, (_, n) => {
    const start = (info.width * 30 + Math.floor(((n + 0.5) * info.width) / count)) * info.channels;
    return [...data.subarray(start, start + 3)];
  });
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

// From linear sRGB to linear light of other primaries: ITU-R BT.2087 and SMPTE EG 432-1, with D65.
const TO_2020 = [
  [0.6274, 0.3293, 0.0433],
  [0.0691, 0.9195, 0.0114],
  [0.0164, 0.088, 0.8956],
];
const TO_P3 = [
  [0.8225, 0.1774, 0.0001],
  [0.0332, 0.9669, -0.0001],
  [0.0171, 0.0724, 0.9105],
];

/** The quarters' colours as values of these primaries and this curve (from light to a stored value). */
function stored(curve: (light: number) => number, primaries?: number[][]): number[][] {
  return QUARTERS.map((colour) => {
    const light = colour.map((value) => linear(value / 255));
    const converted = primaries?.map((row) => row.reduce((sum, by, n) => sum + by * (light[n] ?? 0), 0));
    return (converted ?? light).map((value) => curve(Math.max(0, value)));
  });
}

const srgb = (light: number) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
const pq = (light: number) => {
  const y = ((light * 203) / 10_000) ** 0.1593017578125;
  return ((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y)) ** 78.84375;
};

describe("colours become those of sRGB:", () => {
  const cicp = (primaries: number, transfer: number, full = 1) =>
    chunk("cICP", Uint8Array.of(primaries, transfer, 0, full));
  const gamma = (value: number) => chunk("gAMA", numbers(value));
  const P3_CHRM = chunk("cHRM", numbers(0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06));
  const video = (colours: number[][]) => colours.map((colour) => colour.map((v) => (16 + 219 * v) / 255));

  test.each([
    ["png16-p3.png", 6],
    ["heic-nclx-p3.heic", 6],
  ])("the file %s", async (name, tolerance) => {
    expectColours(await coloursOf(await render(fixture(name))), QUARTERS, tolerance);
  });

  test.each([
    ["PNG, 8 bits, cICP of Display P3", png(stored(srgb, TO_P3), 8, cicp(12, 13))],
    ["PNG, 16 bits, cICP of Display P3", png(stored(srgb, TO_P3), 16, cicp(12, 13))],
    [
      "PNG, 8 bits, cICP of Display P3 in the range of video",
      png(video(stored(srgb, TO_P3)), 8, cicp(12, 13, 0)),
    ],
    ["PNG, 16 bits, cICP of BT.2020 and PQ, as bright as a page", png(stored(pq, TO_2020), 16, cicp(9, 16))],
    ["PNG, 8 bits, cICP of BT.2020 and sRGB's curve", png(stored(srgb, TO_2020), 8, cicp(9, 1))],
    [
      "PNG, 16 bits, gAMA of 1",
      png(
        stored((light) => light),
        16,
        gamma(1),
      ),
    ],
    [
      "PNG, 8 bits, gAMA of 1/1.8",
      png(
        stored((light) => light ** (1 / 1.8)),
        8,
        gamma(1 / 1.8),
      ),
    ],
    [
      "PNG, 8 bits, gAMA and cHRM of Display P3",
      png(
        stored((l) => l ** (1 / 2.2), TO_P3),
        8,
        gamma(1 / 2.2),
        P3_CHRM,
      ),
    ],
    ["PNG, cHRM of Display P3 alone", png(stored(srgb, TO_P3), 8, P3_CHRM)],
    [
      "PNG, whose sRGB chunk outranks a gAMA",
      png(stored(srgb), 8, chunk("sRGB", Uint8Array.of(0)), gamma(1)),
    ],
    [
      "PNG, whose cHRM is impossible",
      png(stored(srgb), 8, gamma(1 / 2.2), chunk("cHRM", numbers(0, 0, 0, 0, 0, 0, 0, 0))),
    ],
  ])("%s", async (_, file) => {
    expectColours(await stripesOf(file), QUARTERS, 5);
  });

  test("PNG, 16-bit grey with alpha and a gAMA, on white", async () => {
    const half = linear(128 / 255);
    const file = png([[0, 1], [half, 1], [half, 0], [1, 1]], 16, gamma(1)); // biome-ignore format: four stripes
    expectColours(await stripesOf(file), [[0, 0, 0], [128, 128, 128], WHITE, WHITE], 3); // biome-ignore format: four stripes
  });

  test("PNG, 16-bit grey with a grey profile", async () => {
    const profile = readFileSync("tests/fixtures/grey-gamma-1.icc");
    const icc = chunk("iCCP", Buffer.concat([Buffer.from("grey\0\0"), deflateSync(profile)]));
    const middle = linear(128 / 255);
    for (const bits of [8, 16] as const)
      expectColours(await stripesOf(png([[0], [middle], [1]], bits, icc), 3), [[0, 0, 0], [128, 128, 128], WHITE], 4); // biome-ignore format: three stripes
  });

  test.each([
    [
      "JPEG with a profile of Display P3",
      () =>
        quarters().then((picture) =>
          picture.withIccProfile("p3").jpeg({ quality: 98, chromaSubsampling: "4:4:4" }),
        ),
    ],
    [
      "AVIF with a profile of Display P3",
      () =>
        quarters().then((picture) =>
          picture.withIccProfile("p3").avif({ quality: 95, chromaSubsampling: "4:4:4" }),
        ),
    ],
    [
      "16-bit PNG with a profile of Display P3",
      () => quarters().then((picture) => picture.toColourspace("rgb16").withIccProfile("p3").png()),
    ],
  ])("%s", async (_, picture) => {
    const file = await (await picture()).toBuffer();
    expectColours(await coloursOf(await render(new Uint8Array(file))), QUARTERS, 8);
  });
});

describe("light that is brighter than a page is compressed:", () => {
  const lightness = (colours: number[][]) => colours.map((colour) => colour[0] ?? 0);

  test("the file avif-nclx-2020-hlg.avif keeps its hues, and its white", async () => {
    const [red, green, blue, white] = await coloursOf(await render(fixture("avif-nclx-2020-hlg.avif")));
    expect(white).toEqual(WHITE);
    for (const [colour, strong] of [
      [red, 0],
      [green, 1],
      [blue, 2],
    ] as const) {
      // biome-ignore format: three colours
      expect(colour?.[strong]).toBeGreaterThan(200);
      expect(Math.max(...(colour ?? []).filter((_, n) => n !== strong))).toBeLessThan(60);
    }
  });

  test.each([
    ["PQ", 16, pq],
    [
      "HLG",
      18,
      (light: number) => {
        // The inverse of HLG's curves for a grey of this light.
        const scene = ((light * 203) / 1000) ** (1 / 1.2);
        return scene <= 1 / 12
          ? Math.sqrt(3 * scene)
          : 0.17883277 * Math.log(12 * scene - 0.28466892) + 0.55991073;
      },
    ],
  ] as const)("%s: dark greys stay, bright ones stay apart", async (_, transfer, curve) => {
    const greys = [0.05, 0.2, 1, 2, 4].map((light) => Array(3).fill(curve(light)));
    const colours = lightness(
      await stripesOf(png(greys, 16, chunk("cICP", Uint8Array.of(9, transfer, 0, 1))), 5),
    );
    expect(Math.abs((colours[0] ?? 0) - 255 * srgb(0.05))).toBeLessThan(4);
    expect(Math.abs((colours[1] ?? 0) - 255 * srgb(0.2))).toBeLessThan(4);
    expect(colours[2]).toBeGreaterThan(200);
    expect(colours[3]).toBeGreaterThan((colours[2] ?? 0) + 8);
    expect(colours[4]).toBe(255);
  });
});

describe("a file with a small damage that touches no pixel is taken:", () => {
  test("a JPEG without its end marker, or with half of it", async () => {
    const file = fixture("jpeg-no-eoi.jpg");
    expectColours(await coloursOf(await render(file)), QUARTERS, 6);
    expect(await faultOf(new Uint8Array([...file, 0xff]))).toBe("taken");
    const progressive = await (await quarters()).jpeg({ progressive: true }).toBuffer();
    expect(await faultOf(new Uint8Array(progressive.subarray(0, -2)))).toBe("taken");
  });

  test("a PNG with a wrong checksum in any chunk, or without its end", async () => {
    const file = png(stored(srgb), 8, chunk("gAMA", numbers(1 / 2.2)));
    for (const type of ["IHDR", "gAMA", "IDAT", "IEND"]) {
      const damaged = Buffer.from(file);
      const at = damaged.indexOf(type);
      damaged[at + 4 + damaged.readUInt32BE(at - 4)]! ^= 0xff;
      expectColours(await stripesOf(new Uint8Array(damaged)), QUARTERS, 5);
    }
    expect(await faultOf(file.slice(0, -12))).toBe("taken");
  });

  test("but not one that lacks pixels, or has damaged ones", async () => {
    const jpeg = fixture("jpeg-no-eoi.jpg");
    for (const missing of [20, 60, 400, 1500])
      expect(await faultOf(jpeg.slice(0, -missing)), `${missing}`).toBe("broken");
    const whole = png(stored(srgb), 8);
    for (const missing of [13, 20, 60]) expect(await faultOf(whole.slice(0, -missing))).toBe("broken");
    const damaged = Buffer.from(whole);
    const at = damaged.indexOf("IDAT") + 4 + damaged.readUInt32BE(damaged.indexOf("IDAT") - 4) - 6;
    damaged[at]! ^= 0x10;
    expect(await faultOf(new Uint8Array(damaged))).toBe("broken");
  });
});
