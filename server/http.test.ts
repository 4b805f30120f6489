import type { RequestOptions } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { bytesOf } from "#app/platform/body.server.ts";
import { orRefused, type Refused } from "#app/platform/refused.server.ts";
import { LOCAL, openHost, sendRequest } from "#tests/support/hosts.ts";

const PUBLIC = { ...LOCAL, baseUrl: "https://shop.example" };

const statusFor = async (port: number, host: string, path = "/") =>
  (await sendRequest(port, path, { headers: { host } })).status;

/** @returns what the server sends until it closes the connection */
function rawAnswer(port: number, ...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(`${lines.join("\r\n")}\r\n\r\n`));
    socket.setEncoding("utf8").on("data", (part) => {
      text += part;
    });
    socket.once("error", reject).once("close", () => resolve(text));
  });
}

describe("the host name of a request", () => {
  test.each([
    ["shop.example", 200],
    ["SHOP.example", 200],
    ["shop.example:3000", 200],
    ["evil.example", 421],
    ["shop.example.evil.example", 421],
    ["shop.example/@evil.example", 421],
    ["127.0.0.1", 421],
    ["", 421],
  ])("in a public shop: %j is answered with %i", async (name, status) => {
    const { port } = await openHost(PUBLIC);
    expect(await statusFor(port, name)).toBe(status);
  });

  test.each([
    ["127.0.0.1:3000", 200],
    ["127.0.0.1:8080", 200],
    ["localhost", 200],
    ["shop.localhost:3000", 200],
    ["[::1]:3000", 200],
    ["rebound.example:3000", 421],
    ["0.0.0.0:3000", 421],
    ["[::]:3000", 421],
    ["192.168.1.5", 421],
    ["localhost@evil.example", 421],
  ])("in a shop on this machine: %j is answered with %i", async (name, status) => {
    const { port } = await openHost(LOCAL);
    expect(await statusFor(port, name)).toBe(status);
  });

  test("does not matter for monitoring", async () => {
    const { port } = await openHost(PUBLIC);
    for (const path of ["/healthz", "/readyz", "/readyz?from=balancer", "/metrics"])
      expect(await statusFor(port, "10.0.0.11:3000", path)).toBe(200);
    expect(await statusFor(port, "10.0.0.11:3000", "/healthz/../rackets")).toBe(421);
    expect(await rawAnswer(port, "GET /healthz HTTP/1.0")).toMatch(/^HTTP\/1.1 200 /);
  });

  test("is refused when it is missing", async () => {
    const { port } = await openHost(LOCAL);
    expect(await rawAnswer(port, "GET / HTTP/1.0")).toMatch(/^HTTP\/1.1 421 /);
  });

  test("is taken from the request line before the header", async () => {
    const { port } = await openHost(PUBLIC);
    const requestTo = (url: string, host: string) =>
      rawAnswer(port, `GET ${url} HTTP/1.1`, `Host: ${host}`, "Connection: close");
    expect(await requestTo("http://evil.example/", "shop.example")).toMatch(/^HTTP\/1.1 421 /);
    expect(await requestTo("http://shop.example/rackets", "evil.example")).toMatch(/^HTTP\/1.1 200 /);
  });
});

test("TRACE is refused before the app sees it, with and without a body [V13.4.4]", async () => {
  const { port } = await openHost(LOCAL, () => {
    throw new Error("The app must not be called.");
  });
  for (const more of [[], ["Origin: http://127.0.0.1:3000", "Content-Length: 3", "", "a=b"]]) {
    const answer = await rawAnswer(port, "TRACE / HTTP/1.1", "Host: 127.0.0.1", "Connection: close", ...more);
    expect(answer).toMatch(/^HTTP\/1.1 405 /);
    expect(answer).not.toContain("TRACE");
  }
});

describe("the headers of every answer [V3.2.1 V3.4.1 V3.4.4 V3.4.5 V12.2.1 V14.2.1]", () => {
  const EXPECTED = {
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "strict-origin-when-cross-origin",
  };
  const own = { host: "shop.example" };

  test.each<[string, RequestOptions, number]>([
    ["/rackets", { headers: own }, 200],
    ["/nothing", { headers: own }, 404],
    ["/healthz", {}, 200],
    ["/rackets", { headers: { host: "evil.example" } }, 421],
    ["/broken", { headers: own }, 500],
    ["*", { headers: own, method: "OPTIONS" }, 400],
  ])("tell browsers how to restrict the page: %s %j: %i", async (path, options, status) => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    const { port } = await openHost(PUBLIC, (request) => {
      if (request.url.endsWith("/broken")) throw new Error("A fault that this test makes.");
      return new Response("", { status: request.url.endsWith("/nothing") ? 404 : 200 });
    });
    const answer = await sendRequest(port, path, options);
    log.mockRestore();
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      ...EXPECTED,
      "strict-transport-security": "max-age=31536000",
    });
  });

  test("require https only where the shop has it [V3.4.1]", async () => {
    const { port } = await openHost(LOCAL);
    const { headers } = await sendRequest(port, "/");
    expect(headers).toMatchObject(EXPECTED);
    expect(headers).not.toHaveProperty("strict-transport-security");
  });

  test("can be set by the answer itself", async () => {
    const { port } = await openHost(
      LOCAL,
      () => new Response("", { headers: { "cross-origin-resource-policy": "cross-origin" } }),
    );
    expect((await sendRequest(port, "/")).headers["cross-origin-resource-policy"]).toBe("cross-origin");
  });
});

test("a request whose headers stall ends, at the latest an interval after its time", {
  timeout: 15_000,
}, async () => {
  const { host, port } = await openHost(LOCAL);
  expect(host.server.headersTimeout).toBe(12_000);
  // What is left of the time is the interval at which Node looks.
  host.server.headersTimeout = 1;
  const socket = connect(port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: ");
  expect((await socket.setEncoding("utf8").toArray()).join("")).toMatch(/^HTTP\/1.1 408 /);
});

describe("a request whose body stalls", () => {
  afterEach(() => void vi.useRealTimers());

  test("is answered with 408, and its connection is closed", async () => {
    const reading = Promise.withResolvers<void>();
    const { port } = await openHost(LOCAL, async (request) => {
      const body = orRefused(bytesOf(request, { bytes: 1_000_000 }));
      reading.resolve();
      const { status, message } = (await body) as Refused;
      return new Response(message, { status });
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const head = ["POST / HTTP/1.1", "Host: 127.0.0.1:3000", "Content-Length: 1000", "", "the first bytes"];
    const answer = rawAnswer(port, ...head);
    await reading.promise;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toMatch(
      /^HTTP\/1.1 408 [\s\S]*connection: close[\s\S]*The connection was too slow/i,
    );
  });
});
