import { sql } from "kysely";
import { z } from "zod";
import { db } from "#app/platform/db.server.ts";
import { enqueue, type JobHandlers } from "#app/platform/jobs.server.ts";
import { PUBLIC_HOSTS } from "#app/platform/public-hosts.server.ts";
import { OWNER_IS_WELCOME } from "./queries.server.ts";
import { runFeed } from "./run.server.ts";

export const FEEDS_JOB = "feeds";
const FEED_JOB = "feed";

/** How many feeds begin their runs in one minute. */
const FEEDS_AT_ONCE = 60;

/**
 * SQL: the feeds with a next step, since when, and how often it was begun. A run whose server died before it had queued the
 * next step has one too.
 */
const NEXT_STEPS = sql`
  select id, user_id, next_at as since, 0 as tries from feeds
  where state = 'active' and next_at <= now() and ${OWNER_IS_WELCOME}
    and not exists (select from feed_runs where feed_id = feeds.id and finished_at is null)
  union all
  select feeds.id, feeds.user_id, started_at, feed_runs.tries from feed_runs join feeds on feeds.id = feed_id
  left join uploads on uploads.id = upload_id
  where feed_runs.finished_at is null
    and (uploads.id is null or uploads.state in ('done', 'stopped', 'refused'))
`;

/** The feeds whose next step comes first. Runs that were begun in vain let the others go first. */
export async function nextFeeds(): Promise<readonly { readonly id: string; readonly userId: string }[]> {
  const { rows } = await sql<{ id: string; userId: string }>`
    select id, user_id as "userId" from (${NEXT_STEPS}) steps order by tries, since limit ${FEEDS_AT_ONCE}
  `.execute(db());
  return rows;
}

/** "feeds" queues a job for each feed that has a next step. */
export const feedJobs: JobHandlers = {
  [FEEDS_JOB]: {
    cron: "* * * * *",
    due: sql<boolean>`exists (${NEXT_STEPS})`,
    retries: 0,
    async work() {
      for (const { id, userId } of await nextFeeds())
        await enqueue(FEED_JOB, { feedId: id }, { singletonKey: id, group: userId });
    },
  },
  [FEED_JOB]: {
    // A file of 50 MB is in memory while it is stored.
    concurrency: 1,
    groupConcurrency: 1,
    exclusive: true,
    async work(data, signal) {
      await runFeed(z.object({ feedId: z.uuid() }).parse(data).feedId, signal, PUBLIC_HOSTS);
    },
  },
};
