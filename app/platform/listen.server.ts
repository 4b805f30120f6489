import pg from "pg";
import { asAway, DatabaseAway } from "./database-away.server.ts";
import { env } from "./env.server.ts";
import { logger } from "./log.server.ts";

const RETRY_MS = { first: 100, longest: 5_000 };
const BEAT_MS = 5_000;

/**
 * Hears the NOTIFYs of a channel on a connection of its own, which is replaced whenever it breaks, or leaves a heartbeat
 * unanswered until the next one is due (`beatMs`): a dead connection says nothing, and so does one without news.
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
  beatMs?: number;
}): Promise<{ close(): Promise<void> }> {
  let closed = false;
  let current: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let beat: NodeJS.Timeout | undefined;
  let wait = RETRY_MS.first;

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: env().databaseUrl,
      connectionTimeoutMillis: 15_000,
      query_timeout: 15_000,
      application_name: `second-serve, listening to ${channel.channel}`,
    });
    current = client;
    let over = false;
    let heard = false;
    const lost = (error?: unknown) => {
      if (over || closed) return;
      over = true;
      clearInterval(beat);
      if (heard) channel.lost?.();
      void client.end().catch(() => {});
      logger.warn(
        { err: asAway(error), channel: channel.channel, retryInMs: wait },
        "not listening to the database",
      );
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
      beat = beating(client, channel.beatMs ?? BEAT_MS, lost);
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
      clearInterval(beat);
      await current?.end().catch(() => {});
    },
  };
}

/** Asks every `beatMs` whether the database is still there. */
function beating(client: pg.Client, beatMs: number, lost: (error: Error) => void): NodeJS.Timeout {
  let unanswered = false;
  return setInterval(() => {
    if (unanswered) return lost(new DatabaseAway("no answer to a heartbeat"));
    unanswered = true;
    client.query("select 1").then(() => {
      unanswered = false;
    }, lost);
  }, beatMs);
}
