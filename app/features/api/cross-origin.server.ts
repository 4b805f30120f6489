import { sql } from "kysely";
import { prepared } from "#app/platform/db.server.ts";
import type { Caller } from "./bearer.server.ts";

/** How long browsers keep the answer to a preflight. */
const SECONDS = "600";

const SENT = "authorization, content-type, idempotency-key, if-match, if-none-match, accept-language";
const READ =
  "etag, link, location, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, deprecation, sunset, x-request-id";

/** The answer to a preflight, which brings no key: whether some key asks for this origin. */
export async function preflight(request: Request): Promise<Response> {
  const origin = request.headers.get("origin") ?? "";
  const [row] = await prepared<{ asked: boolean }>(sql`
    select exists (select from api_keys where origins @> array[${origin}::text]) as asked
  `);
  if (!row?.asked) return new Response(null, { status: 204 });
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers": SENT,
      "access-control-max-age": SECONDS,
    },
  });
}

/** Lets a page of another origin read the answer, if the key asks for it. */
export function allowOrigin(request: Request, headers: Headers, caller: Caller | null): void {
  headers.append("vary", "authorization, accept-language, origin");
  const origin = request.headers.get("origin");
  if (origin === null || !caller?.origins.includes(origin)) return;
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-expose-headers", READ);
}
