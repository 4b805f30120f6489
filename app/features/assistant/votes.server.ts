import { sql } from "kysely";
import type { Viewer } from "#app/domain/viewer.ts";
import { db } from "#app/platform/db.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { type ConciergeReply, REPLIES } from "./rules.ts";

const RETENTION_DAYS = 365;

export interface Vote {
  readonly answerId: string;
  readonly reply: ConciergeReply;
  readonly helpful: boolean;
}

/**
 * Stores whether an answer of the concierge helped, instead of an earlier vote on the same answer.
 * @param client the IP address of the visitor, for the rate limit only
 * @throws Refused "too_often"; or "home_not_found" when another user has voted on the answer
 */
export async function voteOnAnswer(
  viewer: Viewer | null,
  client: string,
  { answerId, reply, helpful }: Vote,
): Promise<void> {
  await (viewer ? limit("concierge_vote", viewer.id) : limit("concierge_vote_client", client));
  const stored = await db()
    .insertInto("concierge_votes")
    .values({ answer_id: answerId, user_id: viewer?.id ?? null, reply, helpful })
    .onConflict((conflict) =>
      conflict
        .column("answer_id")
        .doUpdateSet({ helpful, voted_at: sql<Date>`now()` })
        .where("concierge_votes.user_id", "is not distinct from", viewer?.id ?? null),
    )
    .returning("answer_id")
    .executeTakeFirst();
  if (!stored) throw new Refused("home_not_found");
}

export interface VoteCount {
  readonly reply: ConciergeReply;
  readonly helpful: number;
  readonly unhelpful: number;
}

/** The votes of the last `days` days, by reply. */
export async function voteCounts(days: number): Promise<VoteCount[]> {
  const { rows } = await sql<VoteCount>`
    select reply, count(*) filter (where helpful) as helpful, count(*) filter (where not helpful) as unhelpful
    from concierge_votes
    where voted_at > now() - make_interval(days => ${days}) and reply = any(${REPLIES}) group by reply
  `.execute(db());
  return rows.sort((one, other) => REPLIES.indexOf(one.reply) - REPLIES.indexOf(other.reply));
}

/** Deletes votes older than RETENTION_DAYS. */
export async function deleteExpiredVotes(): Promise<void> {
  await sql`
    delete from concierge_votes where voted_at < now() - make_interval(days => ${RETENTION_DAYS})
  `.execute(db());
}

export const assistantJobs: JobHandlers = {
  "concierge-votes-sweep": { work: deleteExpiredVotes, cron: "23 4 * * *" },
};
