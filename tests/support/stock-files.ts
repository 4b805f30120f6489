import { randomUUID } from "node:crypto";
import { sendPath } from "#app/features/stock/upload/view.ts";
import { env } from "#app/platform/env.server.ts";
import type { Person } from "./people.ts";

export async function* inChunks(bytes: Uint8Array, size = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The rackets are named "Blade 1", "Blade 2" and so on. */
export function racketFile(count: number, { from = 1, price = "120" } = {}): string {
  const rows = Array.from({ length: count }, (_, n) => `Blade ${from + n},${price},racket,Wilson,Good`);
  return ["name,price,type,brand,condition", ...rows].join("\r\n");
}

interface Sending {
  /** A UUID. */
  readonly client?: string;
  readonly name?: string;
  /** Whether listings that are already in the stock are kept as they are, or updated from the file. */
  readonly known?: "keep" | "update";
  readonly headers?: Record<string, string>;
}

export function sending(who: Person | null, body: BodyInit, options: Sending = {}): Request {
  const path = sendPath(options.client ?? randomUUID(), options.name ?? "stock.csv", options.known ?? "keep");
  const headers = { ...(who && { cookie: who.cookie }), ...options.headers };
  const init = { method: "POST", body, headers, duplex: "half" };
  return new Request(new URL(path, env().baseUrl), init);
}
