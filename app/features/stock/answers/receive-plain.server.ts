import { randomUUID } from "node:crypto";
import { FileRefused } from "#app/domain/csv/file-fault.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { fileRefusal, storeUpload } from "../upload/receive.server.ts";
import { fileNameOf } from "../upload/schema.ts";
import { translateAnswered } from "./translate.server.ts";
import type { FileReading } from "./view.ts";

interface PlainUpload {
  readonly id: string;
  /** When the answers were given with which it was read; null without any. */
  readonly answeredAt: Date | null;
  readonly reading: FileReading;
}

/**
 * Stores the file of a form without scripts in our own columns. Nobody is asked: what neither the file says nor its seller has
 * answered about others stays a fault of its row.
 * @throws Refused "too_often", before anything of the file is read; "stock_file…"
 */
export async function receivePlain(viewer: Viewer, file: File): Promise<PlainUpload> {
  await limit("stock_upload", viewer.id);
  const sent = { clientId: randomUUID(), fileName: fileNameOf(file.name), known: "keep" } as const;
  try {
    const { chunks, answeredAt, noted } = await translateAnswered(viewer.id, () => piecesOf(file), {});
    const { id } = await storeUpload(viewer, sent, chunks);
    return { id, answeredAt, reading: await noted(sent.fileName) };
  } catch (error) {
    throw error instanceof FileRefused ? fileRefusal(error.fault, error.row) : error;
  }
}

async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  yield* file.stream();
}
