import { type RawBuilder, sql } from "kysely";
import { db } from "#app/platform/db.server.ts";

export interface TraderRow {
  readonly name: string;
  readonly address: string;
  readonly registration: string;
  readonly email: string;
  readonly phone: string;
  readonly vat_id: string | null;
}

const COLUMNS = ["name", "address", "registration", "email", "phone", "vat_id"] as const;

/** An SQL expression: what the user with this id (an SQL expression too) stated as a trader; null for a private seller. */
export function jsonTrader(userId: RawBuilder<unknown>): RawBuilder<TraderRow | null> {
  return sql<TraderRow | null>`(
    select json_build_object(${sql.join(COLUMNS.map((column) => sql`${sql.lit(column)}, ${sql.ref(column)}`))})
    from traders where user_id = ${userId}
  )`;
}

/** What a trader stated about their business; null for a private seller. */
export async function traderOf(userId: string): Promise<TraderRow | null> {
  const row = await db()
    .selectFrom("traders")
    .select(COLUMNS)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}
