import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy between a browser and servers. Tests can break its connections and change its target. */
export type BreakableProxy = {
  readonly url: string;
  /** The port to which new connections are forwarded. While it is undefined, new connections fail. */
  port: number | undefined;
  /** Called once for each connection: returns after how many bytes of the server's answer the connection breaks. */
  breaksAfter: (() => number) | undefined;
  readonly broken: number;
  cut(): void;
  close(): Promise<void>;
};

/** Its URL stays the same when `port` changes. */
export async function startBreakableProxy(): Promise<BreakableProxy> {
  const open = new Set<Socket>();
  let broken = 0;
  const server = createServer((client) => {
    const upstream = connect(proxy.port ?? 0, "127.0.0.1");
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
    let bytesLeft: number | undefined;
    upstream.on("data", (chunk) => {
      // When a test sets `breaksAfter` to undefined, connections that are already open no longer break either.
      bytesLeft = proxy.breaksAfter && (bytesLeft ?? proxy.breaksAfter());
      if (bytesLeft === undefined || chunk.length < bytesLeft) {
        if (bytesLeft !== undefined) bytesLeft -= chunk.length;
        client.write(chunk);
        return;
      }
      broken++;
      upstream.removeAllListeners("data");
      client.write(chunk.subarray(0, bytesLeft), hangUp);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: BreakableProxy = {
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
      proxy.cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return proxy;
}
