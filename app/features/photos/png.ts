import { crc32 } from "node:zlib";
import {
  type Chromaticities,
  type Colours,
  coloursOfCodes,
  isUsable,
  SRGB,
  srgbToLinear,
} from "./colours.ts";

type Chunk = { readonly type: string; readonly at: number; readonly length: number };

const SIGNATURE_BYTES = 8;
/** Its length and type before the data, and its checksum after it. */
const FRAME_BYTES = 12;

/** The complete chunks at the start of a PNG file, up to its end chunk. `at` is the offset of the data. */
function chunksOf(file: Uint8Array): Chunk[] {
  const view = viewOf(file);
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= file.length; ) {
    const length = view.getUint32(at);
    if (at + FRAME_BYTES + length > file.length) break;
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    chunks.push({ type, at: at + 8, length });
    if (type === "IEND") break;
    at += FRAME_BYTES + length;
  }
  return chunks;
}

function viewOf(file: Uint8Array): DataView {
  return new DataView(file.buffer, file.byteOffset, file.byteLength);
}

/**
 * The same file with right checksums. The pixels have a checksum of their own, which is still compared, so a picture
 * with damaged pixels stays damaged.
 */
export function withRightChecksums(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let mended = file;
  for (const { at, length } of chunksOf(file)) {
    const sum = crc32(file.subarray(at - 4, at + length));
    if (viewOf(file).getUint32(at + length) === sum) continue;
    if (mended === file) mended = file.slice();
    viewOf(mended).setUint32(at + length, sum);
  }
  return mended;
}

/**
 * The colours that a PNG file states in a way that sharp ignores: by code points, or by gamma and primaries. Null: it
 * states none so, or they are those of sRGB. Chunks count in the order of the PNG specification (third edition).
 */
export function coloursOfPng(file: Uint8Array): Colours | null {
  const chunks = new Map(chunksOf(file).map((chunk) => [chunk.type, chunk]));
  const codes = dataOf(file, chunks.get("cICP"), 4);
  if (codes) return ranged(coloursOfCodes(codes.getUint8(0), codes.getUint8(1)), codes.getUint8(3) === 0);
  if (chunks.has("iCCP") || chunks.has("sRGB")) return null;
  const gamma = dataOf(file, chunks.get("gAMA"), 4)?.getUint32(0) ?? 0;
  const chromaticities = primariesOf(dataOf(file, chunks.get("cHRM"), 32));
  const isSrgbCurve = !gamma || isNear(gamma / GAMMA_UNIT, 1 / 2.2);
  if (isSrgbCurve && chromaticities.every((value, n) => isNear(value, SRGB[n] ?? 0))) return null;
  return { chromaticities, linear: gamma ? (value) => value ** (GAMMA_UNIT / gamma) : srgbToLinear };
}

function dataOf(file: Uint8Array, chunk: Chunk | undefined, bytes: number): DataView | null {
  return chunk?.length === bytes ? new DataView(file.buffer, file.byteOffset + chunk.at, bytes) : null;
}

const GAMMA_UNIT = 100_000;

// Programs round the figures of sRGB differently.
function isNear(figure: number, other: number): boolean {
  return Math.abs(figure - other) < 0.005;
}

/** `cHRM` begins with white; a file with impossible primaries has those of sRGB. */
function primariesOf(data: DataView | null): Chromaticities {
  if (!data) return SRGB;
  const value = (n: number) => data.getUint32(4 * n) / GAMMA_UNIT;
  const stated = [2, 3, 4, 5, 6, 7, 0, 1].map(value) as unknown as Chromaticities;
  return isUsable(stated) ? stated : SRGB;
}

// Video keeps black at 16 and white at 235 of 255.
function ranged(colours: Colours | null, isVideo: boolean): Colours | null {
  if (!isVideo) return colours;
  const { chromaticities, linear, hdr } = colours ?? { chromaticities: SRGB, linear: srgbToLinear };
  const full = (value: number) => Math.min(1, Math.max(0, (value * 255 - 16) / 219));
  return { chromaticities, linear: (value) => linear(full(value)), ...(hdr && { hdr }) };
}
