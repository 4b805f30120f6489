import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";

/**
 * Writes that change which listings are available, or their facts (such as "condition=Good"), add rows with differences
 * (such as +1) to the tables of counts. This job adds them up, to one row for each type and day, and one for each type
 * and fact.
 */
export async function compactCounts(): Promise<void> {
  for (const table of [sql.table("listing_counts"), sql.table("shelf_counts")]) {
    await sql`
      with deleted as (
        delete from ${table} where (type, day) in (
          select type, day from ${table} group by type, day having count(*) > 1
        ) returning type, day, difference
      )
      insert into ${table} select type, day, sum(difference) from deleted group by type, day having sum(difference) <> 0
    `.execute(db());
  }
  await sql`
    with deleted as (
      delete from fact_counts where (type, fact) in (
        select type, fact from fact_counts group by type, fact having count(*) > 1
      ) returning type, fact, difference
    )
    insert into fact_counts select type, fact, sum(difference) from deleted group by type, fact having sum(difference) <> 0
  `.execute(db());
}

export const listingJobs: JobHandlers = {
  "listings-counts": { work: compactCounts, cron: "23 * * * *" },
};
