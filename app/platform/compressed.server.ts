import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Low levels, because a page is sent only once: it is a few percent larger, and takes a third of the work. */
const ENCODINGS = {
  br: (page: string) => promisify(brotliCompress)(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (page: string) => promisify(gzip)(page, { level: 2 }),
} as const;

/** The encoding for a page, by the browser's `accept-encoding`; undefined when the page is sent uncompressed. */
export function encodingFor(accepted: string): keyof typeof ENCODINGS | undefined {
  const names = accepted.split(",").map((name) => name.trim());
  // Encodings with a weight ("br;q=0") are skipped: browsers do not send them.
  return (["br", "gzip"] as const).find((name) => names.includes(name));
}

/** Compresses a page in an encoding that the browser accepts, by its `accept-encoding`. */
export async function compressed(
  page: string,
  accepted: string,
): Promise<{ body: string | Uint8Array<ArrayBuffer>; encoding?: keyof typeof ENCODINGS }> {
  const encoding = encodingFor(accepted);
  if (!encoding) return { body: page };
  return { body: new Uint8Array(await ENCODINGS[encoding](page)), encoding };
}
