import { cartForLayout } from "#app/features/cart/cart.server.ts";
import { db } from "#app/platform/db.server.ts";
import { action } from "#app/routes/cart/item.route.ts";
import type { Person } from "./people.ts";
import type { Visitor } from "./visitor.ts";

type Key = { readonly type: string; readonly id: string };

/** In a form, `racket:ID` stands for a listing. */
export const listingValue = ({ type, id }: Key) => `${type}:${id}`;

export function pressCartButton(visitor: Visitor, { type, id }: Key, wanted = true) {
  return visitor.submit(action, "/cart/item", { type, id, cart: String(wanted) });
}

/** The cart as the loader of every page returns it. The visitor stores the cookies that the loader sets. */
export async function cartOnPage(visitor: Visitor): Promise<string[]> {
  const outcome = await visitor.run(async ({ request }: { request: Request }) => {
    const { cart, cookies } = await cartForLayout(request);
    return Response.json(cart, {
      headers: cookies.map((cookie): [string, string] => ["set-cookie", cookie]),
    });
  }, visitor.request("/"));
  return JSON.parse(String(outcome.data)) as string[];
}

/** The latest first. */
export async function accountCartIds(owner: Person["viewer"] | { id: string }): Promise<string[]> {
  const rows = await db()
    .selectFrom("cart_items")
    .select("listing_id")
    .where("user_id", "=", owner.id)
    .orderBy("added_at", "desc")
    .execute();
  return rows.map((row) => row.listing_id);
}
