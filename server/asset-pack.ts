import { hash } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { headersOf, type StaticFiles } from "./static-files.ts";

/** The name of a build: equal names of files are equal files, because they contain hashes of the contents. */
export function buildName(assets: StaticFiles): string {
  return hash("sha256", [...assets.keys()].sort().join("\n"));
}

/** Of each file: the path of its URL, the hash of its content, whether it is compressed, and its length in the pack. */
type Index = readonly [path: string, hash: string, isCompressed: boolean, length: number][];

const LENGTH_BYTES = 4;

/**
 * All files in one: the length of a list, the list as JSON, and the files one after the other, with Brotli where there
 * is a compressed copy.
 */
export function packed(assets: StaticFiles): Uint8Array<ArrayBuffer> {
  const files = [...assets];
  const bodies = files.map(([, { br, plain }]) => br ?? plain);
  const index: Index = files.map(([path, { hash, br, plain }]) => [
    path,
    hash,
    br !== undefined,
    (br ?? plain).byteLength,
  ]);
  const list = Buffer.from(JSON.stringify(index));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(list.byteLength);
  return new Uint8Array(Buffer.concat([length, list, ...bodies]));
}

/** The files of `packed`. Contents are decompressed when they are read. */
export function unpacked(pack: Buffer): StaticFiles {
  const listEnd = LENGTH_BYTES + pack.readUInt32BE();
  const index: Index = JSON.parse(pack.toString("utf8", LENGTH_BYTES, listEnd));
  const files: StaticFiles = new Map();
  let start = listEnd;
  for (const [path, hash, isCompressed, length] of index) {
    const body = pack.subarray(start, start + length);
    start += length;
    const headers = headersOf(path, isCompressed);
    files.set(
      path,
      isCompressed
        ? {
            hash,
            headers,
            br: body,
            get plain() {
              return brotliDecompressSync(body);
            },
          }
        : { hash, headers, plain: body },
    );
  }
  return files;
}
