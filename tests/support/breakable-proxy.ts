import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What stands between a browser and a server: a line that can break, and a balancer that turns to another server. */
export type BreakableProxy = {
  readonly url: string;
  /** Where new connections go. Without, none can be had. */
  port: number | undefined;
  /** Asked once for each connection: after how many bytes of what the server says it breaks, be it within a word. */
  breaksAfter: (() => number) | undefined;
  /** How many connections broke. */
  readonly broken: number;
  /** Breaks every connection that is open. */
  cut(): void;
  close(): Promise<void>;
};

/** On a port of its own, which stays the same whatever happens behind it. */
export async function startBreakableProxy(): Promise<BreakableProxy> {
  const open = new Set<Socket>();
  let broken = 0;
  const server = createServer((client) => {
    const upstream = connect(line.port ?? 0, "127.0.0.1");
    const both = [client, upstream];
    const hangUp = () => {
      for (const socket of both) socket.destroy();
    };
    for (const socket of both) {
      open.add(socket);
      socket.setNoDelay(true);
      // What became of the one is all that the other needs to know.
      socket.on("error", () => {});
      socket.on("close", () => {
        open.delete(socket);
        hangUp();
      });
    }
    client.on("data", (chunk) => upstream.write(chunk));
    let left: number | undefined;
    upstream.on("data", (chunk) => {
      // Once lines break no more, those that are open do not either.
      left = line.breaksAfter && (left ?? line.breaksAfter());
      if (left === undefined || chunk.length < left) {
        if (left !== undefined) left -= chunk.length;
        client.write(chunk);
        return;
      }
      broken++;
      upstream.removeAllListeners("data");
      client.write(chunk.subarray(0, left), hangUp);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const line: BreakableProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    port: undefined,
    breaksAfter: undefined,
    get broken() {
      return broken;
    },
    cut() {
      for (const socket of open) socket.destroy();
    },
    close() {
      line.cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return line;
}
