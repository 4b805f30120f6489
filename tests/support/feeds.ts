import type { RequestListener } from "node:http";
import { runFeed } from "#app/features/stock/feeds/run.server.ts";
import { processUploads } from "#app/features/stock/upload/work.server.ts";
import { type AllowedHosts, PUBLIC_HOSTS } from "#app/platform/public-hosts.server.ts";
import type { Person } from "./people.ts";
import { httpHost } from "./picture-hosts.ts";
import { findRow, findRows, insertRow, updateRows } from "./rows.ts";

const { signal } = new AbortController();

export const stockLine = (sku: string, quantity: number | string = 1, price: number | string = 100) =>
  `Blade ${sku},${price},racket,Wilson,Good,${sku},${quantity}`;

export const feedFile = (...rows: readonly string[]) =>
  ["name,price,type,brand,condition,sku,quantity", ...rows].join("\n");

/** A host of feeds on loopback. Call `closeHostsAfterwards` at the top of the file. */
export async function openFeedHost() {
  let answer: RequestListener = (_, response) => response.writeHead(404).end();
  const { url, port } = await httpHost((request, response) => answer(request, response));
  const allowed: AllowedHosts = {
    ...PUBLIC_HOSTS,
    refusal: (address, at) =>
      address === "127.0.0.1" && at === port ? null : PUBLIC_HOSTS.refusal(address, at),
    resolve: async () => ["127.0.0.1"],
  };
  return {
    url: `${url}/stock.csv`,
    port,
    allowed,
    answers(listener: RequestListener): void {
      answer = listener;
    },
    serves(file: string): void {
      answer = (_, response) => response.end(file);
    },
    /** Takes the next step of a feed. */
    step: (feed: string) => runFeed(feed, signal, allowed),
  };
}

export type FeedHost = Awaited<ReturnType<typeof openFeedHost>>;

export async function feedOn(host: FeedHost, owner: Person, more: object = {}): Promise<string> {
  return (await insertRow("feeds", { user_id: owner.viewer.id, url: host.url, every_hours: 6, ...more })).id;
}

/** Runs a feed from its beginning to its end. */
export async function runWhole(host: FeedHost, owner: Person, feed: string) {
  await updateRows("feeds", { id: feed }, { next_at: new Date(0) });
  await host.step(feed);
  await processUploads(owner.viewer.id, signal);
  await host.step(feed);
  return newestRun(feed);
}

export async function newestRun(feed: string) {
  const runs = await findRows("feed_runs", { feed_id: feed }, [
    ...(["id", "state", "fault", "created", "updated", "kept", "failed", "gone", "withdrawn"] as const),
    ...(["spared", "started_at", "upload_id"] as const),
  ]);
  return runs.toSorted((one, other) => Number(other.started_at) - Number(one.started_at))[0];
}

export const feedWithId = (id: string) => findRow("feeds", { id });

/** The SKUs of a shop that are on sale. */
export async function skusOnSale(owner: Person): Promise<readonly string[]> {
  const rows = await findRows("listings", { user_id: owner.viewer.id }, ["row_key", "quantity"]);
  return rows.flatMap(({ row_key, quantity }) => (quantity > 0 ? [row_key?.slice(4) ?? ""] : [])).sort();
}
