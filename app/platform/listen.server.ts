import pg from "pg";
import { env } from "./env.server.ts";
import { logger } from "./log.server.ts";

const RETRY_MS = { first: 100, longest: 5_000 };

/**
 * Hears the NOTIFYs of a channel on a connection of its own, which is replaced whenever it breaks.
 *
 * `connected` runs each time it begins to hear: what was notified before went unheard, so look for yourself. `lost`
 * runs when it no longer does. Resolves after the first attempt, whether or not that succeeded. The database must be
 * reached as a session: LISTEN means nothing to a transaction pooler.
 */
export async function listen(channel: {
  channel: string;
  connected: () => void;
  lost?: () => void;
  heard: (payload: string) => void;
}): Promise<{ close(): Promise<void> }> {
  let closed = false;
  let current: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let wait = RETRY_MS.first;

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: env().databaseUrl,
      keepAlive: true,
      application_name: `second-serve, listening to ${channel.channel}`,
    });
    current = client;
    let over = false;
    let heard = false;
    const lost = (error?: unknown) => {
      if (over || closed) return;
      over = true;
      if (heard) channel.lost?.();
      void client.end().catch(() => {});
      logger.warn({ err: error, channel: channel.channel, retryInMs: wait }, "not listening to the database");
      retry = setTimeout(() => void connect(), wait);
      wait = Math.min(wait * 2, RETRY_MS.longest);
    };
    client.on("error", lost);
    client.on("end", () => lost());
    client.on("notification", ({ payload = "" }) => {
      if (!over && !closed) channel.heard(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel.channel)}`);
      if (closed || over) return;
      wait = RETRY_MS.first;
      heard = true;
      channel.connected();
    } catch (error) {
      lost(error);
    }
  }

  await connect();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await current?.end().catch(() => {});
    },
  };
}
