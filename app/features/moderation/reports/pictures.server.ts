import { sql } from "kysely";
import { isId } from "#app/domain/ids.ts";
import type { StaffMember, Viewer } from "#app/domain/viewer.ts";
import { storePrivatePhoto } from "#app/features/photos/commands.server.ts";
import { MAX_BYTES } from "#app/features/photos/rules.ts";
import { type FormWithFiles, formWithFiles, limitsOfFiles } from "#app/features/photos/sent-photos.server.ts";
import { db } from "#app/platform/db.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { logStaff } from "../log.server.ts";
import { REPORT_FIELDS } from "./schema.ts";

export const PICTURES_FIELD = "pictures";

/**
 * SQL for a query of `photos`: a report shows the photo. Moderators need it until the case is deleted.
 */
export const isInReport = sql<boolean>`(
  exists (select from reports where evidence -> 'photos' ? photos.key)
  or exists (select from reports where pictures <> '{}' and pictures @> array[photos.key])
)`;

export const REPORT_LIMITS = limitsOfFiles(30);

/** A report's form with its pictures. Null: the request has no form. */
export function formWithPictures(
  request: Request,
  body: Uint8Array<ArrayBuffer>,
): Promise<FormWithFiles | null> {
  return formWithFiles(request, body, PICTURES_FIELD, REPORT_FIELDS);
}

/**
 * Stores pictures as private photos of the reporter. Pictures that no report uses are deleted about a day later.
 * @throws Refused "too_often", "photo_…"
 */
export async function storePictures(viewer: Viewer, files: readonly File[]): Promise<string[]> {
  const keys: string[] = [];
  for (const file of files) {
    await limit("upload", viewer.id);
    if (file.size > MAX_BYTES) throw new Refused("photo_too_heavy");
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
