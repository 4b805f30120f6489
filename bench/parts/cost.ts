import { setTimeout as delay } from "node:timers/promises";
import { hashPhotos } from "#app/features/photos/jobs.server.ts";
import { processorSeconds } from "../measure.ts";
import { pageRows } from "../pages-cost.ts";
import { atMost, ms, type Part, type Row } from "../report.ts";
import { openShop } from "../shop.ts";

const REST_SECONDS = 60;
/** The most processor time, in milliseconds a second, of a server without visitors. */
const REST_MS = 1;

export const cost: Part = async () => [await restRow(), ...(await pageRows())];

async function restRow(): Promise<Row> {
  await using shop = await openShop();
  // The job that does this runs each ten minutes, and would find the pictures of the demo.
  await hashPhotos();
  const before = processorSeconds(shop.child.pid);
  await delay(REST_SECONDS * 1_000);
  const rest = ((processorSeconds(shop.child.pid) - before) * 1_000) / REST_SECONDS;
  return {
    what: "at rest, processor time a second, database included",
    against: `${REST_MS} ms`,
    ratio: rest / REST_MS,
    budget: atMost(1, 0.5),
    figures: `${ms(rest)} a second over ${REST_SECONDS} seconds`,
  };
}
