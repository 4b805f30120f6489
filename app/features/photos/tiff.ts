/** 8-bit RGB, three bytes a pixel. */
type Rgb = { pixels: Uint8Array; width: number; height: number };

// Field types of TIFF 6.0.
const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;
const ENTRY_BYTES = 12;

/** An uncompressed TIFF of these pixels, with this ICC profile if given: the simplest container for both. */
export function tiff({ pixels, width, height }: Rgb, icc?: Uint8Array): Uint8Array<ArrayBuffer> {
  const pixelsAt = 8;
  const iccAt = even(pixelsAt + pixels.length);
  const bitsAt = even(iccAt + (icc?.length ?? 0));
  const directoryAt = bitsAt + 6;
  const entries: readonly (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, 3, bitsAt], // bits per sample
    [259, SHORT, 1, 1], // no compression
    [262, SHORT, 1, 2], // RGB
    [273, LONG, 1, pixelsAt], // one strip
    [277, SHORT, 1, 3], // samples per pixel
    [278, LONG, 1, height], // rows per strip
    [279, LONG, 1, pixels.length],
    ...(icc ? ([[34675, UNDEFINED, icc.length, iccAt]] as const) : []),
  ];
  const file = new Uint8Array(directoryAt + 2 + entries.length * ENTRY_BYTES + 4);
  const view = new DataView(file.buffer);
  file.set([0x49, 0x49, 42, 0]); // little endian
  view.setUint32(4, directoryAt, true);
  file.set(pixels, pixelsAt);
  if (icc) file.set(icc, iccAt);
  for (const sample of [0, 1, 2]) view.setUint16(bitsAt + 2 * sample, 8, true);
  view.setUint16(directoryAt, entries.length, true);
  for (const [n, [tag, type, count, value]] of entries.entries()) {
    const at = directoryAt + 2 + n * ENTRY_BYTES;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, count, true);
    // A short fills the first half of the field; in little endian a long with the same value does so too.
    view.setUint32(at + 8, value, true);
  }
  return file;
}

function even(offset: number): number {
  return offset + (offset % 2);
}
