import { type RawBuilder, sql, type Transaction } from "kysely";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { userById } from "#app/features/accounts/queries.server.ts";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { hideListings } from "#app/features/listings/writes.server.ts";
import { db, extendStatementTimeout, inBatches } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { sendMails } from "#app/platform/mail.server.ts";
import { askMail, hiddenMail } from "./mails.server.ts";
import { OLDEST_QUESTION_DAYS, SILENT_DAYS } from "./queries.server.ts";

const SELLERS_AT_ONCE = 100;
const TYPES = CATEGORIES.map(({ type }) => type);

const days = (count: number) => sql`make_interval(days => ${count})`;

/**
 * SQL: when a seller last wrote, listed something, took part in a deal or answered an offer. It may leave out what
 * happened before `since`.
 */
function lastAnswer(seller: RawBuilder<unknown>, since: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql<Date | null>`greatest(
    (select max(created_at) from chat_messages where sender_id = ${seller} and created_at > ${since}),
    (select max(created_at) from listings where user_id = ${seller} and created_at > ${since}),
    (
      select max(greatest(
        -- The buyer began a deal that lapses.
        case when lapses_at is null then created_at end, seller_confirmed_at, given_at,
        case when cancelled_by = 'seller' then cancelled_at end
      )) from deals where seller_id = ${seller}
    ),
    (
      select max(case
        when made_by = 'seller' then proposal.created_at
        when proposal.state in ('confirmed', 'declined') then closed_at
      end)
      from deal_proposals as proposal join deals on deals.id = proposal.deal_id where seller_id = ${seller}
    ),
    (
      select max(closed_at) from offers join chat_rooms as offer_room on offer_room.id = offers.room_id
      where offer_room.seller_id = ${seller} and made_by = 'buyer' and state in ('accepted', 'countered', 'declined')
    )
  )`;
}

function hasAnswered(seller: RawBuilder<unknown>, since: RawBuilder<unknown>): RawBuilder<boolean> {
  // Most sellers answer by a message, so the other tables are read for few of them.
  return sql<boolean>`(
    exists (select from chat_messages where sender_id = ${seller} and created_at > ${since})
    or coalesce(${lastAnswer(seller, since)} > ${since}, false)
  )`;
}

/**
 * Asks silent sellers by mail whether their listings are still for sale. Hides the listings of sellers who were asked
 * and stayed silent (docs/decisions/0106-silent-sellers.md). Several servers can run it at the same time: each seller
 * is asked once.
 */
export async function checkSilentSellers(signal?: AbortSignal): Promise<void> {
  await recordAnswers();
  let hidden = false;
  await inBatches(async (trx) => {
    const hidOne = await hideNext(trx);
    hidden ||= hidOne;
    return hidOne;
  }, signal);
  if (hidden) invalidateListingPages(TYPES);
  await inBatches(askNext, signal);
}

/** Listings that were hidden stay so until their seller shows them again. */
async function recordAnswers(): Promise<void> {
  const answer = lastAnswer(sql`silent_sellers.user_id`, sql`silent_sellers.asked_at`);
  await sql`
    update silent_sellers set answered_at = ${answer}, hidden_at = null
    where answered_at is null and ${answer} > asked_at
  `.execute(db());
}

/**
 * Hides the listings of one silent seller: one for each transaction, because a seller may have very many listings.
 * Returns false when no such seller is left.
 */
async function hideNext(trx: Transaction<DB>): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update silent_sellers set hidden_at = now() where user_id in (
      select user_id from silent_sellers
      where answered_at is null and hidden_at is null and asked_at <= now() - ${days(SILENT_DAYS.hide)}
        and not ${hasAnswered(sql`silent_sellers.user_id`, sql`silent_sellers.asked_at`)}
        -- A suspended seller cannot answer, and their listings are hidden already.
        and not exists (select from profiles where id = silent_sellers.user_id and suspended_until > now())
      order by asked_at limit 1 for update skip locked
    ) returning user_id as id
  `.execute(trx);
  const [seller] = rows;
  if (!seller) return false;
  await extendStatementTimeout(trx);
  const onOffer = sql`user_id = ${seller.id} and hidden is null and status = 'available'`;
  await hideListings(onOffer, sql`'unanswered'`).execute(trx);
  await mailSellers(trx, [seller.id], hiddenMail);
  return true;
}

async function askNext(trx: Transaction<DB>): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into silent_sellers (user_id)
    select distinct room.seller_id from chat_rooms as room
    join profiles as seller on seller.id = room.seller_id
    join lateral (
      select sender_id from chat_messages where chat_room_id = room.id order by seq desc limit 1
    ) as last on true
    where room.last_message_at between now() - ${days(OLDEST_QUESTION_DAYS)} and now() - ${days(SILENT_DAYS.ask)}
      and not room.blocked and last.sender_id = room.buyer_id
      and (seller.suspended_until is null or seller.suspended_until <= now())
      and exists (
        select from listings
        where listings.type = room.listing_type and listings.id = room.listing_id
          and listings.user_id = room.seller_id and listings.status = 'available'
      )
      and not exists (
        select from silent_sellers as earlier
        where earlier.user_id = room.seller_id and coalesce(earlier.answered_at, 'infinity') >= room.last_message_at
      )
      and not ${hasAnswered(sql`room.seller_id`, sql`room.last_message_at`)}
    limit ${SELLERS_AT_ONCE}
    on conflict (user_id) do update set asked_at = now(), answered_at = null
      where silent_sellers.answered_at is not null
    returning user_id as id
  `.execute(trx);
  await mailSellers(
    trx,
    rows.map(({ id }) => id),
    askMail,
  );
  return rows.length === SELLERS_AT_ONCE;
}

async function mailSellers(
  trx: Transaction<DB>,
  ids: readonly string[],
  mail: typeof askMail,
): Promise<void> {
  const people = await Promise.all(ids.map((id) => userById(id, trx)));
  await sendMails(
    people.filter((person) => person !== null).map((person) => mail(person)),
    trx,
  );
}

export const silentSellerJobs: JobHandlers = {
  "silent-sellers": {
    work: (_, signal) => checkSilentSellers(signal),
    cron: "53 * * * *",
    timeoutSeconds: 1_800,
  },
};
