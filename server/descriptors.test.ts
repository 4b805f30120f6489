import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test, vi } from "vitest";
import { LOCAL, openHost, sendRequest } from "#tests/support/hosts.ts";
import { connectionsWith, limitConnections } from "./descriptors.ts";

test.each([
  [20, 1],
  [128, 64],
  [256, 192],
  [1_024, 768],
  [65_536, 65_280],
])("of %i descriptors, %i are for connections", (descriptors, connections) => {
  expect(connectionsWith(descriptors)).toBe(connections);
});

test("a connection too many is closed and the log says it once; those that are open are served", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const server = createServer((_, response) => response.end("a page")).listen(0, "127.0.0.1");
  limitConnections(server, 1);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const first = connect(port, "127.0.0.1");
  await once(server, "connection");
  for (const _ of [1, 2]) await expect(sendRequest(port, "/rackets")).rejects.toThrow();
  first.write("GET /rackets HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  expect((await first.setEncoding("utf8").toArray()).join("")).toMatch(/^HTTP\/1.1 200 [\s\S]*a page$/);
  expect(log.mock.calls).toEqual([
    [expect.stringContaining("1 are open, for which the limit of descriptors")],
  ]);
  log.mockRestore();
  server.close();
});

test("the host has a limit", async () => {
  const { host } = await openHost(LOCAL);
  expect(host.server.maxConnections).toBeGreaterThan(0);
});
