import { sql } from "kysely";
import { expect, test } from "vitest";
import { lockListing, movePieces } from "#app/features/deals/pieces.server.ts";
import { writeStock } from "#app/features/listings/bulk.server.ts";
import { sellOne, setPriceAndQuantity } from "#app/features/listings/commands.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";

/** Each of these listings is one round in each of these steps. */
const LISTINGS = 50;
const STEPS = 20;

let shop: Person;
openDatabase(async () => {
  shop = await person("shop");
});

/** Numbers from 0 to 1, the same in each run of the test (mulberry32). */
function numbers(): () => number {
  let state = 2_026;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The last piece of something, and who knows about it. */
interface Article {
  readonly key: { readonly type: string; readonly id: string };
  readonly sku: string;
  /** In the shop. */
  pieces: number;
  /** As the shop's own system says, and its feed. */
  there: number;
  /** Sold here, of which that system was not told. */
  untold: number;
  sold: number;
  boughtIn: number;
}

/** Imports a file or feed with a row for each article. */
function imports(
  articles: readonly Article[],
  kind: "feed" | "ours",
  quantityOf: (article: Article) => number,
): Promise<unknown> {
  const columns = new Set(["name", "price", "type", "sku", "quantity"]);
  const rows = articles.map((article) => {
    const { key, sku } = article;
    const input = {
      name: sku,
      brand: null,
      description: "",
      priceCents: 12_000,
      place: null,
      model: null,
      attributes: {},
    };
    const common = { type: key.type, input, centre: null, modelId: null, quantity: quantityOf(article) };
    return kind === "ours"
      ? { ...common, id: key.id, rowKey: null }
      : { ...common, id: null, rowKey: `sku:${sku}` };
  });
  return inTransaction((trx) => writeStock(trx, shop.viewer.id, rows, { what: "update", columns }));
}

/** Whether a piece was sold by "Buy Now", as its command and the seller's confirmation take it. */
function buys({ key }: Article): Promise<boolean> {
  return inTransaction(async (trx) => {
    const listing = await lockListing(trx, key);
    if (!listing || listing.quantity - listing.reserved < 1) return false;
    const items = [{ listing_type: key.type, listing_id: key.id, pieces: 1 }];
    const requested = { state: "open", sellerConfirmed: false } as const;
    await movePieces(trx, items, null, requested);
    await movePieces(trx, items, requested, { state: "open", sellerConfirmed: true });
    return true;
  });
}

/** Whether a piece was sold in the stock table. */
async function sells({ key }: Article): Promise<boolean> {
  try {
    await sellOne(shop.viewer, key);
    return true;
  } catch (error) {
    if (error instanceof Refused && error.reason === "stock_none_left") return false;
    throw error;
  }
}

test(`the last piece is sold once, in ${LISTINGS * STEPS} rounds of a feed, files, the stock table and Buy Now`, {
  timeout: 120_000,
}, async () => {
  const next = numbers();
  const chance = (part: number) => next() < part;
  const articles: Article[] = [];
  for (let n = 0; n < LISTINGS; n += 1) {
    const [sku, key] = [`B-${n}`, await racketOf(shop, { name: `B-${n}` })];
    await updateRows("listings", { id: key.id }, { row_key: `sku:${sku}`, brand: null });
    articles.push({ key, sku, pieces: 1, there: 1, untold: 0, sold: 0, boughtIn: 1 });
  }
  const there = (article: Article) => article.there;
  for (let step = 0; step < STEPS; step += 1) {
    for (const article of articles) {
      if (chance(0.5)) {
        article.there -= article.untold;
        article.untold = 0;
      }
      const isTold = article.untold === 0;
      // Sold at the counter, or bought in.
      if (isTold && article.pieces === 1 && chance(0.1)) {
        Object.assign(article, { pieces: 0, there: 0, sold: article.sold + 1 });
      } else if (isTold && article.pieces === 0 && chance(0.6)) {
        // The feed has once said that there is none.
        Object.assign(article, { there: 0 });
      }
    }
    await imports(articles, "feed", there);
    for (const article of articles) {
      if (article.pieces + article.there + article.untold > 0 || !chance(0.8)) continue;
      Object.assign(article, { pieces: 1, there: 1, boughtIn: article.boughtIn + 1 });
    }
    // What a file of ours says, that was made before the sales of this step.
    const before = new Map(articles.map((article) => [article, article.pieces]));
    const ofBefore = (article: Article) => before.get(article) ?? 0;
    const sales = articles.map((article) =>
      Promise.all([
        chance(0.5) ? buys(article) : false,
        chance(0.4) ? sells(article) : false,
        chance(0.3) ? buys(article) : false,
        // A table that was opened long ago.
        chance(0.1) &&
          setPriceAndQuantity(shop.viewer, article.key, { quantity: 2 }, { quantity: 1 }).then(() => false),
      ]),
    );
    const files = [
      imports(articles, "feed", there),
      imports(articles, "ours", ofBefore),
      imports(articles, "feed", there),
    ];
    const counts = (await Promise.all(sales)).map((some) => some.filter(Boolean).length);
    await Promise.all(files);
    for (const [n, article] of articles.entries()) {
      const count = counts[n] ?? 0;
      expect(count, `sold of ${article.sku} in step ${step}`).toBeLessThanOrEqual(article.pieces);
      article.pieces -= count;
      article.untold += count;
      article.sold += count;
    }
    // What was sold stays sold, also when all is repeated.
    await imports(articles, "feed", there);
    await imports(articles, "ours", ofBefore);
    const rows = await findRows("listings", { user_id: shop.viewer.id }, ["id", "quantity"]);
    for (const { id, quantity } of rows) {
      const article = articles.find(({ key }) => key.id === id);
      expect(quantity, `${article?.sku} on sale after step ${step}`).toBeLessThanOrEqual(
        article?.pieces ?? 0,
      );
      expect(quantity).toBeGreaterThanOrEqual(0);
    }
    await sql`delete from rate_limits`.execute(db());
  }
  for (const { sold, pieces, boughtIn } of articles) expect(sold + pieces).toBe(boughtIn);
  expect(articles.reduce((sum, { boughtIn }) => sum + boughtIn, 0)).toBeGreaterThan(3 * LISTINGS);
});
