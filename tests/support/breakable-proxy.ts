import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy between a browser and servers, whose connections can break and whose target can change. */
export type BreakableProxy = {
  readonly url: string;
  /** The port of the server for new connections. Without one they are refused. */
  port: number | undefined;
  /** Called for each connection: after how many bytes of the answer it breaks, possibly within an event. */
  breaksAfter: (() => number) | undefined;
  readonly broken: number;
  cut(): void;
  close(): Promise<void>;
};

/** The proxy's own port, which does not depend on the target. */
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
      // The close event follows, which is handled.
      socket.on("error", () => {});
      socket.on("close", () => {
        open.delete(socket);
        hangUp();
      });
    }
    client.on("data", (chunk) => upstream.write(chunk));
    let left: number | undefined;
    upstream.on("data", (chunk) => {
      // When connections are no longer to break, open ones stay open too.
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
