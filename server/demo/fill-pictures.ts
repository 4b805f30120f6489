/**
 * The demo shop's pictures are painted after the server listens: first those that somebody is looking at, then the
 * rest. So the first start is quick, and an interrupted one goes on where it was.
 */
import { hasPictures, lockFiles, putPictures } from "#app/features/photos/files.server.ts";
import { PHOTO_WIDTHS } from "#app/features/photos/photo.ts";
import { sizeWithin } from "#app/features/photos/rules.ts";
import { db } from "#app/platform/db.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { allScenes } from "./listing.ts";
import { type Painter, startPainter } from "./painter.ts";
import { PICTURE, type Scene } from "./picture.ts";

export interface DemoPictures {
  /** Resolves once the picture of this key is stored, or at once when it is none of ours. Never rejects. */
  ready(key: string): Promise<void>;
  /** Resolves when there is nothing left to paint. */
  readonly finished: Promise<void>;
  /** At once: what is missing is painted after the next start. */
  stop(): Promise<void>;
}

async function webpOf(painter: Painter, scene: Scene) {
  const bodies = await painter.paint(
    scene,
    PHOTO_WIDTHS.map((width) => sizeWithin(width, PICTURE)),
  );
  return PHOTO_WIDTHS.map((width, index) => ({ width, body: bodies[index] ?? new Uint8Array() }));
}

async function paintAndStore(painter: Painter, key: string, scene: Scene): Promise<void> {
  if (await hasPictures(key)) return;
  const pictures = await webpOf(painter, scene);
  await db()
    .transaction()
    .execute(async (trx) => {
      // Not while the photo is deleted, or its files would stay for ever.
      await lockFiles(trx, key);
      const needed = await trx.selectFrom("photos").select("id").where("key", "=", key).executeTakeFirst();
      if (needed) await putPictures(key, pictures, "webp");
    });
}

/**
 * Pictures in the order that they will be looked for: what a card shows first; the newest of each category, so that
 * every category's first page comes before anybody's second.
 */
async function wantedKeys(scenes: ReadonlyMap<string, Scene>): Promise<string[]> {
  const rows = await db()
    .selectFrom("photos")
    .select("key")
    .where("key", "in", [...scenes.keys()])
    .orderBy("position")
    .orderBy(({ fn }) =>
      fn
        .agg<number>("row_number")
        .over((over) => over.partitionBy(["listing_type", "position"]).orderBy("created_at", "desc")),
    )
    .execute();
  return [...new Set(rows.map(({ key }) => key))];
}

/** Begins to paint what is missing of the demo shop's pictures. */
export async function fillDemoPictures(): Promise<DemoPictures> {
  const scenes = allScenes();
  const missing = new Set(await wantedKeys(scenes));
  const painting = new Map<string, Promise<void>>();
  const painter = startPainter();
  let stopped = false;

  function painted(key: string): Promise<void> {
    const scene = scenes.get(key);
    const begun = painting.get(key);
    if (begun || !scene || stopped) return begun ?? Promise.resolve();
    const work = paintAndStore(painter, key, scene)
      .then(() => void missing.delete(key))
      .catch((error: unknown) => {
        if (!stopped) logger.error({ err: error, key }, "demo picture failed");
      })
      .finally(() => painting.delete(key));
    painting.set(key, work);
    return work;
  }

  // Two lanes for what is asked for, or a page of cards would hold 25 MB for each of them at once.
  const lanes = [Promise.resolve(), Promise.resolve()];
  let turn = 0;
  function ready(key: string): Promise<void> {
    if (!missing.has(key)) return Promise.resolve();
    turn = (turn + 1) % lanes.length;
    const work = (lanes[turn] ?? Promise.resolve()).then(() => (missing.has(key) ? painted(key) : undefined));
    lanes[turn] = work;
    return work;
  }

  async function fill(): Promise<void> {
    for (const key of [...missing]) {
      await Promise.all(lanes);
      if (stopped) break;
      if (missing.has(key)) await painted(key);
    }
  }

  const finished = fill();
  return {
    ready,
    finished,
    async stop() {
      stopped = true;
      painter.close();
      await Promise.all([finished, ...lanes, ...painting.values()]);
    },
  };
}
