import { movePools } from "./checked-pool.server.ts";
import { NO_PRIMARY, type Primary, primaryFirst } from "./database-primary.server.ts";
import { hostOf } from "./database-url.server.ts";
import { configure, env } from "./env.server.ts";
import { logger } from "./log.server.ts";

let current: Primary = NO_PRIMARY;

/** Whether a database with this identifier is a copy of the primary. */
export function isCopy(cluster: string): boolean {
  return current.cluster === undefined || cluster === current.cluster;
}

/**
 * Asks the databases of DATABASE_URL and DATABASE_REPLICA_URLS which is the primary now, after the one in use failed or
 * another was promoted. All pools then open their connections there.
 */
export async function findPrimary(): Promise<void> {
  const { databaseUrl = "", databaseReplicaUrls } = env();
  const { urls, primary } = await primaryFirst([databaseUrl, ...databaseReplicaUrls], current);
  // Another call may have found it meanwhile.
  if (env().databaseUrl !== databaseUrl) return;
  current = primary;
  const [moved = "", ...others] = urls;
  if (moved === databaseUrl) return;
  configure({ ...env(), databaseUrl: moved, databaseReplicaUrls: others });
  movePools(databaseUrl, moved);
  logger.warn({ host: hostOf(moved) }, "another database is the primary now");
}

/** Another database may be a different one. */
export function forgetPrimary(): void {
  current = NO_PRIMARY;
}
