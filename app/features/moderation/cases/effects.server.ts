import { type RawBuilder, sql, type Transaction } from "kysely";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { notifyOfSuspension, refreshDealsWith } from "#app/features/deals/suspension.server.ts";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { hasId, hideListings, updateHeld } from "#app/features/listings/writes.server.ts";
import { hidePhoto } from "#app/features/photos/moderated.server.ts";
import { HIDDEN_PHOTOS } from "#app/features/photos/queries.server.ts";
import { hideReview } from "#app/features/reviews/commands.server.ts";
import { hideMessage } from "#app/features/rooms/moderated.server.ts";
import { stopUploadsOf } from "#app/features/stock/upload/stop.server.ts";
import { extendStatementTimeout } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { publishSessionsEnded } from "#app/platform/events.server.ts";
import { pageCache } from "#app/platform/page-cache.server.ts";
import { queryCache } from "#app/platform/query-cache.server.ts";
import type { SubjectKind } from "../reports/rules.ts";

const TYPES = CATEGORIES.map(({ type }) => type);

/** The content or person that a decision is about. */
export interface Target {
  readonly kind: SubjectKind;
  readonly id: string;
}

type Hidden = "hidden" | "removed" | null;

/** The value of the column `hidden` after each decision. */
export const HIDDEN_BY = { hide: "hidden", remove: "removed" } as const;

/**
 * SQL: the reason why a row of `listings` is hidden when no decision hides it. Its owner is suspended, or answers
 * nobody (docs/decisions/0106-silent-sellers.md). Null for none.
 */
const OWNERS_REASON = sql`coalesce(
  (select 'suspended' from profiles where profiles.id = listings.user_id and suspended_until > now()),
  (select 'unanswered' from silent_sellers
    where silent_sellers.user_id = listings.user_id and hidden_at is not null and quantity > reserved)
)`;

type Hide = (trx: Transaction<DB>, id: string, hidden: Hidden) => Promise<void>;

const HIDE: Readonly<Record<Exclude<SubjectKind, "person">, Hide>> = {
  async listing(trx, id, hidden) {
    await hideListings(hasId(id), sql`coalesce(${hidden}::text, ${OWNERS_REASON})`).execute(trx);
  },
  message: hideMessage,
  review: hideReview,
  // The listing's pages show the photo, so the listing counts as changed.
  async photo(trx, id, hidden) {
    await sql`with held as (${hidePhoto(id, hidden)}) ${updateHeld(sql`updated_at = now()`)}`.execute(trx);
  },
};

/**
 * Hides content, or shows it again (null). Its owner still sees a hidden listing or review, but no hidden message or
 * photo. For a person it does nothing.
 */
export async function setHidden(trx: Transaction<DB>, { kind, id }: Target, hidden: Hidden): Promise<void> {
  if (kind !== "person") await HIDE[kind](trx, id, hidden);
}

/**
 * Suspends a person: ends their sessions, stops their uploads, hides their listings, and tells the other parties of
 * their deals what to do. It never shortens another suspension. Call `afterDecision` after the commit.
 */
export async function suspend(
  trx: Transaction<DB>,
  personId: string,
  until: Date | "infinity",
): Promise<void> {
  // A seller may have very many listings.
  await extendStatementTimeout(trx);
  const { rows } = await sql<{ until: Date | null }>`
    update profiles set suspended_until = greatest(suspended_until, ${until}::timestamptz) where id = ${personId}
    returning nullif(suspended_until, 'infinity') as until
  `.execute(trx);
  // Before the listings are hidden, so that those of the batch in progress are hidden too.
  await stopUploadsOf(personId, trx);
  await hideAll(trx, personId, { was: sql`hidden is null`, hidden: sql`'suspended'` });
  await trx.deleteFrom("sessions").where("user_id", "=", personId).execute();
  for (const suspension of rows) await notifyOfSuspension(trx, personId, suspension);
}

/**
 * Sets `hidden` of all listings of a person for which the condition `was` is true. Locks them in the order in which
 * other commands lock listings, to avoid deadlocks.
 */
async function hideAll(
  trx: Transaction<DB>,
  personId: string,
  { was, hidden }: { readonly was: RawBuilder<unknown>; readonly hidden: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    with held as materialized (
      select type, id from listings where user_id = ${personId} and ${was} order by type, id for update
    )
    ${updateHeld(sql`hidden = ${hidden}`)}
  `.execute(trx);
}

/** Ends a suspension and shows the person's listings again, except those that are hidden for another reason. */
export async function endSuspension(trx: Transaction<DB>, personId: string): Promise<void> {
  await extendStatementTimeout(trx);
  await trx.updateTable("profiles").set({ suspended_until: null }).where("id", "=", personId).execute();
  await hideAll(trx, personId, { was: sql`hidden = 'suspended'`, hidden: OWNERS_REASON });
  await notifyOfSuspension(trx, personId, "over");
}

/**
 * Removes what a decision may have changed from this server's caches. The database notifies the other servers.
 * @param personId a suspended person, whose open pages are signed out, or null
 */
export async function afterDecision(personId: string | null): Promise<void> {
  invalidateListingPages(TYPES);
  pageCache.invalidate("reviews");
  queryCache.invalidate(HIDDEN_PHOTOS);
  if (personId === null) return;
  await publishSessionsEnded(personId);
  await refreshDealsWith(personId);
}
