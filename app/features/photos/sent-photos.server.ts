import { MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { type BodyLimits, isMultipart, parsedForm } from "#app/platform/body.server.ts";
import { fieldsOf, readForm, refuseTooLarge } from "#app/platform/form.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { storePhoto } from "./commands.server.ts";
import { ownPhotos } from "./queries.server.ts";
import { type ReadBody, withBody } from "./receive.server.ts";
import { AT_ONCE_MEGABYTES, FILES_FIELD, MAX_BYTES } from "./rules.ts";

const MEGABYTE = 1024 * 1024;

export interface FormWithFiles {
  readonly form: FormData;
  readonly files: readonly File[];
}

/** The limits of a form with files; `parts` is how many parts it may have. */
export function limitsOfFiles(parts: number): BodyLimits {
  return { bytes: AT_ONCE_MEGABYTES * MEGABYTE, fields: parts };
}

/**
 * Parses a multipart form with the files of one field; the other fields as `fieldsOf` does. Null: the request has no
 * form.
 * @throws Refused "error_too_large"
 */
export async function formWithFiles(
  request: Request,
  body: Uint8Array<ArrayBuffer>,
  field: string,
  names: readonly string[],
): Promise<FormWithFiles | null> {
  const sent = await parsedForm(request, body).catch(refuseTooLarge);
  if (!sent) return null;
  // A browser sends an empty file for a field without one.
  const files = sent.getAll(field).filter((file) => file instanceof File && file.size > 0);
  return { form: fieldsOf(sent, names), files: files as File[] };
}

// A listing's texts and lists, its photos, and some fields of older pages.
const MOST_PARTS = 500;

/**
 * Reads the form of a listing. Without JavaScript it may bring files, which are stored as photos of the viewer, and whose
 * ids are added to the form as `photo`. `faults`: a sentence for each file that was not stored. Null: the request has no
 * form.
 * @throws Refused when the form cannot be read
 */
export async function listingForm(
  request: Request,
  viewer: Viewer,
  names: readonly string[],
): Promise<{ readonly form: FormData; readonly faults: readonly string[] } | null> {
  if (!isMultipart(request)) {
    const form = await readForm(request, names);
    return form && { form, faults: [] };
  }
  const take = async (read: ReadBody) => {
    const body = await read(viewer.id).catch(unread);
    const sent = await formWithFiles(request, body, FILES_FIELD, names);
    return sent && { form: sent.form, faults: await addPhotos(viewer, sent) };
  };
  return withBody(request, take, limitsOfFiles(MOST_PARTS));
}

function unread(error: unknown): never {
  if (!(error instanceof Refused && error.reason === "photo_too_heavy")) throw error;
  throw new Refused("invalid", { fault: m.photos_at_once_too_heavy({ max: AT_ONCE_MEGABYTES }) });
}

async function addPhotos(viewer: Viewer, { form, files }: FormWithFiles): Promise<string[]> {
  if (files.length === 0) return [];
  const kept = await ownPhotos(viewer.id, form.getAll("photo").map(String));
  // None is stored then, because without JavaScript a person could not tell which ones.
  if (kept.length + files.length > MAX_PHOTOS) return [m.photos_too_many_total()];
  const keys = new Set(kept.map(({ key }) => key));
  const faults: string[] = [];
  for (const file of files) {
    try {
      const { id, key } = await storeFile(viewer, file);
      // The same file again: a form that is sent a second time may bring it again.
      if (!keys.has(key)) form.append("photo", id);
      keys.add(key);
    } catch (error) {
      faults.push(m.photos_refused({ name: file.name.slice(0, 100), reason: reasonOf(error) }));
    }
  }
  return faults;
}

async function storeFile(viewer: Viewer, file: File) {
  await limit("upload", viewer.id);
  if (file.size > MAX_BYTES) throw new Refused("photo_too_heavy");
  return storePhoto(viewer.id, new Uint8Array(await file.arrayBuffer()));
}

function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  logger.error({ err: error }, "a photo of a form could not be stored");
  return m.photos_fault_failed();
}
