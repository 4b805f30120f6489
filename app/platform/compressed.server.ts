import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Levels that are for a page sent once: a few percent larger than the usual ones make it, for a third of the work. */
const ENCODINGS = {
  br: (page: string) => promisify(brotliCompress)(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (page: string) => promisify(gzip)(page, { level: 2 }),
} as const;

/** How a page may be compressed for a browser, by its `accept-encoding`. */
export function encodingFor(accepted: string): keyof typeof ENCODINGS | undefined {
  const names = accepted.split(",").map((name) => name.trim());
  // One that is weighed ("br;q=0") is passed over: browsers do not.
  return (["br", "gzip"] as const).find((name) => names.includes(name));
}

/** A page as its reader's browser can take it, by its `accept-encoding`. */
export async function compressed(
  page: string,
  accepted: string,
): Promise<{ body: string | Uint8Array<ArrayBuffer>; encoding?: keyof typeof ENCODINGS }> {
  const encoding = encodingFor(accepted);
  if (!encoding) return { body: page };
  return { body: new Uint8Array(await ENCODINGS[encoding](page)), encoding };
}
