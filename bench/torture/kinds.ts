import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";
import { storeDeal } from "#tests/support/orders.ts";
import { insertRows } from "#tests/support/rows.ts";
import { type Asked, apiCall, formCall } from "./client.ts";
import { inParts, type Member, members, racketsOf } from "./people.ts";

/** A write that a client sends, and sends again with the same id until it knows the outcome. */
export interface Write {
  readonly kind: string;
  /** By which its effects are found. */
  readonly id: string;
  readonly asked: Asked;
}

/** One kind of write, through a public door. */
interface Kind {
  /** Writes that nobody has sent yet, with all that they are about. */
  make(count: number, origin: string): Promise<Write[]>;
  /** The ids of writes of this kind, once for each time that they took effect. */
  effects(): Promise<string[]>;
}

/** Fewer than the strictest limit that a person meets: requests to buy, of which three may be open. */
const WRITES_EACH = 3;

interface Trade {
  readonly seller: Member;
  readonly buyer: Member;
  readonly listing: string;
}

/** A seller, a buyer and a listing for each trade. */
async function trades(count: number): Promise<Trade[]> {
  const made = await members(2 * Math.ceil(count / WRITES_EACH));
  const pair = (n: number) => made.slice(2 * Math.floor(n / WRITES_EACH)) as [Member, Member];
  const pairs = Array.from({ length: count }, (_, n) => pair(n));
  const listings = await racketsOf(pairs.map(([seller]) => seller));
  return pairs.map(([seller, buyer], n) => ({ seller, buyer, listing: listings[n] ?? "" }));
}

/** Writes of a kind, one for each trade. */
function maker(kind: string, asked: (trade: Trade, id: string, origin: string) => Asked | Promise<Asked>) {
  return async (count: number, origin: string): Promise<Write[]> => {
    const writes: Write[] = [];
    for (const trade of await trades(count)) {
      const id = randomUUID();
      writes.push({ kind, id, asked: await asked(trade, id, origin) });
    }
    return writes;
  };
}

async function idsOf(query: ReturnType<typeof sql<{ id: string }>>): Promise<string[]> {
  return (await query.execute(db())).rows.map(({ id }) => id);
}

const message: Kind = {
  async make(count, origin) {
    const rooms = (await trades(count)).map((trade) => ({ trade, id: randomUUID() }));
    await inParts(rooms, (part) =>
      insertRows(
        "chat_rooms",
        part.map(({ id, trade: { seller, buyer, listing } }) => {
          const about = { listing_type: "racket", listing_id: listing, listing_name: "Blade 98" };
          return { id, ...about, seller_id: seller.id, buyer_id: buyer.id };
        }),
      ),
    );
    return rooms.map(({ id: room, trade: { buyer } }) => {
      const clientId = randomUUID();
      const fields = { clientId, message: "Is it still there?" };
      return {
        kind: "message",
        id: clientId,
        asked: formCall(buyer, origin, `/chat/rooms/${room}/messages`, fields),
      };
    });
  },
  effects: () => idsOf(sql`select client_id as id from chat_messages`),
};

const BALLS = { balls_per_can: "4", packaging_type: "can", shipping: "Shipping" };

/** The id stands in its text, because the shop chooses the id of a listing. */
const listing: Kind = {
  make: maker("listing", ({ seller }, id) => {
    const body = { listing_type: "ball", name: "Balls", brand: "Head", price: 5, description: id, ...BALLS };
    return apiCall(seller, "POST", "/listings", body, id);
  }),
  effects: () => idsOf(sql`select description as id from listings where type = 'ball'`),
};

/** What a listing costs says which write changed it, so each has its own. */
const price: Kind = {
  make: maker("price", ({ seller, listing }, id) =>
    apiCall(seller, "PATCH", `/my/listings/racket/${listing}`, { price: 111, description: id }, id),
  ),
  effects: () => idsOf(sql`select description as id from listings where price_cents = 11100`),
};

const favorite: Kind = {
  async make(count) {
    const made = await trades(count);
    return made.map(({ buyer, listing }) => {
      const id = `${buyer.id} ${listing}`;
      return { kind: "favourite", id, asked: apiCall(buyer, "PUT", `/favorites/racket/${listing}`) };
    });
  },
  effects: () => idsOf(sql`select user_id || ' ' || listing_id as id from favorites`),
};

const offer: Kind = {
  make: maker("offer", ({ buyer, listing }, id) =>
    apiCall(buyer, "POST", "/offers", {
      id,
      listing_type: "racket",
      listing_id: listing,
      price: 100,
      note: "",
    }),
  ),
  // Each is told by one message.
  effects: () => idsOf(sql`select o.id from offers o join chat_messages m on m.offer_id = o.id`),
};

const purchase: Kind = {
  make: maker("purchase", ({ buyer, listing }, id) =>
    apiCall(buyer, "POST", "/purchases", { id, listing_type: "racket", listing_id: listing, price: 120 }),
  ),
  // Each reserves one piece.
  effects: () =>
    idsOf(sql`
      select d.id from deals d join deal_items i on i.deal_id = d.id join listings l on l.id = i.listing_id
      cross join lateral generate_series(1, l.reserved) where d.lapses_at is not null
    `),
};

const search: Kind = {
  make: maker("saved search", ({ buyer }, id) =>
    apiCall(buyer, "POST", "/saved-searches", { address: `/search?q=${id}`, name: id }),
  ),
  effects: () => idsOf(sql`select name as id from saved_searches`),
};

const review: Kind = {
  make: maker("review", async ({ seller, buyer }, id) => {
    const at = new Date(Date.now() - 2 * 86_400_000);
    const deal = await storeDeal({
      ...{ seller_id: seller.id, buyer_id: buyer.id, price_cents: 9_000, state: "received" },
      ...{ seller_confirmed_at: at, buyer_confirmed_at: at, given_at: at, received_at: at },
    });
    return apiCall(buyer, "PUT", `/deals/${deal}/review`, { rating: 5, comment: id });
  }),
  effects: () => idsOf(sql`select comment as id from user_reviews`),
};

export const KINDS: Readonly<Record<string, Kind>> = {
  ...{ message, listing, price, favourite: favorite, offer, purchase, "saved search": search, review },
};

/** So many writes of each kind, the kinds in turn. */
export async function writesOfAll(each: number, origin: string): Promise<Write[]> {
  const kinds: Write[][] = [];
  for (const kind of Object.values(KINDS)) kinds.push(await kind.make(each, origin));
  return Array.from({ length: each }, (_, n) => kinds.flatMap((writes) => writes[n] ?? [])).flat();
}

/** How often each of these writes took effect. */
export async function effectsOf(writes: readonly Write[]): Promise<Map<Write, number>> {
  const counts = new Map<string, number>();
  for (const [kind, { effects }] of Object.entries(KINDS))
    for (const id of await effects()) counts.set(`${kind} ${id}`, (counts.get(`${kind} ${id}`) ?? 0) + 1);
  return new Map(writes.map((write) => [write, counts.get(`${write.kind} ${write.id}`) ?? 0]));
}
