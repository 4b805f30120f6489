import { sql } from "kysely";
import { db } from "./db.server.ts";
import type { JobHandlers } from "./jobs.server.ts";
import { storage } from "./storage.server.ts";

/** After the last server said that it runs a version, tabs that were opened with it find its files for this long. */
const KEPT_DAYS = 14;

const keyOf = (build: string) => `client/${build}`;

/**
 * Says that a server runs this build, and stores its files unless they are stored. Several servers may do so at the same
 * time. The row stays locked until the files are stored, so that `deleteOldBuilds` does not delete them meanwhile.
 * @param files the paths of their URLs
 * @param content makes one of all files; it is called when the build is not stored
 */
export async function nameBuild(
  build: string,
  files: readonly string[],
  content: () => Uint8Array<ArrayBuffer>,
): Promise<void> {
  await db()
    .transaction()
    .execute(async (trx) => {
      await trx
        .insertInto("client_builds")
        .values({ build, files: [...files] })
        .onConflict((conflict) => conflict.column("build").doUpdateSet({ named_at: sql`now()` }))
        .execute();
      const key = keyOf(build);
      if (!(await storage().has(key))) await storage().put(key, content(), "application/octet-stream");
    });
}

/** The stored builds that are not among `read`, with the paths of their files. Those that ran last come last. */
export function buildsBeside(read: readonly string[]): Promise<{ build: string; files: string[] }[]> {
  return db()
    .selectFrom("client_builds")
    .select(["build", "files"])
    .where(sql<boolean>`build <> all(${read})`)
    .orderBy("named_at")
    .execute();
}

/** All files of a build, as `nameBuild` stored them; null when the storage does not have it. */
export async function storedBuild(build: string): Promise<Buffer | null> {
  const stored = await storage().get(keyOf(build));
  return stored && Buffer.from(await new Response(stored.body).arrayBuffer());
}

/** Deletes the builds that no server has run for KEPT_DAYS. */
export async function deleteOldBuilds(now = new Date()): Promise<void> {
  await db()
    .transaction()
    .execute(async (trx) => {
      const old = await trx
        .deleteFrom("client_builds")
        .where("named_at", "<", new Date(now.getTime() - KEPT_DAYS * 24 * 3_600_000))
        .returning("build")
        .execute();
      for (const { build } of old) await storage().delete(keyOf(build));
    });
}

export const clientBuildJobs: JobHandlers = {
  "client-builds-sweep": { work: () => deleteOldBuilds(), cron: "53 4 * * *" },
};
