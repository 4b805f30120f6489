import { hash, timingSafeEqual } from "node:crypto";
import { performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { addPoolMetrics, databaseFigures } from "./database-metrics.server.ts";
import { env } from "./env.server.ts";
import { openStreams } from "./events.server.ts";
import { databaseAnswers } from "./listen.server.ts";
import { logger } from "./log.server.ts";
import { memoryAvailable, memoryLimit } from "./memory.server.ts";
import { pageCache } from "./page-cache.server.ts";
import { isFromThisMachine } from "./request-context.server.ts";
import { sharedCache } from "./shared-cache.server.ts";

const registry = new Registry();
// The distribution of the lag needs a timer each 10 ms, which is more than all else that a server at rest does.
collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 24 * 3_600_000 });
for (const figure of ["min", "max", "mean", "stddev", "p50", "p90", "p99"])
  registry.removeSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`);

let utilization = performance.eventLoopUtilization();
new Gauge({
  name: "nodejs_eventloop_utilization",
  help: "Share of the time since the last scrape in which the event loop was busy, from 0 to 1.",
  registers: [registry],
  collect() {
    const now = performance.eventLoopUtilization();
    this.set(performance.eventLoopUtilization(now, utilization).utilization);
    utilization = now;
  },
});

const durations = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time to the response headers, by method, route and status; 499 for clients that left before.",
  labelNames: ["method", "route", "status"] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
});

// Prometheus does not see the first increase of a counter that begins with it, and a quiet shop has few others.
const failures = new Counter({
  name: "http_failures_total",
  help: "Responses with 500 or above, without those of /readyz. 500 and 503 begin with 0.",
  labelNames: ["status"] as const,
  registers: [registry],
});
for (const status of [500, 503]) failures.inc({ status }, 0);

/** Clients can invent methods. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

new Gauge({
  name: "event_streams_open",
  help: "Event streams that browsers hold open on this server.",
  registers: [registry],
  collect() {
    this.set(openStreams());
  },
});

/** Adds a figure, which `read` reads at each scrape; undefined: it is not known. A name that was added is replaced. */
export function addGauge(
  name: string,
  help: string,
  read: () => number | undefined | Promise<number | undefined>,
): void {
  registry.removeSingleMetric(name);
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}

addGauge(
  "nodejs_heap_size_limit_bytes",
  "The process ends when its heap needs more.",
  () => getHeapStatistics().heap_size_limit,
);
addGauge(
  "process_memory_limit_bytes",
  "The memory of the machine, or what its container or unit may use.",
  memoryLimit,
);
addGauge(
  "process_memory_available_bytes",
  "What of this limit is not used: neither by this process, nor by PostgreSQL or others there.",
  memoryAvailable,
);

new Counter({
  name: "page_cache_requests_total",
  help: "Requests that the page cache could answer, and whether it had the page.",
  labelNames: ["result"] as const,
  registers: [registry],
  collect() {
    this.reset();
    for (const [result, count] of Object.entries(pageCache.lookUps)) this.inc({ result }, count);
  },
});

addGauge(
  "shared_cache_purged",
  "Whether the caches of CACHE_PURGE_URLS accepted the last purge: 1 or 0. While they do not, pages are not shared.",
  () => (sharedCache.isPurged === undefined ? undefined : Number(sharedCache.isPurged)),
);

const buildInfo = new Gauge({
  name: "second_serve_build_info",
  help: "Always 1; the labels say what runs.",
  labelNames: ["version", "node"] as const,
  registers: [registry],
});

/** Tells the metrics which version of the program runs. */
export function showVersion(version: string): void {
  buildInfo.set({ version, node: process.versions.node }, 1);
}

const databaseUp = new Gauge({
  name: "database_up",
  help: "Whether the database answers: 1 or 0.",
  registers: [registry],
});

addPoolMetrics(registry);

interface ObservedRequest {
  readonly method: string;
  readonly path: string;
  /** A pattern, of which there are few. */
  readonly route: string;
  readonly status: number;
  readonly requestId: string;
  readonly traceparent: string | undefined;
}

/** Records a request for the metrics, and logs it. */
export function observe(milliseconds: number, request: ObservedRequest): void {
  const { method, route, status } = request;
  durations.observe({ method: METHODS.has(method) ? method : "other", route, status }, milliseconds / 1000);
  if (status >= 500 && route !== "/readyz") failures.inc({ status });
  const level = env().logRequests ? "info" : "debug";
  logger[level]({ ...request, ms: Math.round(milliseconds) }, "request");
}

/** `GET /metrics`: the metrics in the text format of Prometheus; 401 for callers without permission (`mayRead`). */
export async function metricsAnswer(request: Request): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  if (mayRead(request)) {
    const figures = await databaseFigures();
    databaseUp.set(figures !== undefined || (await databaseAnswers()) ? 1 : 0);
    return new Response(`${await registry.metrics()}${figures ?? ""}`, {
      headers: { ...headers, "content-type": "text/plain; version=0.0.4; charset=utf-8" },
    });
  }
  return new Response("Metrics are served to this machine, and to requests with METRICS_TOKEN.", {
    status: 401,
    headers: { ...headers, "content-type": "text/plain; charset=utf-8", "www-authenticate": "Bearer" },
  });
}

function mayRead(request: Request): boolean {
  if (isFromThisMachine(request)) return true;
  const { metricsToken } = env();
  const [, given] = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (metricsToken === undefined || given === undefined) return false;
  // `timingSafeEqual` requires equal lengths, which digests have.
  return timingSafeEqual(digest(given), digest(metricsToken));
}

function digest(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
