import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Levels that are for a page sent once: a few percent larger than the usual ones make it, for a third of the work. */
const ENCODINGS = {
  br: (page: string) => promisify(brotliCompress)(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (page: string) => promisify(gzip)(page, { level: 2 }),
} as const;

/** A page as its reader's browser can take it, by its `accept-encoding`. */
export async function compressed(
  page: string,
  accepted: string,
): Promise<{ body: string | Uint8Array<ArrayBuffer>; encoding?: keyof typeof ENCODINGS }> {
  const names = accepted.split(",").map((name) => name.trim());
  // One that is weighed ("br;q=0") is passed over: browsers do not.
  const encoding = (["br", "gzip"] as const).find((name) => names.includes(name));
  if (!encoding) return { body: page };
  return { body: new Uint8Array(await ENCODINGS[encoding](page)), encoding };
}
