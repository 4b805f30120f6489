import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy between a browser and servers. Tests can break its connections and change its target. */
export type BreakableProxy = {
  readonly url: string;
  /** The server's port for new connections. They fail while it is undefined. */
  port: number | undefined;
  /** Called once for each connection: returns after how many bytes of the server's answer the connection breaks. */
  breaksAfter: (() => number) | undefined;
  readonly broken: number;
  cut(): void;
  close(): Promise<void>;
};

/** Starts the proxy on loopback. Its address stays the same when its target changes. */
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
      // An error is followed by the close event, which is handled.
      socket.on("error", () => {});
      socket.on("close", () => {
        open.delete(socket);
        hangUp();
      });
    }
    client.on("data", (chunk) => upstream.write(chunk));
    let left: number | undefined;
    upstream.on("data", (chunk) => {
      // Once a test clears `breaksAfter`, connections that are already open no longer break either.
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
