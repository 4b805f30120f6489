import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import {
  type AddressInfo,
  createServer as createPlainServer,
  type Server as NetServer,
  type Socket,
} from "node:net";
import { generate } from "selfsigned";
import { afterAll } from "vitest";

export interface PictureHost {
  readonly port: number;
  readonly url: string;
  /** How many connections it has accepted, including those that broke. */
  readonly connections: () => number;
  /** The certificate authority of an https host. */
  readonly ca?: string;
}

const hosts: { server: NetServer; sockets: Set<Socket> }[] = [];

/** Closes the picture servers of the test file after its tests. Call it at the top of the file. */
export function closeHostsAfterwards(): void {
  afterAll(async () => {
    for (const { server, sockets } of hosts.splice(0)) {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    }
  });
}

async function opened(server: NetServer, scheme: "http" | "https", ca?: string): Promise<PictureHost> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket) => {
    connections += 1;
    sockets.add(socket);
    // A client that refuses the picture closes the connection before the response is complete.
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
  });
  hosts.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { port, url: `${scheme}://127.0.0.1:${port}`, connections: () => connections, ...(ca && { ca }) };
}

export function httpHost(answer: RequestListener): Promise<PictureHost> {
  const server: Server = createServer(answer);
  return opened(server, "http");
}

/** An https server with a certificate for these names only. */
export async function httpsHost(
  name: string,
  answer: RequestListener,
  others: readonly string[] = [],
): Promise<PictureHost> {
  const altNames = [name, ...others].map((value) => ({ type: 2 as const, value }));
  const certificate = await generate([{ name: "commonName", value: name }], {
    extensions: [{ name: "subjectAltName", altNames }],
  });
  const server = createSecureServer({ key: certificate.private, cert: certificate.cert }, answer);
  server.on("tlsClientError", () => {});
  return opened(server, "https", certificate.cert);
}

/** A server on TCP: `talk` writes the bytes of its answer. */
export function rawHost(talk: (socket: Socket) => void): Promise<PictureHost> {
  return opened(createPlainServer(talk), "http");
}
