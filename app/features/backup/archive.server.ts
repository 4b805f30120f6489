import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { createTarDecoder, createTarPacker } from "modern-tar";
import { BackupFault, LARGEST_MEMBER, type Member } from "./format.server.ts";

/** In bytes. */
const BUFFER = 1024 * 1024;

/** The modification time of each member, so that the same content makes the same file. */
const NO_TIME = new Date(0);

/** A tar file of `members`, compressed by zstd. It holds a few members in memory. Errors of `members` end the stream. */
export function packed(members: AsyncIterable<Member>): Readable {
  const { readable, controller } = createTarPacker();
  const write = async () => {
    for await (const { name, body } of members) {
      const writer = controller
        .add({ name, size: body.byteLength, mode: 0o600, mtime: NO_TIME, type: "file" })
        .getWriter();
      await writer.write(body);
      await writer.close();
    }
    controller.finalize();
  };
  write().catch((error: unknown) => controller.error(error));
  const compress = createZstdCompress({
    chunkSize: BUFFER,
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  // An error of either stream destroys the other, and the reader of `compress` gets it.
  pipeline(Readable.from(readable), compress).catch(() => {});
  return compress;
}

/**
 * The members of a file that `packed` made. It holds a few members in memory, whatever the file says.
 * @param read gets the size of each piece of the file
 * @throws BackupFault when it is no such file, or damaged, and errors of `source`
 */
export async function* unpacked(
  source: Readable,
  read: (bytes: number) => void = () => {},
): AsyncGenerator<Member, void> {
  const pieces = async function* () {
    try {
      for await (const piece of source as AsyncIterable<Uint8Array>) {
        read(piece.byteLength);
        yield piece;
      }
    } catch (error) {
      throw new SourceFailure("The file cannot be read.", { cause: error });
    }
  };
  const { readable: entries, writable } = createTarDecoder({ strict: true });
  const writer = writable.getWriter();
  const decode = async (content: AsyncIterable<Uint8Array>) => {
    for await (const piece of content) await writer.write(piece);
    await writer.close();
  };
  // The reader of `entries` gets the error.
  pipeline(pieces, createZstdDecompress({ chunkSize: BUFFER }), decode).catch((error: unknown) =>
    writer.abort(error).catch(() => {}),
  );
  try {
    for await (const { header, body } of entries) {
      if (header.type !== "file" || header.size > LARGEST_MEMBER) throw new BackupFault("It is damaged.");
      yield { name: header.name, body: new Uint8Array(await new Response(body).arrayBuffer()) };
    }
  } catch (error) {
    if (error instanceof SourceFailure) throw error.cause;
    // Otherwise zlib or modern-tar did not understand it.
    throw error instanceof BackupFault
      ? error
      : new BackupFault("It is damaged, or no backup.", { cause: error });
  } finally {
    source.destroy();
  }
}

class SourceFailure extends Error {}
