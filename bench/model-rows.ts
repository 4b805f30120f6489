import { sql } from "kysely";
import { racket } from "#app/domain/categories/racket.ts";
import type { Model } from "#app/domain/models/model.ts";
import { alikeRows, closestTo, twinsOf } from "#app/features/model-pages/alike.server.ts";
import { modelsOnOffer, offersOfModel, sourceOf } from "#app/features/model-pages/queries.server.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { db } from "#app/platform/db.server.ts";
import { bareKeyReader } from "./key-reader.ts";
import { median, milliseconds, quantile } from "./measure.ts";
import { ms, type Row } from "./report.ts";
import { use } from "./stocked.ts";

const DRAWN = 60;

interface LinkedListing {
  readonly id: string;
  readonly user_id: string;
  readonly model_id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Random rackets that name a model and say their grip and weight, the same ones each time. */
async function linkedListings(): Promise<readonly LinkedListing[]> {
  const { rows } = await sql<LinkedListing>`
    select id, user_id, model_id, attributes from rackets
    where model_id is not null and attributes ? 'gripsize' and attributes ? 'weight'
    order by hashtext(id::text) limit ${DRAWN}
  `.execute(db());
  return rows;
}

async function readModelPage(model: Model): Promise<void> {
  const [, , closest] = await Promise.all([
    offersOfModel(racket, model.id),
    sourceOf(model),
    closestTo(racket, model),
  ]);
  await modelsOnOffer(racket, closest);
}

/** Compares the queries for pages of models, for twins and for rackets that play alike with reads by key. */
export async function modelRows(url: string, folder: string): Promise<Row[]> {
  await use(url, folder);
  const drawn = await linkedListings();
  const { byId } = await catalogueFor(racket);
  const bare = await bareKeyReader(url);
  for (const { id } of drawn) await bare.read(id);

  async function row(what: string, run: (listing: LinkedListing) => Promise<unknown>): Promise<Row> {
    const [times, keys]: [number[], number[]] = [[], []];
    for (const listing of drawn) {
      // Loads the database pages into memory first, since the budget is for a running shop.
      await run(listing);
      times.push(await milliseconds(() => run(listing)));
      keys.push(await milliseconds(() => bare.read(listing.id)));
    }
    const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
    return {
      what: `${what}, 1,000,000 listings, p50`,
      against: "p50 of a bare prepared read by primary key",
      ratio: median(times) / median(keys),
      budget: { at: "most", limit: 60, goal: 30 },
      figures: `p50 ${ms(p50)}, p99 ${ms(p99)} of ${times.length}; ${byId.size.toLocaleString("en")} models; read by key ${ms(median(keys))}`,
    };
  }

  const compared = ({ id, model_id, attributes }: LinkedListing) => ({ id, modelId: model_id, attributes });
  const rows = [
    await row("the page of a model", async ({ model_id }) => {
      const model = byId.get(model_id);
      if (model) await readModelPage(model);
    }),
    await row("twins of a racket", (listing) => twinsOf(racket, compared(listing), null)),
    await row("what plays as a racket does, and its twins", (listing) =>
      alikeRows(racket, compared(listing), null, listing.user_id),
    ),
  ];
  await bare.end();
  return rows;
}
