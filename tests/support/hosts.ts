import { type IncomingHttpHeaders, type RequestOptions, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import { type App, type HostConfig, type HttpServer, httpServer } from "#server/http.ts";

export const LOCAL: HostConfig = {
  baseUrl: "http://127.0.0.1:3000",
  trustedProxies: [],
  searchEngines: true,
};

const opened: HttpServer[] = [];
afterEach(async () => {
  for (const host of opened.splice(0)) {
    host.close();
    await host.drain({ grace: 0, listener: 0, requests: 0, last: 0 });
  }
});

/** Starts the host with `fetch` in place of the app, on a free port. The host is closed when the test ends. */
export async function openHost(
  config: HostConfig,
  fetch: App["fetch"] = (incoming) => new Response(new URL(incoming.url).pathname),
): Promise<{ host: HttpServer; port: number }> {
  const front = (_request: unknown, _response: unknown, next: () => void) => next();
  const host = httpServer(
    () => ({ fetch, close: async () => {}, demoAccounts: [], logConsole() {} }),
    front,
    config,
  );
  opened.push(host);
  await host.listen(0, "127.0.0.1");
  return { host, port: (host.server.address() as AddressInfo).port };
}

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

/** Sends a request as `fetch` does, but can set the Host header and use the connections of an `http.Agent`. */
export function sendRequest(
  port: number,
  path: string,
  options: RequestOptions = {},
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: "127.0.0.1", path, ...options }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      answer.once("error", reject);
      answer.once("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
      );
    });
    outgoing.once("error", reject).end(body);
  });
}
