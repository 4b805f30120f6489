import { listingPath } from "#app/domain/categories/paths.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { formatDay, formatPrice, formatPriceRange } from "#app/domain/format.ts";
import { can } from "#app/domain/policies.ts";
import { DAY_MS } from "#app/domain/time.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { faultText } from "../csv/fault-text.ts";
import { type FarRow, farRowsOf } from "./far-prices.server.ts";
import {
  changingUploadsOf,
  type FailedUploadRow,
  failedRowsOf,
  keptListingsOf,
  linkedRowsOf,
  rememberedCounts,
  type UploadRow,
  uploadRow,
  uploadRowsOf,
} from "./queries.server.ts";
import { isRunning, percentOf, RETENTION_DAYS, undoStateOf } from "./rules.ts";
import type { FailedRow, FarPrice, UndoView, UploadView } from "./view.ts";

/** The download has all failed rows. */
const FIRST_FAILED = 5;

/** The stock export has the model of every listing. */
const FIRST_LINKED = 20;

/** A filter of the stock table has all of them. */
const FIRST_KEPT = 100;

/** The file of failed rows has all of them. */
const FIRST_FAR = 20;

type Details = Pick<UploadView, "first" | "linked" | "firstLinked" | "far" | "lastFar" | "firstFar" | "undo">;

/** Of an upload in a list. */
const NO_DETAILS: Details = {
  first: [],
  linked: 0,
  firstLinked: [],
  far: 0,
  lastFar: 0,
  firstFar: [],
  undo: null,
};

function presentUpload(row: UploadRow, details: Details): UploadView {
  const { created, updated, kept: unchanged } = row;
  return {
    id: row.id,
    fileName: row.file_name,
    isOfFeed: row.feed_id !== null,
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
    soldHere: row.sold_here,
    first: details.first,
    linked: details.linked,
    firstLinked: details.firstLinked,
    far: details.far,
    lastFar: details.lastFar,
    firstFar: details.firstFar,
    undo: details.undo,
    isUndone: row.doneAt !== null,
    pictures: { waiting: row.pictures_waiting, done: row.pictures_done, failed: row.pictures_failed },
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

/** How many imports the stock table offers. */
const MAX_CHOICES = 50;

/** The viewer's newest uploads that have changed listings, and `chosen`: "stock.csv · Nov 20, 2026". */
export async function uploadChoices(
  viewer: Viewer,
  chosen: string | null,
): Promise<readonly { readonly id: string; readonly label: string }[]> {
  const rows = await changingUploadsOf(viewer.id, MAX_CHOICES);
  const choices = rows.map(({ id, file_name, created_at }) => ({
    id,
    label: `${file_name} · ${formatDay(created_at, getLocale())}`,
  }));
  const isOffered = chosen === null || choices.some(({ id }) => id === chosen);
  return isOffered ? choices : [...choices, { id: chosen, label: m.stock_import_other() }];
}

function presentFailed({ number, cells, faults }: FailedUploadRow): FailedRow {
  return { number, name: cells.name ?? "", faults: faults.map(faultText) };
}

function presentFar({ number, name, parameters }: FarRow): FarPrice {
  const [cents = 0, low = 0, high = 0] = parameters.map(Number);
  const locale = getLocale();
  return { number, name, price: formatPrice(cents, locale), range: formatPriceRange(low, high, locale) };
}

/** Null if the viewer has no such upload, or its file is still arriving. */
export async function uploadOf(viewer: Viewer, id: string): Promise<UploadView | null> {
  const row = await uploadRow(id);
  if (!row || row.state === "receiving") return null;
  if (!can(viewer, "view", { kind: "upload", userId: row.user_id })) return null;
  const far = row.failed === 0 ? { first: [], count: 0, last: 0 } : await farRowsOf(id, FIRST_FAR);
  const withFar = far.count === 0;
  const failed = row.failed === 0 ? [] : await failedRowsOf(id, { most: FIRST_FAILED, withFar });
  const linked = await linkedRowsOf(id, FIRST_LINKED);
  return presentUpload(row, {
    first: failed.map(presentFailed),
    linked: linked[0]?.total ?? 0,
    firstLinked: linked.map(({ number, name, model }) => ({ number, name, model })),
    far: far.count,
    lastFar: far.last,
    firstFar: far.first.map(presentFar),
    undo: await undoOf(row),
  });
}

async function undoOf(row: UploadRow): Promise<UndoView | null> {
  if (isRunning(row.state) || !row.finished_at) return null;
  const state = undoStateOf(row);
  const until = new Date(row.finished_at.getTime() + RETENTION_DAYS * DAY_MS).toISOString();
  const done = { deleted: row.undo_deleted, restored: row.undo_restored };
  const nothingKept = { kept: 0, firstKept: [] };
  if (state === "working") {
    const percent = row.undo_total > 0 ? Math.min(99, Math.floor((100 * row.undo_read) / row.undo_total)) : 0;
    return { state, until, ...done, percent, ...nothingKept };
  }
  if (state === "possible") {
    const { created, changed } = await rememberedCounts(row.id);
    if (created + changed === 0) return null;
    return { state, until, deleted: created, restored: changed, percent: 0, ...nothingKept };
  }
  const kept = await keptListingsOf(row.id, FIRST_KEPT);
  const firstKept = kept.flatMap(({ type, id, name, kept: because }) => {
    const definition = categoryOfType(type);
    return definition ? [{ name, path: listingPath(definition, id), because }] : [];
  });
  return { state, until, ...done, percent: 100, kept: kept[0]?.total ?? 0, firstKept };
}

/** The newest first. */
export async function uploadsOf(viewer: Viewer, most = 10): Promise<readonly UploadView[]> {
  const rows = await uploadRowsOf(viewer.id, most);
  return rows.map((row) => presentUpload(row, NO_DETAILS));
}
