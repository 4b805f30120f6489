import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Low levels: a page is sent only once, and they take a third of the work for a few percent more bytes. */
const ENCODINGS = {
  br: (page: Uint8Array) =>
    promisify(brotliCompress)(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (page: Uint8Array) => promisify(gzip)(page, { level: 2 }),
} as const;

/** The encoding for a page, by the request's `accept-encoding`; undefined means uncompressed. */
export function encodingFor(accepted: string): keyof typeof ENCODINGS | undefined {
  const names = accepted.split(",").map((name) => name.trim());
  // Ignores encodings with a weight ("br;q=0"), which browsers do not send.
  return (["br", "gzip"] as const).find((name) => names.includes(name));
}

/** Compresses a page as `encodingFor` says. */
export async function compressed(
  page: Uint8Array<ArrayBuffer>,
  accepted: string,
): Promise<{ body: Uint8Array<ArrayBuffer>; encoding?: keyof typeof ENCODINGS }> {
  const encoding = encodingFor(accepted);
  if (!encoding) return { body: page };
  return { body: new Uint8Array(await ENCODINGS[encoding](page)), encoding };
}
