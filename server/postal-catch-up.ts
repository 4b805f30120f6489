import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { COUNTRIES } from "#app/domain/place.ts";
import { placeListings, tryLockPostalCodes } from "./postal-listings.ts";
import {
  isMarked,
  lockMarks,
  parsePostalRegions,
  type ShippedFile,
  setMark,
  shippedFile,
  writeShipped,
} from "./postal-shipped.ts";

/** Lines; parsing a batch blocks the server for some 10 ms. */
const BATCH = 4_000;

async function inTurn(client: pg.Client, mark: string): Promise<void> {
  await client.query("begin");
  await lockMarks(client);
  await setMark(client, mark);
  await client.query("commit");
}

async function loadShipped(
  client: pg.Client,
  { csv, mark }: ShippedFile,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (await isMarked(client, mark)) return;
  const [header, ...lines] = csv.trimEnd().split("\n");
  for (let first = 0; first < lines.length; first += BATCH) {
    signal?.throwIfAborted();
    await writeShipped(client, parsePostalRegions([header, ...lines.slice(first, first + BATCH)].join("\n")));
  }
  await inTurn(client, mark);
}

/**
 * Loads postal areas and US ZIP codes of db/data, which would slow down a start, and moves the listings to their
 * coordinates. Does nothing when this edition was loaded before, or another server loads it. The next call repeats
 * interrupted work.
 * @throws the reason of the signal when it was aborted
 */
export async function catchUpPostalCodes(databaseUrl: string, signal?: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: "second-serve postal codes",
  });
  // Without a listener, a lost connection would end the process; the next query fails anyway.
  client.on("error", () => {});
  await client.connect();
  try {
    const regions = await shippedFile("postal-regions.csv");
    const files = [await shippedFile("postal-areas.csv"), await shippedFile("us-zip-codes.csv")];
    const edition = createHash("sha256").update([regions, ...files].map(({ mark }) => mark).join("\n"));
    const placed = `listings-placed ${edition.digest("hex")}`;
    if (await isMarked(client, placed)) return;
    if (!(await tryLockPostalCodes(client))) return;
    for (const file of files) await loadShipped(client, file, signal);
    await placeListings(client, COUNTRIES, { signal });
    await inTurn(client, placed);
  } finally {
    await client.end();
  }
}

/** Waits first, so as not to slow down the first visitors of a new shop. */
const AFTER_MS = 3_000;

/**
 * `catchUpPostalCodes` in the background. If it fails, the missing codes have only a region until the next start.
 */
export function catchUpSoon(databaseUrl: string): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = delay(AFTER_MS, undefined, { signal, ref: false })
    .then(() => catchUpPostalCodes(databaseUrl, signal))
    .catch((error: unknown) => {
      if (!signal.aborted)
        console.error("The postal codes are not loaded, the next start tries again:", error);
    });
  return {
    async stop() {
      stopping.abort();
      await work;
    },
  };
}
