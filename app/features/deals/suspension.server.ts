import { sql, type Transaction } from "kysely";
import { href } from "react-router";
import { type DealRole, dealName, otherRole } from "#app/domain/deal.ts";
import type { DealFacts } from "#app/domain/deal-process.ts";
import { formatDay } from "#app/domain/format.ts";
import type { DealSuspension } from "#app/domain/notification-kinds.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale, type Locale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { publishEach, publishingTransaction } from "#app/platform/events.server.ts";
import { type Notice, notifyAll } from "#app/platform/notify.server.ts";
import { FIRST_ITEM } from "./pieces.server.ts";
import type { SuspendedOther } from "./view.ts";

// A person who is suspended leaves others with open deals, who read what to do (docs/decisions/0091-decisions.md).

/** SQL, of `deals`: not over, and between two members. */
const IS_OPEN = sql`state not in ('received', 'cancelled') and seller_id is not null and buyer_id is not null`;
const isWith = (personId: string) => sql`${personId}::uuid in (seller_id, buyer_id) and ${IS_OPEN}`;

interface Words {
  readonly locale: Locale;
}

/** That the other party is suspended, and what this one does now, in sentences. */
export function suspensionTexts(
  name: string,
  { role, given, until }: DealSuspension,
  words: Words = { locale: getLocale() },
): { title: string; advice: string[] } {
  const day = until === null ? null : formatDay(new Date(until), words.locale);
  return {
    title:
      day === null
        ? m.deal_suspended_for_good({ name }, words)
        : m.deal_suspended_until({ name, day }, words),
    advice: [
      ADVICE[role][given ? "given" : "kept"]({ name }, words),
      ...(given ? [] : [m.deal_suspended_cancel({}, words)]),
      ...(day === null ? [] : [m.deal_suspended_then({}, words)]),
    ],
  };
}

const ADVICE = {
  buyer: { kept: m.deal_suspended_do_not_pay, given: m.deal_suspended_on_the_way },
  seller: { kept: m.deal_suspended_keep_item, given: m.deal_suspended_given },
} as const;

const isGiven = (state: string) => state === "sent" || state === "handed_over";

/** When the suspension of the other party of an open deal ends; null: for good. Undefined: they are not suspended. */
export function suspensionEnd(
  { other_suspended_until: until }: { readonly other_suspended_until: Date | null },
  facts: DealFacts,
  role: DealRole,
): Date | null | undefined {
  const isSuspended = otherRole(role) === "seller" ? facts.sellerSuspended : facts.buyerSuspended;
  return !isSuspended || facts.state === "received" || facts.state === "cancelled" ? undefined : until;
}

/** Columns of the other party of a deal, whose row of `profiles` the query calls `other`. */
export const OTHER_PARTY = sql`other.username as other_username, other.avatar_url as other_avatar_url,
  nullif(other.suspended_until, 'infinity') as other_suspended_until`;

interface OtherParty {
  readonly other_username: string | null;
  readonly other_suspended_until: Date | null;
}

/** What a party of a deal reads about the other one, who is suspended; null: they are not, or the deal is over. */
export function suspendedOther(other: OtherParty, facts: DealFacts, role: DealRole): SuspendedOther | null {
  const until = suspensionEnd(other, facts, role);
  if (until === undefined || other.other_username === null) return null;
  const suspension = { role, given: isGiven(facts.state), until: until?.toISOString() ?? null };
  return suspensionTexts(other.other_username, suspension);
}

/**
 * The newest open deal of two people, one of whom is suspended, and until when.
 * @returns null without a deal, or when this person is not suspended
 */
export async function dealWithSuspended(
  viewer: { readonly id: string },
  username: string,
): Promise<{ dealId: string; name: string; until: Date | null } | null> {
  if (username.includes("\0")) return null;
  const { rows } = await sql<{ dealId: string; name: string; until: Date | null }>`
    select deals.id as "dealId", username as name, nullif(suspended_until, 'infinity') as until
    from profiles join deals on profiles.id in (seller_id, buyer_id)
    where lower(username) = lower(${username}) and suspended_until > now() and profiles.id <> ${viewer.id}
      and ${isWith(viewer.id)}
    order by deals.created_at desc limit 1
  `.execute(db());
  return rows[0] ?? null;
}

interface OpenDeal {
  readonly id: string;
  readonly state: string;
  readonly other_id: string;
  readonly role: DealRole;
  readonly listing_name: string;
  readonly others: number;
  readonly username: string;
}

/**
 * Tells the other party of each open deal of a person that this person is suspended and what to do, or that the
 * suspension is over. The same suspension is told once; one that ends at another time is told again.
 */
export async function notifyOfSuspension(
  trx: Transaction<DB>,
  personId: string,
  suspension: { readonly until: Date | null } | "over",
): Promise<void> {
  const { rows } = await sql<OpenDeal>`
    select deals.id, state, case seller_id when ${personId}::uuid then buyer_id else seller_id end as other_id,
      case seller_id when ${personId}::uuid then 'buyer' else 'seller' end as role,
      first_item.listing_name, first_item.others, username
    from deals ${FIRST_ITEM} join profiles on profiles.id = ${personId} where ${isWith(personId)}
  `.execute(trx);
  const isOver = suspension === "over";
  const until = isOver ? null : (suspension.until?.toISOString() ?? null);
  const key = isOver ? `suspension_over:${Date.now()}` : `suspended:${until ?? "ever"}`;
  const notices = rows.map(
    (deal): Notice<"deal"> => ({
      kind: "deal",
      eventKey: `${deal.id}:${key}`,
      userIds: [deal.other_id],
      facts: {
        username: deal.username,
        listing: dealName(deal.listing_name, deal.others),
        event: isOver ? "suspension_over" : "suspended",
        ...(!isOver && { suspension: { role: deal.role, given: isGiven(deal.state), until } }),
      },
      path: href("/orders/:dealId", { dealId: deal.id }),
      aboutId: personId,
    }),
  );
  await notifyAll(notices, trx);
}

/** Makes open pages of the other parties load their deals with this person again. Call it after the commit. */
export async function refreshDealsWith(personId: string): Promise<void> {
  await publishingTransaction(async (trx) => {
    const { rows } = await sql<{ userId: string; roomIds: string[] }>`
      select case seller_id when ${personId}::uuid then buyer_id else seller_id end as "userId",
        array_remove(array_agg(room_id), null) as "roomIds"
      from deals where ${isWith(personId)} group by 1 order by 1
    `.execute(trx);
    const events = rows.map(({ userId, roomIds }) => [userId, { dealId: null, roomIds }] as const);
    await publishEach(trx, "deal.changed", new Map(events));
  });
}
