import { format } from "node:util";
import { logger } from "./log.server.ts";

const LEVELS = {
  debug: "debug",
  log: "info",
  info: "info",
  warn: "warn",
  error: "error",
  trace: "trace",
} as const;

/**
 * Logs what uncaught errors, libraries and Node write to the console: log readers expect one JSON object in each line.
 */
export function logConsole(): void {
  for (const [name, level] of Object.entries(LEVELS) as [
    keyof typeof LEVELS,
    (typeof LEVELS)[keyof typeof LEVELS],
  ][]) {
    console[name] = (...values: unknown[]) => {
      const err = values.find((one) => one instanceof Error);
      logger[level](err ? { err } : {}, format(...values.filter((one) => one !== err)));
    };
  }
  process.removeAllListeners("warning");
  process.on("warning", (warning) => logger.warn({ err: warning }, "warning"));
}
