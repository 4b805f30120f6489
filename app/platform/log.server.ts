import { pino } from "pino";

/** Structured log lines on standard output; `LOG_LEVEL` is pino's, checked with the other variables. */
export const logger = pino({
  level: process.env.LOG_LEVEL || (process.env.NODE_ENV === "test" ? "silent" : "info"),
  base: undefined,
  redact: ["password", "*.password", "headers.cookie", "headers.authorization"],
});
