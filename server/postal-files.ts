import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import yauzl from "yauzl";
import { LONGEST_LINE } from "./postal-geonames.ts";
import { StartupError } from "./startup-error.ts";

/** A file to import, perhaps inside a .zip. */
export interface PostalText {
  /** For messages: "NL.txt", or "NL.zip: NL.txt". */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /**
   * Batches of lines, and the bytes read so far. A line longer than `LONGEST_LINE` may be cut, but stays too long. Call
   * it once.
   */
  lines(): AsyncGenerator<{ readonly lines: readonly string[]; readonly bytes: number }>;
}

/** Only a chunk and the beginning of a line are in memory, even for one huge line. */
async function* linesOf(stream: Readable): ReturnType<PostalText["lines"]> {
  const decoder = new TextDecoder();
  let partialLine = "";
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    const lines = (partialLine + decoder.decode(chunk, { stream: true })).split("\n");
    partialLine = lines.pop()?.slice(0, LONGEST_LINE + 1) ?? "";
    yield { lines, bytes };
  }
  yield { lines: [partialLine + decoder.decode()], bytes };
}

async function isZip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.equals(Buffer.from("PK\x03\x04"));
  } finally {
    await handle.close();
  }
}

/** The archives of GeoNames also have a readme. */
function isTable(name: string): boolean {
  return /\.(txt|csv)$/i.test(name) && !/(^|\/)readme/i.test(name);
}

function broken(file: string, error: unknown): StartupError {
  return new StartupError(`${file} is a broken .zip (${error instanceof Error ? error.message : error}).`);
}

async function* textsOfZip(file: string): AsyncGenerator<PostalText> {
  const archive = await yauzl.openPromise(file, { autoClose: false }).catch((error: unknown) => {
    throw broken(file, error);
  });
  try {
    for await (const entry of archive.eachEntry()) {
      if (!isTable(entry.fileName)) continue;
      yield {
        name: `${path.basename(file)}: ${entry.fileName}`,
        size: entry.uncompressedSize,
        lines: async function* () {
          try {
            yield* linesOf(await archive.openReadStreamPromise(entry));
          } catch (error) {
            throw broken(file, error);
          }
        },
      };
    }
  } finally {
    archive.close();
  }
}

/** The file itself, or the tables of a .zip, which is detected by its content. Read each before the next. */
export async function* textsOf(file: string): AsyncGenerator<PostalText> {
  if (await isZip(file)) return yield* textsOfZip(file);
  const { size } = await stat(file);
  yield { name: path.basename(file), size, lines: () => linesOf(createReadStream(file)) };
}

/** @throws StartupError when the file does not exist, is no file, or is not readable */
export async function checkReadable(file: string): Promise<void> {
  try {
    if (!(await stat(file)).isFile()) throw new StartupError(`${file} is not a file.`);
    await (await open(file)).close();
  } catch (error) {
    if (error instanceof StartupError) throw error;
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new StartupError(`There is no file ${file}.`);
    }
    throw new StartupError(`${file} cannot be read (${error instanceof Error ? error.message : error}).`);
  }
}
