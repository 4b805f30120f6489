import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import pg from "pg";
import { MODEL_FILES, type ModelFiles, parseModels, type ShippedModels } from "./models-shipped.ts";

const FOLDER = path.dirname(createRequire(import.meta.url).resolve("#db/data/models/aliases.csv"));

export async function modelFiles(): Promise<{ readonly files: ModelFiles; readonly digest: string }> {
  const read = async (name: string) => [name, await readFile(path.join(FOLDER, name), "utf8")] as const;
  const texts = await Promise.all(MODEL_FILES.map(read));
  const digest = hash("sha256", JSON.stringify(texts));
  return { files: Object.fromEntries(texts), digest };
}

export interface ModelsReport {
  /** Added or changed models. */
  readonly written: number;
  readonly retired: number;
  /** All models of the files. */
  readonly total: number;
}

async function isCurrent(client: pg.ClientBase, digest: string): Promise<boolean> {
  const { rows } = await client.query<{ digest: string }>(
    "select digest from model_editions order by imported_at desc limit 1",
  );
  return rows[0]?.digest === digest;
}

async function write(client: pg.ClientBase, { models, aliases }: ShippedModels): Promise<ModelsReport> {
  const written = await client.query(
    `insert into models (type, slug, brand, name, generation, specs, confidence, source)
     select * from jsonb_to_recordset($1::jsonb)
       as row (type text, slug text, brand text, name text, generation text, specs jsonb, confidence text, source text)
     on conflict (type, slug) do update
       set brand = excluded.brand, name = excluded.name, generation = excluded.generation, specs = excluded.specs,
         confidence = excluded.confidence, source = excluded.source, retired_at = null
       where (models.brand, models.name, models.generation, models.specs, models.confidence, models.source)
         is distinct from (excluded.brand, excluded.name, excluded.generation, excluded.specs, excluded.confidence,
           excluded.source)
         or models.retired_at is not null`,
    [JSON.stringify(models)],
  );
  const retired = await client.query(
    `update models set retired_at = now()
     where retired_at is null and not (type, slug) in (select * from unnest($1::text[], $2::text[]))`,
    [models.map(({ type }) => type), models.map(({ slug }) => slug)],
  );
  await client.query("delete from model_aliases");
  await client.query(
    `insert into model_aliases (type, alias, brand, names)
     select * from jsonb_to_recordset($1::jsonb) as row (type text, alias text, brand text, names text[])`,
    [JSON.stringify(aliases)],
  );
  return { written: written.rowCount ?? 0, retired: retired.rowCount ?? 0, total: models.length };
}

/**
 * Imports an edition, once even when several servers start together. A model that is missing in the files is retired,
 * and restored when it is back.
 * @returns null when this edition is current already
 * @throws StartupError for a fault in the files; then nothing is changed
 */
export async function importModels(
  client: pg.ClientBase,
  { files, digest }: { readonly files: ModelFiles; readonly digest: string },
): Promise<ModelsReport | null> {
  if (await isCurrent(client, digest)) return null;
  const shipped = parseModels(files);
  await client.query("begin");
  try {
    await client.query("select pg_advisory_xact_lock(hashtextextended('models', 0))");
    if (await isCurrent(client, digest)) {
      await client.query("rollback");
      return null;
    }
    const report = await write(client, shipped);
    await client.query(
      `insert into model_editions (digest) values ($1)
       on conflict (digest) do update
         set imported_at = clock_timestamp(), linked_type = null, linked_id = null, linked_at = null`,
      [digest],
    );
    await client.query("commit");
    return report;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

export async function loadModels(databaseUrl: string): Promise<ModelsReport | null> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await importModels(client, await modelFiles());
  } finally {
    await client.end();
  }
}
