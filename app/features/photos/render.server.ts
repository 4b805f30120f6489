import sharp, { type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { type Colours, toSrgb } from "./colours.ts";
import { DHASH_SIZE, dhashOf } from "./dhash.ts";
import { decodeHeic, type Pixels } from "./heic.server.ts";
import { coloursOfHeif } from "./heif-colours.ts";
import { PHOTO_WIDTHS, type PhotoWidth } from "./photo.ts";
import { coloursOfPng, withRightChecksums } from "./png.ts";
import { type Crop, faultOfSize, MAX_PIXELS, type PhotoFault, sizeWithin, squareOf } from "./rules.ts";
import { type PhotoType, sniff } from "./sniff.ts";
import { tiff } from "./tiff.ts";

/**
 * Thrown by the code that renders, in its own process, for a file that cannot be a photo. Other code gets `Refused`
 * (renderer.server.ts).
 */
export class PhotoRefused extends Error {
  readonly fault: PhotoFault;

  constructor(fault: PhotoFault, options?: ErrorOptions) {
    super(`photo refused: ${fault}`, options);
    this.name = "PhotoRefused";
    this.fault = fault;
  }
}

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
 * What sharp reads. `colours`: those of its pixels, if sharp does not convert them. `deep`: it has 16 bits a channel.
 */
type Source = {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly colours: Colours | null;
  readonly deep: "grey" | "rgb" | null;
};

/**
 * Converts an uploaded file (JPEG, PNG, WebP, AVIF, HEIC) into WebP pictures of every width. They are upright, in sRGB
 * and without metadata. Transparency becomes white, and of an animation only the first frame stays. With `square`, only
 * that part is converted.
 * @throws PhotoRefused for everything that is not a complete picture of a reasonable size.
 */
export async function render(file: Uint8Array<ArrayBuffer>, square?: Crop | "middle"): Promise<Rendered> {
  const type = sniff(file);
  if (!type) throw new PhotoRefused("type");
  const source = await sourceOf(type, type === "png" ? withRightChecksums(file) : file);
  const rendering = renderSource(source, square);
  return orBroken(type === "jpeg" ? rendering.catch(() => withoutEnd(source, square)) : rendering);
}

// Only the end marker may be missing. A complete picture then stays the same, whatever follows its data; in an
// incomplete one, that is decoded as pixels.
async function withoutEnd(source: Source, square?: Crop | "middle"): Promise<Rendered> {
  const [rendered, other] = await Promise.all(
    [new Uint8Array(0), new Uint8Array(64).fill(0x55)].map((added) =>
      renderSource({ ...source, file: ended(source.file, added) }, square),
    ),
  );
  const largest = rendered?.pictures.at(-1)?.body;
  if (
    !(rendered && largest && Buffer.compare(largest, other?.pictures.at(-1)?.body ?? new Uint8Array()) === 0)
  )
    throw new PhotoRefused("broken");
  return rendered;
}

function ended(jpeg: Uint8Array, added: Uint8Array): Uint8Array<ArrayBuffer> {
  // The first half of the marker may be there.
  const whole = jpeg.at(-1) === 0xff ? jpeg.subarray(0, -1) : jpeg;
  return new Uint8Array(Buffer.concat([whole, added, Uint8Array.of(0xff, 0xd9)]));
}

async function sourceOf(type: PhotoType, file: Uint8Array<ArrayBuffer>): Promise<Source> {
  const { icc, depth, channels } = await orBroken(measured(file));
  const deep = depth === "ushort" ? (channels < 3 ? "grey" : "rgb") : null;
  const isHeif = type === "heic" || type === "avif";
  const colours = type === "png" ? coloursOfPng(file) : isHeif && !icc ? coloursOfHeif(file) : null;
  return {
    file: type === "heic" ? await fromHeic(file, icc) : file,
    colours,
    deep: type === "heic" ? null : deep,
  };
}

async function renderSource(source: Source, square?: Crop | "middle"): Promise<Rendered> {
  return fromDecoded(square ? await cutOut(source, square) : open(source).autoOrient(), source);
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

function open({ file, colours, deep }: Source): Sharp {
  // "error" accepts the slightly odd files of real cameras, and refuses truncated ones.
  const options = { failOn: "error", limitInputPixels: MAX_PIXELS, ignoreIcc: colours !== null } as const;
  const picture = sharp(file, options).timeout({ seconds: 30 });
  // sharp converts pixels of 16 bits to Display P3 only, and grey ones not at all.
  if (deep && !colours) picture.pipelineColourspace(deep === "grey" ? "b-w" : "srgb");
  return picture;
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
async function cutOut(source: Source, square: Crop | "middle"): Promise<Sharp> {
  const { autoOrient } = await open(source).metadata();
  const { left, top, size } = squareOf(square, autoOrient);
  return open(source).autoOrient().extract({ left, top, width: size, height: size });
}

// The file is decoded once, and shrunk while loading where its format allows it. All pictures and both hashes are made
// from the decoded pixels, which are at most 1280 wide.
async function fromDecoded(decoded: Sharp, source: Source): Promise<Rendered> {
  const { data, info } = await pixelsOf(decoded.resize({ width: LARGEST, withoutEnlargement: true }), source);
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

/** 8-bit sRGB on white. */
async function pixelsOf(picture: Sharp, { colours, deep }: Source) {
  if (!colours)
    return picture
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
  const { data, info } = await picture
    .toColourspace(deep ? "rgb16" : "srgb")
    .raw({ depth: deep ? "ushort" : "uchar" })
    .toBuffer({ resolveWithObject: true });
  const values = deep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  const { width, height, channels } = info;
  return { data: toSrgb(values, channels, colours), info: { width, height, channels: 3 as const } };
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
