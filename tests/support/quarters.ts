import sharp, { type Sharp } from "sharp";
import { expect } from "vitest";
import type { Rendered } from "#app/features/photos/render.server.ts";

export const RED = [224, 32, 32];
export const GREEN = [32, 192, 32];
export const BLUE = [32, 48, 224];
export const WHITE = [255, 255, 255];

/** A picture of four quarters. Upright, red and green are above, blue and white below. */
export async function quarters(width = 480, height = 320): Promise<Sharp> {
  const quarter = ([r = 0, g = 0, b = 0]: number[]) =>
    sharp({ create: { width: width / 2, height: height / 2, channels: 3, background: { r, g, b } } })
      .png()
      .toBuffer();
  const whole = sharp({ create: { width, height, channels: 3, background: "#fff" } }).composite([
    { input: await quarter(RED), left: 0, top: 0 },
    { input: await quarter(GREEN), left: width / 2, top: 0 },
    { input: await quarter(BLUE), left: 0, top: height / 2 },
  ]);
  return sharp(await whole.png().toBuffer());
}

/** The colours in the middle of the four quarters of the largest picture, in reading order. */
export async function coloursOf({ pictures }: Pick<Rendered, "pictures">): Promise<number[][]> {
  const { data, info } = await sharp(pictures.at(-1)?.body).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels;
    return [...data.subarray(start, start + 3)];
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}

export function expectColours(colours: number[][], expected: number[][], tolerance = 8): void {
  for (const [n, colour] of colours.entries())
    for (const [channel, value] of colour.entries())
      expect(
        Math.abs(value - (expected[n]?.[channel] ?? 0)),
        `quarter ${n + 1}: ${colour}`,
      ).toBeLessThanOrEqual(tolerance);
}
