/** The size in grey pixels to which a picture is shrunk before its difference hash is computed. */
export const DHASH_SIZE = { width: 9, height: 8 } as const;

/** The number of bits in each half of a hash. */
const HALF = 64;
/** The index stores the first half of a hash in this many parts (dhash_parts in db/migrations/0013_uploads.sql). */
const PARTS = 4;
/**
 * The least difference between the grey levels of two pixels that counts. Smaller differences are noise, which changes
 * when a file is encoded again.
 */
const STEP = 4;
/**
 * A hash with fewer digits 1 is replaced by zeros: the picture has hardly any contrast, and would look like a copy of
 * any other such picture.
 */
const MIN_DIFFERENCES = 8;

/**
 * The difference hash (dHash) of a picture, as 128 digits 0 or 1. The first half says whether each pixel is brighter
 * than the one on its left, the second half whether it is brighter than the one above. Neighbouring bits are in
 * different parts of the index: otherwise a plain background would make one part equal in many pictures. A picture
 * without contrast has only zeros.
 * @param grey the pixels, line by line, in the size `DHASH_SIZE`
 */
export function dhashOf(grey: Uint8Array): string {
  const { width } = DHASH_SIZE;
  const differs = (from: number, to: number) => ((grey[to] ?? 0) - (grey[from] ?? 0) >= STEP ? "1" : "0");
  const parts = Array.from({ length: PARTS }, () => "");
  let down = "";
  for (let bit = 0; bit < HALF; bit++) {
    const at = Math.floor(bit / (width - 1)) * width + (bit % (width - 1));
    parts[bit % PARTS] += differs(at, at + 1);
    // The last bit has no pixel below it.
    down += differs(bit, bit + width);
  }
  const hash = parts.join("") + down;
  return hash.replaceAll("0", "").length < MIN_DIFFERENCES ? "0".repeat(hash.length) : hash;
}
