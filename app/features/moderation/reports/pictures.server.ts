import { isId } from "#app/domain/ids.ts";
import type { StaffMember, Viewer } from "#app/domain/viewer.ts";
import { storePrivatePhoto } from "#app/features/photos/commands.server.ts";
import { PhotoRefused } from "#app/features/photos/photo-refused.ts";
import { withBody } from "#app/features/photos/receive.server.ts";
import { MAX_BYTES } from "#app/features/photos/rules.ts";
import { parsedForm } from "#app/platform/body.server.ts";
import { db } from "#app/platform/db.server.ts";
import { fieldsOf } from "#app/platform/form.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { logStaff } from "../log.server.ts";
import { LONGEST_TEXT, REPORT_FIELDS } from "./schema.ts";

/** The limits of a report's form with its pictures, which together have less than twice the maximum size of a photo. */
const LIMITS = { bytes: 2 * MAX_BYTES, fields: 30 };

export const PICTURES_FIELD = "pictures";

/**
 * Reads a report's form with its pictures into memory. Null: the request has no form.
 * @throws PhotoRefused
 */
export function formWithPictures(
  request: Request,
  viewer: Viewer,
): Promise<{ form: FormData; files: File[] } | null> {
  const read = async (body: Uint8Array<ArrayBuffer>) => {
    const sent = await parsedForm(request, body);
    if (!sent) return null;
    // A browser sends an empty file for a field without one.
    const files = sent.getAll(PICTURES_FIELD).filter((file) => file instanceof File && file.size > 0);
    return { form: fieldsOf(sent, REPORT_FIELDS, LONGEST_TEXT, 1), files: files as File[] };
  };
  return withBody(request, viewer.id, read, LIMITS);
}

/**
 * Stores pictures as private photos of the reporter. Pictures that no report uses are deleted about a day later.
 * @throws Refused "too_often", PhotoRefused
 */
export async function storePictures(viewer: Viewer, files: readonly File[]): Promise<string[]> {
  const keys: string[] = [];
  for (const file of files) {
    await limit("upload", viewer.id);
    if (file.size > MAX_BYTES) throw new PhotoRefused("too_heavy");
    const { key } = await storePrivatePhoto(viewer.id, new Uint8Array(await file.arrayBuffer()));
    keys.push(key);
  }
  return keys;
}

/** Returns the key of a report's picture for a moderator, and logs that they saw it. Undefined when there is none. */
export async function openPicture(
  viewer: StaffMember,
  reportId: string,
  nth: number,
): Promise<string | undefined> {
  if (!isId(reportId)) return undefined;
  const report = await db()
    .selectFrom("reports")
    .select(["case_id", "pictures"])
    .where("id", "=", reportId)
    .executeTakeFirst();
  const key = report?.pictures[nth];
  if (report && key !== undefined)
    await logStaff({ actorId: viewer.id, action: "evidence_opened", subjectId: report.case_id }, db());
  return key;
}
