import pg from "pg";
import {
  isMarked,
  lockMarks,
  parsePostalRegions,
  setMark,
  shippedFile,
  writeShipped,
} from "./postal-shipped.ts";

/**
 * Loads db/data/postal-regions.csv if it has changed, once even when several servers start. Afterwards each existing
 * code has at least a region.
 * @returns how many regions the file has; 0 when it had not changed
 */
export async function loadPostalRegions(databaseUrl: string): Promise<number> {
  const { csv, mark } = await shippedFile("postal-regions.csv");
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    if (await isMarked(client, mark)) return 0;
    const regions = parsePostalRegions(csv);
    await client.query("begin");
    await lockMarks(client);
    if (await isMarked(client, mark)) return 0;
    await writeShipped(client, regions);
    await setMark(client, mark);
    await client.query("commit");
    return regions.length;
  } finally {
    // An open transaction ends with its connection.
    await client.end();
  }
}
