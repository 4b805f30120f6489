import { type RawBuilder, sql } from "kysely";
import { href } from "react-router";
import type { DealRole, DealState } from "#app/domain/deal.ts";
import { isId } from "#app/domain/ids.ts";
import { roleIn } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { deliveryAddressOf } from "#app/features/deals/address.server.ts";
import { type DealItem, FIRST_ITEM, itemsOf } from "#app/features/deals/pieces.server.ts";
import { openProposal } from "#app/features/deals/proposals.server.ts";
import { SUSPENDED } from "#app/features/deals/rows.server.ts";
import { OTHER_PARTY } from "#app/features/deals/suspension.server.ts";
import type { OrderFilter, OrderList, OrderView, OrderWhole } from "#app/features/deals/view.ts";
import { type CardRow, cardsByKey } from "#app/features/listings/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { db } from "#app/platform/db.server.ts";
import { eventsUpTo } from "#app/platform/events.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { OrdersQuery } from "./orders-address.ts";
import { type OrderRow, presentOrder, presentWhole } from "./present.server.ts";

export const ORDERS_AT_ONCE = 20;

const PROPOSED_BY = sql`(select made_by from deal_proposals where deal_id = deals.id and state = 'open')`;

// The SQL of `stageOf` and `turnOf` (turns.ts). A test checks that they agree.
const STAGE = sql`case
  when state = 'open' and elsewhere and seller_confirmed_at is not null then 'done'
  when state in ('open', 'agreed') then 'open'
  when state in ('handed_over', 'sent') then 'on_the_way'
  when state = 'received' then 'done'
  else 'cancelled'
end`;
const TURN = sql`case
  when state in ('open', 'agreed') and not elsewhere and buyer_id is null then 'seller'
  when state in ('open', 'agreed') and not elsewhere and seller_id is null then 'buyer'
  when state = 'open' and lapses_at <= now() then null
  when state = 'open' and buyer_id is not null and buyer_confirmed_at is null
    then 'buyer'
  when state = 'open' then case when seller_id is not null and seller_confirmed_at is null then 'seller' end
  when buyer_id is null then null
  when state = 'agreed' then case when ${PROPOSED_BY} = 'seller' then 'buyer' else 'seller' end
  when state in ('handed_over', 'sent') then 'buyer'
end`;

function dealsOf(viewerId: string, role: DealRole): RawBuilder<unknown> {
  return role === "seller" ? sql`where seller_id = ${viewerId}` : sql`where buyer_id = ${viewerId}`;
}

function isIn(show: OrderFilter, role: DealRole): RawBuilder<unknown> {
  return show === "todo" ? sql`${TURN} = ${role}` : sql`${STAGE} = ${show}`;
}

const COLUMNS = sql`deals.id, room_id, elsewhere, first_item.*, seller_id, buyer_id, price_cents, state,
  seller_confirmed_at, buyer_confirmed_at, given_at, given_as, carrier, tracking_number, received_at, cancelled_at, cancelled_by, ended_because, reason, lapses_at, deals.created_at, ${PROPOSED_BY} as proposed_by,
  ${SUSPENDED.seller} as seller_suspended, ${SUSPENDED.buyer} as buyer_suspended`;

function reviewedBy(viewerId: string): RawBuilder<unknown> {
  return sql`exists (select from user_reviews where deal_id = deals.id and reviewer_id = ${viewerId}) as reviewed`;
}

async function countsOf(viewerId: string) {
  const counted = (role: DealRole) => sql`
    select ${role} as role, count(*) as all,
      count(*) filter (where ${isIn("todo", role)}) as todo,
      count(*) filter (where ${isIn("open", role)}) as open,
      count(*) filter (where ${isIn("on_the_way", role)}) as on_the_way,
      count(*) filter (where ${isIn("done", role)}) as done,
      count(*) filter (where ${isIn("cancelled", role)}) as cancelled
    from deals ${dealsOf(viewerId, role)}
  `;
  const { rows } = await sql<Record<OrderFilter | "all", number> & { role: DealRole }>`
    ${counted("buyer")} union all ${counted("seller")}
  `.execute(db());
  const of = (role: DealRole) => {
    const row = rows.find((one) => one.role === role);
    if (!row) throw new Error("A count without a group has one row.");
    const { all, todo, open, on_the_way, done, cancelled } = row;
    return { all, shows: { todo, open, on_the_way, done, cancelled } };
  };
  return { buyer: of("buyer"), seller: of("seller") };
}

/** The number of the viewer's purchases and sales that wait for them. */
export async function ordersToDo(viewer: Viewer): Promise<number> {
  const { buyer, seller } = await countsOf(viewer.id);
  return buyer.shows.todo + seller.shows.todo;
}

/**
 * Returns a page of the viewer's deals, newest first. A page number that is too high returns the last page.
 * Without a role it returns purchases, or sales when there are only sales.
 */
export async function orders(
  viewer: Viewer,
  { as: role, show, page: requestedPage }: OrdersQuery,
): Promise<OrderList> {
  // Read before the deals, so that the browser also receives events that occur during the queries.
  const after = await eventsUpTo(viewer.id);
  const counts = await countsOf(viewer.id);
  const as = role ?? (counts.buyer.all === 0 && counts.seller.all > 0 ? "seller" : "buyer");
  const total = show === null ? counts[as].all : counts[as].shows[show];
  const pages = Math.max(1, Math.ceil(total / ORDERS_AT_ONCE));
  const page = Math.min(requestedPage, pages);
  const { rows } = await sql<OrderRow>`
    select found.*, ${OTHER_PARTY}
    from (
      select ${COLUMNS}, ${reviewedBy(viewer.id)} from deals ${FIRST_ITEM}
      ${dealsOf(viewer.id, as)} and ${show === null ? sql`true` : isIn(show, as)}
      order by created_at desc, id desc offset ${(page - 1) * ORDERS_AT_ONCE} limit ${ORDERS_AT_ONCE}
    ) found
    left join profiles other on other.id = ${as === "seller" ? sql`buyer_id` : sql`seller_id`}
    order by found.created_at desc, found.id desc
  `.execute(db());
  const shop = await inShop(rows);
  return {
    as,
    show,
    totals: { buyer: counts.buyer.all, seller: counts.seller.all },
    counts: counts[as].shows,
    orders: rows.map((row) => presentOrder(row, as, shop.get(row.listing_id))),
    page,
    pages,
    live: { userId: viewer.id, after },
  };
}

const MAX_OPEN = 100;

/** The viewer's deals that are not over, the newest first. */
export async function openOrders(viewer: Viewer): Promise<OrderView[]> {
  const { rows } = await sql<OrderRow>`
    select found.*, ${OTHER_PARTY}
    from (
      select ${COLUMNS}, ${reviewedBy(viewer.id)} from deals ${FIRST_ITEM}
      where ${viewer.id}::uuid in (seller_id, buyer_id) and (${isIn("open", "buyer")} or ${isIn("on_the_way", "buyer")})
      order by created_at desc, id desc limit ${MAX_OPEN}
    ) found
    left join profiles other on other.id = case found.seller_id when ${viewer.id}::uuid then found.buyer_id else found.seller_id end
    order by found.created_at desc, found.id desc
  `.execute(db());
  const shop = await inShop(rows);
  return rows.map((row) =>
    presentOrder(row, row.seller_id === viewer.id ? "seller" : "buyer", shop.get(row.listing_id)),
  );
}

export interface DealPageQuery {
  readonly role?: DealRole | undefined;
  readonly state?: DealState | undefined;
  /** The position of the last deal of the page before. */
  readonly before: { readonly micros: number; readonly id: string } | undefined;
  readonly most: number;
}

/** The viewer's deals that fit, the newest first, and those of their listings that are shown, by id. */
export async function dealPage(
  viewer: Viewer,
  { role, state, before, most }: DealPageQuery,
): Promise<{ rows: (OrderRow & { micros: number })[]; shop: Map<string | null, CardRow> }> {
  const position = before
    ? sql`(created_at, id)
        < ('epoch'::timestamptz + ${before.micros}::bigint * interval '1 microsecond', ${before.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<OrderRow & { micros: number }>`
    select page.*, (extract(epoch from page.created_at) * 1000000)::bigint as micros,
      ${OTHER_PARTY}
    from (
      select ${COLUMNS}, ${reviewedBy(viewer.id)} from deals ${FIRST_ITEM}
      ${role ? dealsOf(viewer.id, role) : sql`where ${viewer.id}::uuid in (seller_id, buyer_id)`}
        and ${state ? sql`state = ${state}` : sql`true`} and ${position}
      order by created_at desc, id desc limit ${most}
    ) page
    left join profiles other on other.id = case page.seller_id when ${viewer.id}::uuid then page.buyer_id else page.seller_id end
    order by page.created_at desc, page.id desc
  `.execute(db());
  return { rows, shop: await inShop(rows) };
}

/**
 * Reads a deal of the viewer with all that its two people see.
 * @throws 404 no such deal, or not a deal of the viewer
 */
export async function wholeOrder(viewer: Viewer, id: string) {
  const row = isId(id) ? await orderRow(viewer.id, id) : undefined;
  const role = row && roleIn(viewer, { sellerId: row.seller_id, buyerId: row.buyer_id });
  if (!row || !role)
    throw new Refused("orders_gone", {}, { link: { to: href("/orders"), text: m.orders_all() } });
  const party = { id, role, agreed: row.state === "agreed", otherHere: row.other_username !== null };
  const items = await itemsOf(db(), id);
  const [shop, proposal, address] = await Promise.all([
    inShop(items),
    openProposal(db(), id),
    deliveryAddressOf(viewer, party),
  ]);
  return { row, role, items, shop, proposal, address };
}

/**
 * Returns a deal as the viewer sees it on its page.
 * @throws 404 no such deal, or not a deal of the viewer
 */
export async function order(viewer: Viewer, id: string): Promise<OrderWhole> {
  const { row, role, ...rest } = await wholeOrder(viewer, id);
  return presentWhole(row, role, rest);
}

async function orderRow(viewerId: string, id: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${COLUMNS}, ${reviewedBy(viewerId)}, ${OTHER_PARTY}
    from deals ${FIRST_ITEM}
    left join profiles other on other.id = case seller_id when ${viewerId}::uuid then buyer_id else seller_id end
    where deals.id = ${id} and ${viewerId}::uuid in (seller_id, buyer_id)
  `.execute(db());
  return rows[0];
}

/** The listings of these deals or items that still exist and are not hidden, by id. */
async function inShop(
  rows: readonly Pick<DealItem, "listing_type" | "listing_id">[],
): Promise<Map<string | null, CardRow>> {
  const keys = rows.flatMap(({ listing_type: type, listing_id: id }) => (id === null ? [] : [{ type, id }]));
  return new Map((await cardsByKey(keys)).map((row) => [row.id, row]));
}
