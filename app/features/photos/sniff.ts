/** The type of an uploaded file, found in its first bytes: its name and declared type are not trusted. */
export type PhotoType = "jpeg" | "png" | "webp" | "avif" | "heic";

/**
 * The type of a file; null for every other type. `bytes` are the file or its beginning, of which 256 bytes are enough.
 */
export function sniff(bytes: Uint8Array): PhotoType | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "jpeg";
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "png";
  if (word(bytes, 0) === "RIFF" && word(bytes, 8) === "WEBP") return "webp";
  return word(bytes, 4) === "ftyp" ? sniffBrands(bytes) : null;
}

const AVIF_BRANDS = ["avif", "avis"];
const HEIC_BRANDS = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"];

// An ISO file begins with its brands: a major one, a version, and the compatible ones. With a generic major brand
// (mif1, msf1) the others name the codec.
function sniffBrands(bytes: Uint8Array): PhotoType | null {
  const end = Math.min(size(bytes), bytes.length, 256);
  const brands = [word(bytes, 8)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(word(bytes, at));
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return "avif";
  if (brands.some((brand) => HEIC_BRANDS.includes(brand))) return "heic";
  // Some programs write a file whose brands name no codec. Its codec is HEVC, which was the only one of HEIF at first.
  return brands[0] === "mif1" ? "heic" : null;
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

function word(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function size(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
}
