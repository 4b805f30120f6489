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
 * From here on, console output becomes lines of the log: from uncaught errors, libraries, or Node itself. Log readers
 * expect one JSON object per line.
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
