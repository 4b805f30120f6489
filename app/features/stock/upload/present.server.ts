import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { faultText } from "../csv/fault-text.ts";
import {
  type FailedUploadRow,
  failedRowsOf,
  linkedRowsOf,
  type UploadRow,
  uploadRow,
  uploadRowsOf,
} from "./queries.server.ts";
import { percentOf } from "./rules.ts";
import type { FailedRow, UploadView } from "./view.ts";

/** The download has all failed rows. */
const FIRST_FAILED = 5;

/** The stock export has the model of every listing. */
const FIRST_LINKED = 20;

function presentUpload(
  row: UploadRow,
  first: readonly FailedRow[],
  { linked, firstLinked }: Pick<UploadView, "linked" | "firstLinked">,
): UploadView {
  const { created, updated, kept: unchanged } = row;
  return {
    id: row.id,
    fileName: row.file_name,
    state: row.state,
    fault: row.fault === null ? null : m.upload_fault_failed(),
    known: row.known,
    hasFile: row.has_file,
    rows: row.rows,
    read: row.read,
    percent: percentOf(row),
    succeeded: created + updated + unchanged,
    failed: row.failed,
    created,
    updated,
    unchanged,
    linked,
    firstLinked,
    first,
    pictures: { waiting: row.pictures_waiting, done: row.pictures_done, failed: row.pictures_failed },
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

function presentFailed({ number, cells, faults }: FailedUploadRow): FailedRow {
  return { number, name: cells.name ?? "", faults: faults.map(faultText) };
}

/** Null if the viewer has no such upload, or its file is still arriving. */
export async function uploadOf(viewer: Viewer, id: string): Promise<UploadView | null> {
  const row = await uploadRow(id);
  if (!row || row.state === "receiving") return null;
  if (!can(viewer, "view", { kind: "upload", userId: row.user_id })) return null;
  const failed = row.failed === 0 ? [] : await failedRowsOf(id, { most: FIRST_FAILED });
  const linked = await linkedRowsOf(id, FIRST_LINKED);
  return presentUpload(row, failed.map(presentFailed), {
    linked: linked[0]?.total ?? 0,
    firstLinked: linked.map(({ number, name, model }) => ({ number, name, model })),
  });
}

/** The newest first. */
export async function uploadsOf(viewer: Viewer, most = 10): Promise<readonly UploadView[]> {
  const rows = await uploadRowsOf(viewer.id, most);
  return rows.map((row) => presentUpload(row, [], { linked: 0, firstLinked: [] }));
}
