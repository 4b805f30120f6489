import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { openStreams } from "./events.server.ts";
import { logger } from "./log.server.ts";

const registry = new Registry();
collectDefaultMetrics({ register: registry });

const durations = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time to the head of the answer, by method and status.",
  labelNames: ["method", "status"] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
});

new Gauge({
  name: "event_streams_open",
  help: "Event streams that browsers hold open on this server.",
  registers: [registry],
  collect() {
    this.set(openStreams());
  },
});

/** Counts a request, and logs it in one line. `milliseconds` is what it took. */
export function observe(request: Request, response: Response, milliseconds: number): void {
  const { method } = request;
  const { status } = response;
  durations.observe({ method, status }, milliseconds / 1000);
  const { pathname } = new URL(request.url);
  logger.debug({ method, path: pathname, status, ms: Math.round(milliseconds) }, "request");
}

/** Everything that is measured, in the text format of Prometheus. */
export function metrics(): Promise<string> {
  return registry.metrics();
}
