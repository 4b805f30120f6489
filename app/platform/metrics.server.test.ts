import { beforeEach, expect, test } from "vitest";
import { configure, parseEnv } from "./env.server.ts";
import { cachedFiles } from "./memory.server.ts";
import { metricsAnswer } from "./metrics.server.ts";

const TOKEN = "0123456789abcdef0123456789abcdef";
beforeEach(() => configure(parseEnv({ BASE_URL: "https://shop.example", METRICS_TOKEN: TOKEN })));

const requestFrom = (address: string, headers: Record<string, string> = {}) =>
  metricsAnswer(
    new Request("http://10.0.0.11:3000/metrics", { headers: { "x-client-ip": address, ...headers } }),
  );

test("requests from this machine may read the metrics [V4.1.1]", async () => {
  const request = new Request("http://127.0.0.1:3000/metrics", { headers: { "x-client-ip": "127.0.0.1" } });
  const answer = await metricsAnswer(request);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  const text = await answer.text();
  expect(text).toContain("http_request_duration_seconds");
  expect(text).toMatch(/^nodejs_eventloop_utilization [01](\.\d+)?$/m);
  expect(text).not.toContain("nodejs_eventloop_lag_p99");
  const figure = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1]);
  for (const [used, limit] of [
    ["process_resident_memory_bytes", "process_memory_limit_bytes"],
    ["process_memory_available_bytes", "process_memory_limit_bytes"],
    ["nodejs_heap_size_used_bytes", "nodejs_heap_size_limit_bytes"],
  ] as const)
    expect(figure(limit)).toBeGreaterThan(figure(used));
});

test("the files that a container has read are memory that it can use", () => {
  const stat = "anon 700\nfile 500\nshmem 200\ninactive_anon 90\ninactive_file 200\nactive_file 100\n";
  expect(cachedFiles(stat)).toBe(300);
});

test.each(["Bearer", "bearer"])("requests with the token may read the metrics: %s", async (scheme) => {
  expect((await requestFrom("10.0.0.9", { authorization: `${scheme} ${TOKEN}` })).status).toBe(200);
});

test.each<[string, Record<string, string>]>([
  ["no token", {}],
  ["another token", { authorization: "Bearer 0123456789abcdef0123456789abcdee" }],
  ["the beginning of the token", { authorization: "Bearer 0123456789abcdef" }],
  ["another scheme", { authorization: "Basic 0123456789abcdef0123456789abcdef" }],
  ["an empty token", { authorization: "Bearer " }],
])("requests from another machine with %s may not read the metrics [V13.4.5]", async (_what, headers) => {
  const answer = await requestFrom("10.0.0.9", headers);
  expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  expect(await answer.text()).not.toContain("http_request");
});

test("without METRICS_TOKEN no token is accepted", async () => {
  configure(parseEnv({ BASE_URL: "https://shop.example" }));
  expect((await requestFrom("10.0.0.9", { authorization: "Bearer undefined" })).status).toBe(401);
});
