import sharp, { type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { DHASH_SIZE, dhashOf } from "./dhash.ts";
import { decodeHeic, type Pixels } from "./heic.server.ts";
import { PHOTO_WIDTHS, type PhotoWidth } from "./photo.ts";
import { PhotoRefused } from "./photo-refused.ts";
import { type Crop, faultOfSize, MAX_PIXELS, sizeWithin, squareOf } from "./rules.ts";
import { sniff } from "./sniff.ts";
import { tiff } from "./tiff.ts";

export type Picture = { width: PhotoWidth; body: Uint8Array<ArrayBuffer> };

/** `width` and `height` are those of the largest picture. */
export type Rendered = {
  pictures: Picture[];
  width: number;
  height: number;
  thumbhash: string;
  dhash: string;
};

// sharp uses one thread for each picture. The four widths are made in parallel, which uses the cores better than
// several threads for one picture. Nothing is decoded twice, so a cache would only use memory.
sharp.concurrency(1);
sharp.cache(false);

const LARGEST = 1280 satisfies PhotoWidth;
const DHASH_WIDTH = 320 satisfies PhotoWidth;
const WEBP = { quality: 80, effort: 4 } as const;
// Measured on a noisy 1280 x 960: effort 2 takes 0.4 s and effort 4 3.6 s, for 1 % fewer bytes at equal quality.
const AVIF = { quality: 55, effort: 2 } as const;

/**
 * Converts an uploaded file (JPEG, PNG, WebP, AVIF, HEIC) into WebP pictures of every width. They are upright, in sRGB
 * and without metadata. Transparency becomes white, and of an animation only the first frame stays. With `square`, only
 * that part is converted.
 * @throws PhotoRefused for everything that is not a complete picture of a reasonable size.
 */
export async function render(file: Uint8Array<ArrayBuffer>, square?: Crop | "middle"): Promise<Rendered> {
  const type = sniff(file);
  if (!type) throw new PhotoRefused("type");
  const { icc } = await orBroken(measured(file));
  const input = type === "heic" ? await fromHeic(file, icc) : file;
  return orBroken(fromDecoded(square ? await cutOut(input, square) : open(input).autoOrient()));
}

// sharp's errors are about the file: a retry would fail in the same way.
async function orBroken<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    throw error instanceof PhotoRefused ? error : new PhotoRefused("broken", { cause: error });
  });
}

/** AVIF pictures of every width, made from the largest stored WebP picture. */
export async function renderAvif(largest: Uint8Array<ArrayBuffer>): Promise<Picture[]> {
  const { data, info } = await sharp(largest).raw().toBuffer({ resolveWithObject: true });
  const pictures: Picture[] = [];
  // One after the other: a job takes one core and leaves the other to requests.
  for (const width of PHOTO_WIDTHS) {
    const picture = sharp(data, { raw: info }).resize(sizeWithin(width, info)).avif(AVIF);
    pictures.push({ width, body: bytesOf(await picture.toBuffer()) });
  }
  return pictures;
}

/** The difference hash (dhash.ts) of a stored picture with a width of 320 pixels. */
export function renderDhash(stored: Uint8Array<ArrayBuffer>): Promise<string> {
  return differenceHashOf(sharp(stored));
}

function open(input: Uint8Array<ArrayBuffer>): Sharp {
  // "error" accepts the slightly odd files of real cameras, and refuses truncated ones.
  return sharp(input, { failOn: "error", limitInputPixels: MAX_PIXELS }).timeout({ seconds: 30 });
}

// Reads only the header, so that a small file that declares a huge picture costs nothing.
async function measured(file: Uint8Array<ArrayBuffer>) {
  const header = await sharp(file, { limitInputPixels: false }).metadata();
  const fault = faultOfSize(header.width, header.height);
  if (fault) throw new PhotoRefused(fault);
  return header;
}

// libheif returns pixels without their colour profile; phones use Display P3. Together with the file's profile, in a
// TIFF, sharp converts them like any other picture.
async function fromHeic(file: Uint8Array, icc: Uint8Array | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const decoded: Pixels | null = await decodeHeic(file);
  if (!decoded) throw new PhotoRefused("broken");
  const fault = faultOfSize(decoded.width, decoded.height);
  if (fault) throw new PhotoRefused(fault);
  return tiff(decoded, icc);
}

// The square is a part of the upright picture, so the orientation in the metadata is needed to find it.
async function cutOut(input: Uint8Array<ArrayBuffer>, square: Crop | "middle"): Promise<Sharp> {
  const { autoOrient } = await open(input).metadata();
  const { left, top, size } = squareOf(square, autoOrient);
  return open(input).autoOrient().extract({ left, top, width: size, height: size });
}

// The file is decoded once, and shrunk while loading where its format allows it. All pictures and both hashes are made
// from the decoded pixels, which are at most 1280 wide.
async function fromDecoded(decoded: Sharp): Promise<Rendered> {
  const { data, info } = await decoded
    .resize({ width: LARGEST, withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = () => sharp(data, { raw: info });
  const [thumbhash, dhash, ...pictures] = await Promise.all([
    hashOf(pixels()),
    differenceHashOf(pixels()),
    ...PHOTO_WIDTHS.map(async (width): Promise<Picture> => {
      const picture = pixels().resize(sizeWithin(width, info)).webp(WEBP);
      return { width, body: bytesOf(await picture.toBuffer()) };
    }),
  ]);
  return { pictures, width: info.width, height: info.height, thumbhash, dhash };
}

async function hashOf(picture: Sharp): Promise<string> {
  const { data, info } = await picture
    .resize({ width: 64, height: 64, fit: "inside", withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
}

// Every original is first shrunk to the same width. Otherwise hashes of different sizes of a photo would differ:
// shrinking in one step keeps more noise than in two.
async function differenceHashOf(picture: Sharp): Promise<string> {
  const { data, info } = await picture
    .resize({ width: DHASH_WIDTH, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const grey = sharp(data, { raw: info })
    .resize({ ...DHASH_SIZE, fit: "fill" })
    .greyscale();
  return dhashOf(await grey.extractChannel(0).raw().toBuffer());
}

function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer.buffer as ArrayBuffer, buffer.byteOffset, buffer.byteLength);
}
