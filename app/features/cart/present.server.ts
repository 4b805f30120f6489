import { randomUUID } from "node:crypto";
import { href } from "react-router";
import { bundleIn, bundlePrice } from "#app/domain/bundle.ts";
import { formatPrice } from "#app/domain/format.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { pickedText } from "#app/features/listings/picked.ts";
import { approximation, presentCard } from "#app/features/listings/present.server.ts";
import { statusText } from "#app/features/listings/summary.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { type CartItem, stateOf } from "./cart-store.ts";
import { messageAbout } from "./message.server.ts";
import { type CartItemRow, cartRows } from "./queries.server.ts";
import type { CartItemView, CartView, Cost, GoneView, RequestView, SellerGroup } from "./view.ts";

function unavailableText(row: CartItemRow): string | null {
  const state = stateOf(row);
  if (state === "blocked") return m.cart_blocked();
  if (state !== "available" && row.deal) return row.deal.open ? m.buy_done() : m.cart_bought();
  return statusText(state);
}

const orderPath = ({ deal }: CartItemRow) => deal && href("/orders/:dealId", { dealId: deal.id });

/** What the page of a reserved or sold listing says to the buyer. Null for everybody else. */
export async function presentOwnOrder(
  viewer: Viewer,
  listing: ListingKey,
): Promise<{ title: string; path: string } | null> {
  const [row] = await cartRows([listing], viewer);
  const path = row && orderPath(row);
  return row && path ? { title: unavailableText(row) ?? "", path } : null;
}

interface Shown {
  readonly row: CartItemRow;
  readonly view: CartItemView;
}

function costOf(cents: number): Cost {
  const locale = getLocale();
  return { price: formatPrice(cents, locale), approximately: approximation(cents, locale) };
}

interface GroupSum {
  readonly cents: number;
  /** The sum of the prices, without the seller's discount for several items. */
  readonly asked: number;
  readonly count: number;
}

function sumOfGroup(shown: readonly Shown[]): GroupSum {
  const buyable = shown.filter(({ view }) => view.unavailable === null);
  const asked = buyable.reduce((sum, { row }) => sum + row.price_cents, 0);
  const [first] = buyable;
  const cents = first ? bundlePrice(asked, buyable.length, bundleIn(first.row)) : 0;
  return { cents, asked, count: buyable.length };
}

function presentSum({ cents, asked, count }: GroupSum): CartView["sum"] {
  if (count === 0) return null;
  const before = asked === cents ? null : formatPrice(asked, getLocale());
  return { ...costOf(cents), count, before };
}

function presentItem(row: CartItemRow, viewer: Viewer | null): CartItemView | null {
  const card = presentCard(row, viewer);
  if (!card) return null;
  const { path, name, price, approximately, photo, available } = card;
  const item = pickedText({ type: row.type, id: row.id, at: null });
  const unavailable = unavailableText(row);
  const order = unavailable === null ? null : orderPath(row);
  return { item, path, name, price, approximately, photo, available, unavailable, order };
}

/** Returns the available items of a seller. A message about them is sent in the conversation about the first. */
export function askedAbout(rows: readonly CartItemRow[]): CartItemRow[] {
  return rows.filter((row) => stateOf(row) === "available");
}

function presentGroup(shown: readonly Shown[], viewer: Viewer | null, origin: string): SellerGroup | null {
  const [first] = shown;
  if (!first) return null;
  const { username, avatar_url } = first.row;
  const bundle = bundleIn(first.row);
  const buyable = shown.filter(({ view }) => view.unavailable === null).map(({ view }) => view);
  const rows = shown.map(({ row }) => row);
  const places = rows.map((row) => presentCard(row, viewer)?.place ?? null);
  return {
    username,
    avatarUrl: avatar_url,
    place: places.find((place) => place !== null) ?? null,
    items: shown.map(({ view }) => view),
    sum: presentSum(sumOfGroup(shown)),
    bundle: bundle && m.bundle_text(bundle),
    message: askedAbout(rows).length === 0 ? null : messageAbout(username, buyable, origin),
    clientId: randomUUID(),
  };
}

/** Groups a cart by seller, the newest item first. */
export function presentCart(
  items: readonly CartItem[],
  rows: readonly CartItemRow[],
  viewer: Viewer | null,
  origin: string,
): CartView {
  const rowByKey = new Map(rows.map((row) => [`${row.type} ${row.id}`, row]));
  const sellers = new Map<string, Shown[]>();
  const gone: GoneView[] = [];
  for (const { type, id, name } of items) {
    const row = rowByKey.get(`${type} ${id}`);
    const view = row && presentItem(row, viewer);
    if (view) sellers.set(row.user_id, [...(sellers.get(row.user_id) ?? []), { row, view }]);
    else gone.push({ item: pickedText({ type, id, at: null }), name: name ?? m.cart_gone_name() });
  }
  const all = [...sellers.values()].flat();
  const sums = [...sellers.values()].map(sumOfGroup);
  const total = (part: keyof GroupSum) => sums.reduce((sum, group) => sum + group[part], 0);
  return {
    groups: [...sellers.values()]
      .map((shown) => presentGroup(shown, viewer, origin))
      .filter((group) => group !== null),
    gone,
    sum: presentSum({ cents: total("cents"), asked: total("asked"), count: total("count") }),
    unavailableItems: [
      ...all.filter(({ view }) => view.unavailable !== null).map(({ view }) => view.item),
      ...gone.map(({ item }) => item),
    ],
  };
}

/** @param rows those of the requested items, among others */
export function presentRequests(
  requests: readonly { readonly roomId: string; readonly items: readonly ListingKey[] }[],
  rows: readonly CartItemRow[],
  viewer: Viewer | null,
): RequestView[] {
  return requests.flatMap(({ roomId, items }) => {
    const asked = items.flatMap(
      ({ type, id }) => rows.find((row) => row.type === type && row.id === id) ?? [],
    );
    const views = asked.map((row) => presentItem(row, viewer)).filter((view) => view !== null);
    return views.length > 0 ? [{ roomId, seller: asked[0]?.username ?? "", items: views }] : [];
  });
}
