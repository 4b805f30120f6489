import { availableParallelism } from "node:os";
import sharp from "sharp";
import { PHOTO_WIDTHS } from "#app/features/photos/photo.ts";
import { render } from "#app/features/photos/render.server.ts";
import { interleaved, milliseconds } from "../measure.ts";
import { atLeast, megabytes, ms, type Part } from "../report.ts";

const REPEATS = 7;
const SIZE = { width: 4_000, height: 3_000 };

/** A picture with edges and grain, like a photo: pure noise or one colour would favour one of the two programs. */
async function photo(): Promise<Uint8Array<ArrayBuffer>> {
  const shapes = Array.from({ length: 60 }, (_, n) => {
    const [x, y] = [(n * 977) % SIZE.width, (n * 613) % SIZE.height];
    return `<ellipse cx="${x}" cy="${y}" rx="${90 + n * 7}" ry="${60 + n * 5}" fill="hsl(${n * 47} 60% ${30 + (n % 5) * 9}%)"/>`;
  }).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">${shapes}</svg>`;
  const grain = { type: "gaussian", mean: 128, sigma: 12 } as const;
  const noise = await sharp({ create: { ...SIZE, channels: 3, background: "#808080", noise: grain } })
    .png()
    .toBuffer();
  const file = await sharp(Buffer.from(svg))
    .flatten({ background: "#88a060" })
    .composite([{ input: noise, blend: "soft-light" }])
    .jpeg({ quality: 90 })
    .toBuffer();
  return new Uint8Array(file);
}

/** The baseline: sharp alone makes the same pictures on all cores, with one decode and no checks. */
async function bare(file: Uint8Array): Promise<void> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize({ width: Math.max(...PHOTO_WIDTHS) })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pictures = PHOTO_WIDTHS.map((width) =>
    sharp(data, { raw: info }).resize({ width }).webp({ quality: 80, effort: 4 }).toBuffer(),
  );
  await Promise.all(pictures);
}

export const photos: Part = async () => {
  const file = await photo();
  await Promise.all([render(file), bare(file)]);
  const withThreads = (threads: number, run: () => Promise<unknown>) => {
    sharp.concurrency(threads);
    return milliseconds(run);
  };
  const threads = sharp.concurrency();
  const durations = await interleaved(REPEATS, {
    shop: () => withThreads(threads, () => render(file)),
    bare: () => withThreads(availableParallelism(), () => bare(file)),
  });
  return [
    {
      what: "12-megapixel photo -> all widths",
      against: "bare sharp, same outputs",
      ratio: durations.bare / durations.shop,
      budget: atLeast(0.7, 0.9),
      figures: `${ms(durations.shop)} against ${ms(durations.bare)}, JPEG of ${megabytes(file.byteLength)}, thumbhash included`,
    },
  ];
};
