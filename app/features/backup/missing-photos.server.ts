import pg from "pg";
import { pictureFiles } from "#app/features/photos/photo.ts";
import type { Storage } from "#app/platform/storage.server.ts";
import type { Progress } from "./dump.server.ts";
import { retried } from "./retried.server.ts";

const AT_ONCE = 50;

/** How many photos the database has, and the keys of those whose largest file is not in the storage. */
export async function missingPhotos(
  databaseUrl: string,
  storage: Storage,
  progress?: Progress,
): Promise<{ readonly photos: number; readonly missing: readonly string[] }> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "second-serve restore" });
  // The statement in progress has the error too.
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows: counted } = await client.query<{ photos: number }>(
      "select count(distinct key)::float8 as photos from photos",
    );
    const photos = counted[0]?.photos ?? 0;
    const missing: string[] = [];
    let checked = 0;
    for (let after = ""; ; ) {
      const { rows } = await client.query<{ key: string }>(
        "select distinct key from photos where key > $1 order by key limit $2",
        [after, AT_ONCE],
      );
      const stored = await Promise.all(
        rows.map(({ key }) => retried(() => storage.has(pictureFiles(key, false).at(-1) ?? ""))),
      );
      missing.push(...rows.flatMap(({ key }, at) => (stored[at] ? [] : [key])));
      checked += rows.length;
      if (rows.length > 0) progress?.("photos", checked / photos);
      if (rows.length < AT_ONCE) return { photos, missing };
      after = rows.at(-1)?.key ?? "";
    }
  } finally {
    await client.end();
  }
}
