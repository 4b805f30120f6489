import { listingPathOf } from "#app/domain/categories/registry.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { openQuestions } from "../answers/present.server.ts";
import { farRowsOf } from "../upload/far-prices.server.ts";
import { uploadPagePath } from "../upload/view.ts";
import { feedFaultText } from "./fault-text.server.ts";
import { asFeedFault } from "./faults.ts";
import {
  type FeedRow,
  feedRow,
  feedRowsOf,
  leftOutOf,
  type RunRow,
  runRowsOf,
  sparedOf,
} from "./queries.server.ts";
import type { FeedState, RunState } from "./rules.ts";
import type { FeedDetails, FeedView, GoneListings, RunView } from "./view.ts";

const LISTED = 20;

function presentRun({ fault, started_at, finished_at, kept, upload_id, ...run }: RunRow): RunView {
  const { id, reading, created, updated, failed, nameless, gone, withdrawn, spared } = run;
  return {
    id,
    state: run.state as RunState,
    fault: fault === null ? null : feedFaultText(asFeedFault(fault)),
    startedAt: started_at.toISOString(),
    finishedAt: finished_at?.toISOString() ?? null,
    created,
    updated,
    unchanged: kept,
    failed,
    nameless,
    soldHere: run.sold_here,
    gone,
    withdrawn,
    spared,
    reading,
    answeredAt: run.answered_at?.toISOString() ?? null,
    uploadPath: upload_id && uploadPagePath(upload_id),
  };
}

async function presentFeed(row: FeedRow, all: readonly RunRow[], shown?: number): Promise<FeedView> {
  const { id, url, username, has_password, every_hours, next_at, is_due } = row;
  const state = row.state as FeedState;
  const runs = all.filter(({ feed_id }) => feed_id === id);
  const ofFeed = runs.map(presentRun);
  const lastRead = runs.find(({ reading }) => reading !== null);
  return {
    id,
    url,
    host: new URL(url).host,
    username,
    hasPassword: has_password,
    everyHours: every_hours,
    state,
    isBusy: is_due || ofFeed[0]?.finishedAt === null,
    nextAt: state === "active" && !is_due ? next_at.toISOString() : null,
    runs: ofFeed.slice(0, shown),
    asks: lastRead ? await openQuestions(row.user_id, lastRead.shape, lastRead.reading?.waiting ?? []) : null,
  };
}

/** The feeds of a person, each with its last run. */
export async function feedsOf(viewer: Viewer): Promise<readonly FeedView[]> {
  const rows = await feedRowsOf(viewer.id);
  const ids = rows.map(({ id }) => id);
  const runs = ids.length > 0 ? await runRowsOf(ids) : [];
  return Promise.all(rows.map((row) => presentFeed(row, runs, 1)));
}

/** Null if the viewer has no such feed. */
export async function feedOf(viewer: Viewer, id: string): Promise<FeedDetails | null> {
  const row = await feedRow(id);
  if (!row || !can(viewer, "view", { kind: "feed", userId: row.user_id })) return null;
  const runs = await runRowsOf([id]);
  return {
    ...(await presentFeed(row, runs)),
    far: await farPricesOf(runs),
    leftOut: presentGone(row.state === "asking" ? await leftOutOf(id, LISTED) : []),
    spared: presentGone(await sparedOf(id, LISTED)),
  };
}

async function farPricesOf(runs: readonly RunRow[]): Promise<FeedDetails["far"]> {
  const uploadId = runs.find(({ upload_id }) => upload_id !== null)?.upload_id;
  const count = uploadId ? (await farRowsOf(uploadId, 1)).count : 0;
  return uploadId && count > 0 ? { count, path: uploadPagePath(uploadId) } : null;
}

function presentGone(rows: Awaited<ReturnType<typeof leftOutOf>>): GoneListings {
  return {
    first: rows.map(({ type, id, name }) => ({ name, path: listingPathOf(type, id) })),
    total: rows[0]?.total ?? 0,
  };
}
