import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy between a server and its database, or what else it reaches by TCP. It can stop answering, as in a failover, or refuse connections. */
export type DatabaseProxy = {
  /** The connection string through the proxy. */
  readonly url: string;
  readonly open: number;
  /** Makes open connections hang: they stay open and forward nothing. New connections work, unless they hang too. */
  silence(hangs?: "also new ones"): void;
  /** New connections work again. */
  answer(): void;
  /** What comes from the database is held back for so long. */
  slow(milliseconds: number): void;
  /** New connections lead to this database. */
  leadTo(database: string): void;
  /** New connections get this text instead of the database; null for the database. */
  says(text: string | null): void;
  /** Breaks every connection and refuses new ones. */
  disconnect(): Promise<void>;
  /** Accepts connections again, on the same port. */
  reconnect(): Promise<void>;
  close(): Promise<void>;
};

function connectTo({ hostname, port, searchParams }: URL): Socket {
  // The tests' PostgreSQL listens on a Unix socket, whose path consists of a folder and a port.
  const folder = searchParams.get("host");
  return folder === null
    ? connect(Number(port), hostname)
    : connect(`${folder}/.s.PGSQL.${searchParams.get("port") ?? (port || "5432")}`);
}

/** `database` is a connection string. */
export async function databaseProxy(database: string): Promise<DatabaseProxy> {
  let target = new URL(database);
  const pairs = new Set<{ ends: Socket[]; silent: boolean }>();
  let isSilent = false;
  let lateness = 0;
  let said: string | null = null;
  const server = createServer((client) => {
    if (said !== null) {
      const pair = { ends: [client], silent: false };
      pairs.add(pair);
      client.on("error", () => {}).on("close", () => pairs.delete(pair));
      client.resume().end(said);
      return;
    }
    const upstream = connectTo(target);
    const pair = { ends: [client, upstream], silent: isSilent };
    pairs.add(pair);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.setNoDelay(true);
      from.on("data", (bytes) => {
        if (pair.silent) return;
        if (lateness > 0 && from === upstream) setTimeout(() => to.write(bytes), lateness);
        else to.write(bytes);
      });
      from.on("error", () => {}); // An error is followed by the close event, which is handled.
      from.on("close", () => {
        pairs.delete(pair);
        for (const end of pair.ends) end.destroy();
      });
    }
  });
  const listen = (port: number) =>
    new Promise<void>((listening, failed) => {
      server.once("error", failed);
      server.listen(port, "127.0.0.1", () => {
        server.off("error", failed);
        listening();
      });
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(database);
  for (const name of ["host", "port"]) url.searchParams.delete(name);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  async function disconnect(): Promise<void> {
    const closed = new Promise((done) => server.close(done));
    for (const { ends } of pairs) for (const end of ends) end.destroy();
    await closed;
  }
  return {
    url: url.href,
    get open() {
      return pairs.size;
    },
    silence(hangs) {
      isSilent = hangs !== undefined;
      for (const pair of pairs) pair.silent = true;
    },
    answer() {
      isSilent = false;
    },
    slow(milliseconds) {
      lateness = milliseconds;
    },
    leadTo(other) {
      target = new URL(other);
    },
    says(text) {
      said = text;
      if (said !== null) for (const { ends } of pairs) for (const end of ends) end.destroy();
    },
    disconnect,
    reconnect: () => listen(port),
    close: () => (server.listening ? disconnect() : Promise.resolve()),
  };
}
