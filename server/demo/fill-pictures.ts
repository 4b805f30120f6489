/**
 * Renders the AVIF files of db/data/demo/pictures like uploaded photos, after the server has started: first the
 * requested ones. So the first start is quick, and each start continues where the last one was interrupted.
 */
import { readFile } from "node:fs/promises";
import { hasPictures, lockFiles, putPictures } from "#app/features/photos/files.server.ts";
import { type Renderer, startRenderer } from "#app/features/photos/renderer.server.ts";
import { db } from "#app/platform/db.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { pictureFile, pictures } from "./data.ts";

/** Requests have priority over rendering. */
const NICE = 10;

export interface DemoPictures {
  /**
   * Resolves when the picture of this key is stored or has failed, or at once when it is no missing demo picture. Never
   * rejects.
   */
  ready(key: string): Promise<void>;
  readonly finished: Promise<void>;
  /** The next start renders the missing pictures. */
  stop(): Promise<void>;
}

async function renderAndStore(renderer: Renderer, key: string, file: string): Promise<void> {
  if (await hasPictures(key)) return;
  const rendered = await renderer.webp(new Uint8Array(await readFile(file)));
  await db()
    .transaction()
    .execute(async (trx) => {
      // Waits for a deletion of this photo, after which nobody would delete new files.
      await lockFiles(trx, key);
      const needed = await trx.selectFrom("photos").select("id").where("key", "=", key).executeTakeFirst();
      if (needed) await putPictures(key, rendered.pictures, "webp");
    });
}

/**
 * The keys in the order in which visitors will probably request them: the main photos of the newest listings of each
 * category first.
 */
async function wantedKeys(keys: readonly string[]): Promise<string[]> {
  const rows = await db()
    .selectFrom("photos")
    .select("key")
    .where("key", "in", keys)
    .orderBy("position")
    .orderBy(({ fn }) =>
      fn
        .agg<number>("row_number")
        .over((over) => over.partitionBy(["listing_type", "position"]).orderBy("created_at", "desc")),
    )
    .execute();
  return [...new Set(rows.map(({ key }) => key))];
}

export async function fillDemoPictures(): Promise<DemoPictures> {
  const files = new Map(pictures().map(({ key, file }) => [key, pictureFile(file)]));
  const missing = new Set(await wantedKeys([...files.keys()]));
  const rendering = new Map<string, Promise<void>>();
  const renderer = startRenderer(NICE);
  let stopped = false;

  function rendered(key: string): Promise<void> {
    const file = files.get(key);
    const running = rendering.get(key);
    if (running || file === undefined || stopped) return running ?? Promise.resolve();
    const work = renderAndStore(renderer, key, file)
      .then(() => void missing.delete(key))
      .catch((error: unknown) => {
        if (!stopped) logger.error({ err: error, key }, "demo picture failed");
      })
      .finally(() => rendering.delete(key));
    rendering.set(key, work);
    return work;
  }

  // Requested pictures are rendered two at a time, because each takes 25 MB of memory.
  const lanes = [Promise.resolve(), Promise.resolve()];
  let turn = 0;
  function ready(key: string): Promise<void> {
    if (!missing.has(key)) return Promise.resolve();
    turn = (turn + 1) % lanes.length;
    const work = (lanes[turn] ?? Promise.resolve()).then(() =>
      missing.has(key) ? rendered(key) : undefined,
    );
    lanes[turn] = work;
    return work;
  }

  async function fill(): Promise<void> {
    for (const key of [...missing]) {
      await Promise.all(lanes);
      if (stopped) break;
      if (missing.has(key)) await rendered(key);
    }
  }

  const finished = fill();
  return {
    ready,
    finished,
    async stop() {
      stopped = true;
      renderer.close();
      await Promise.all([finished, ...lanes, ...rendering.values()]);
    },
  };
}
