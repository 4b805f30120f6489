import pg from "pg";
import { asUnavailable, DatabaseUnavailable } from "./database-unavailable.server.ts";
import { env } from "./env.server.ts";
import { logger } from "./log.server.ts";

const RETRY_MS = { first: 100, longest: 5_000 };
const HEARTBEAT_MS = 5_000;

/**
 * Listens to NOTIFY on its own connection, which it replaces when it breaks or does not answer a heartbeat. LISTEN does
 * not work through a transaction pooler. `onConnect` runs whenever a connection starts to listen: the caller then looks
 * for changes, because notifications may have been missed. `onDisconnect` runs when such a connection is lost. Resolves
 * after the first attempt, successful or not.
 */
export async function listen(channel: {
  channel: string;
  onConnect: () => void;
  onDisconnect?: () => void;
  onNotify: (payload: string) => void;
  heartbeatMs?: number;
}): Promise<{ close(): Promise<void> }> {
  let closed = false;
  let current: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let heartbeatTimer: NodeJS.Timeout | undefined;
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
    let listening = false;
    const lost = (error: unknown) => {
      if (over || closed) return;
      over = true;
      clearInterval(heartbeatTimer);
      if (listening) channel.onDisconnect?.();
      void client.end().catch(() => {});
      logger.warn(
        { err: asUnavailable(error), channel: channel.channel, retryInMs: wait },
        "not listening to the database",
      );
      retry = setTimeout(() => void connect(), wait);
      wait = Math.min(wait * 2, RETRY_MS.longest);
    };
    client.on("error", lost);
    client.on("end", () => lost(new DatabaseUnavailable("Connection terminated")));
    client.on("notification", ({ payload = "" }) => {
      if (!over && !closed) channel.onNotify(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel.channel)}`);
      if (closed || over) return;
      wait = RETRY_MS.first;
      listening = true;
      heartbeatTimer = startHeartbeat(client, channel.heartbeatMs ?? HEARTBEAT_MS, lost);
      channel.onConnect();
    } catch (error) {
      lost(error);
    }
  }

  await connect();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(heartbeatTimer);
      await current?.end().catch(() => {});
    },
  };
}

function startHeartbeat(
  client: pg.Client,
  heartbeatMs: number,
  lost: (error: Error) => void,
): NodeJS.Timeout {
  let unanswered = false;
  return setInterval(() => {
    if (unanswered) return lost(new DatabaseUnavailable("no answer to a heartbeat"));
    unanswered = true;
    client.query("select 1").then(() => {
      unanswered = false;
    }, lost);
  }, heartbeatMs);
}
