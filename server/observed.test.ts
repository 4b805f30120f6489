import { once } from "node:events";
import { connect } from "node:net";
import { beforeEach, expect, test, vi } from "vitest";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { metricsAnswer } from "#app/platform/metrics.server.ts";
import { LOCAL, openHost, sendRequest } from "#tests/support/hosts.ts";
import { observed, type RequestInfo } from "./observed.ts";

const TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

const logged = vi.spyOn(logger, "info");
beforeEach(() => {
  configure(parseEnv({ LOG_REQUESTS: "on" }));
  logged.mockClear();
});

const lines = () => logged.mock.calls.map(([facts]) => facts);

/** A host behind a trusted proxy, which answers with what `answer` returns. */
const open = (answer: (info: RequestInfo) => Response | Promise<Response>, cached?: () => Response) =>
  openHost({ ...LOCAL, trustedProxies: ["127.0.0.1"] }, (request, info) =>
    observed(
      request,
      info,
      () => cached?.(),
      () => answer(info),
    ),
  );

async function metrics(): Promise<string> {
  const request = new Request("http://127.0.0.1/metrics", { headers: { "x-client-ip": "127.0.0.1" } });
  return (await metricsAnswer(request)).text();
}

test("a request has one line with its route, and the ids of its proxy", async () => {
  const { port } = await open((info) => {
    info.route = "/rackets/:id";
    return new Response("a racket");
  });
  const headers = { "x-request-id": "proxy-7", traceparent: TRACEPARENT };
  const { headers: answered } = await sendRequest(port, "/rackets/1?q=secret", { headers });
  expect(answered["x-request-id"]).toBe("proxy-7");
  const facts = { method: "GET", path: "/rackets/1", route: "/rackets/:id", status: 200 };
  expect(lines()).toEqual([
    { ...facts, requestId: "proxy-7", traceparent: TRACEPARENT, ms: expect.any(Number) },
  ]);
  expect(await metrics()).toMatch(
    /duration_seconds_count\{method="GET",route="\/rackets\/:id",status="200"\} 1$/m,
  );
});

test("a response that is ready at once is counted too", async () => {
  const { port } = await open(
    () => new Response("rendered"),
    () => new Response("cached"),
  );
  expect((await sendRequest(port, "/rackets", { method: "DELETE" })).body).toBe("cached");
  expect(lines()).toMatchObject([{ method: "DELETE", status: 200 }]);
});

test("a request whose client left counts as 499, whatever became of it", async () => {
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<Response>()];
  const { host, port } = await open(() => {
    begun.resolve();
    return goOn.promise;
  });
  const closed = new Promise((resolve) =>
    host.server.once("connection", (socket) => socket.once("close", resolve)),
  );
  const client = connect(port, "127.0.0.1");
  client.write("GET /rackets HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await begun.promise;
  client.destroy();
  await Promise.all([once(client, "close"), closed]);
  goOn.resolve(new Response("", { status: 500 }));
  await expect.poll(lines).toMatchObject([{ status: 499 }]);
});

test("failures are counted from 0, without those of health checks", async () => {
  expect(await metrics()).toMatch(
    /^http_failures_total\{status="500"\} 0\nhttp_failures_total\{status="503"\} 0$/m,
  );
  const { port } = await open(() => new Response("", { status: 503 }));
  for (const path of ["/readyz", "/rackets"]) await sendRequest(port, path);
  expect(await metrics()).toMatch(
    /^http_failures_total\{status="500"\} 0\nhttp_failures_total\{status="503"\} 1$/m,
  );
});

test("clients cannot invent labels of the metrics", async () => {
  const { port } = await open(() => new Response("", { status: 404 }));
  for (const [method, path] of [
    ["PROPFIND", "/invented"],
    ["REPORT", "/photos/a/b"],
    ["GET", "/healthz"],
  ] as const)
    await sendRequest(port, path, { method });
  expect(lines().map((line) => (line as { route: string }).route)).toEqual([
    "other",
    "/photos/:key/:file",
    "/healthz",
  ]);
  const text = await metrics();
  expect(text).toMatch(/\{method="other",route="other",status="404"\} 1$/m);
  expect(text).not.toMatch(/PROPFIND|invented/);
});
