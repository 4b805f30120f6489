import type { GenericEndpointContext } from "better-auth";
import { sql } from "kysely";
import { href } from "react-router";
import { formatDay } from "#app/domain/format.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { inTransaction } from "./db.server.ts";
import { env } from "./env.server.ts";
import { Refused } from "./refused.server.ts";

/**
 * Refuses to begin a session for a suspended person, however they sign in (docs/decisions/0091-decisions.md).
 * @throws Refused "account_suspended"; a redirect with this error where a provider sent the person here
 */
export async function refuseSuspended(
  { userId }: { readonly userId: string },
  context: GenericEndpointContext | null,
): Promise<void> {
  const { rows } = await inTransaction((trx) =>
    sql<{ until: Date | null }>`
      select nullif(suspended_until, 'infinity') as until from profiles where id = ${userId} and suspended_until > now()
    `.execute(trx),
  );
  const [suspension] = rows;
  if (!suspension) return;
  if (context?.path?.includes("/callback/")) {
    throw context.redirect(`${env().baseUrl}${href("/auth")}?error=account_suspended`);
  }
  const { until } = suspension;
  throw new Refused("account_suspended", { until: until && formatDay(until, getLocale()) });
}
