import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { signatureOf } from "#app/platform/signature.server.ts";
import { Faulty } from "./problem.server.ts";

/** How long an answer is kept. */
export const KEPT = sql`interval '1 day'`;
/** After this time, the server that ran the request has stopped. */
const LOST = sql`interval '5 minutes'`;

interface StoredAnswer {
  readonly request: string;
  readonly status: number | null;
  readonly headers: Record<string, string> | null;
  readonly body: string | null;
  readonly lost: boolean;
}

const KEPT_HEADERS = ["content-type", "content-length", "location", "etag"];

/** These say that nothing was done, so the same key may be tried again. */
const NOT_DONE = new Set([401, 403, 408, 413, 429]);

/** What commands refuse, and what no schema takes, has written nothing. Any other error may have come after the commit. */
const wroteNothing = (error: unknown) =>
  error instanceof Faulty || (error instanceof Refused && error.status < 500);

interface Write {
  readonly person: string;
  readonly key: string;
  /** Method, path and body. */
  readonly request: string;
  /** The answer shows a secret, so only the address of what it is about is kept. */
  readonly isSecret: boolean;
}

/**
 * Runs a write at most once for a person and a key, and gives the same answer for a day. A server that is killed, or an
 * error, leaves a request whose outcome nobody knows: it is not run again, and the refusal says so.
 * @throws Refused "idempotency_key_invalid", "idempotency_other", "idempotency_running", "idempotency_lost",
 *   "idempotency_secret"
 */
export async function once(
  { person, key, request, isSecret }: Write,
  run: () => Promise<Response>,
): Promise<Response> {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new Refused("idempotency_key_invalid");
  // Signed, so that nobody can guess a password from what is stored of the body.
  const fingerprint = signatureOf(`request of the API ${request}`);
  const { rows } = await sql<StoredAnswer>`
    insert into api_requests (user_id, key, request) values (${person}, ${key}, ${fingerprint})
    on conflict (user_id, key) do update set
      request = excluded.request, status = null, headers = null, body = null, started_at = now()
      where api_requests.started_at < now() - ${KEPT}
    returning request
  `.execute(db());
  if (rows.length === 0) return storedAnswer({ person, key, request: fingerprint, isSecret });
  const forget = () => sql`delete from api_requests where user_id = ${person} and key = ${key}`.execute(db());
  let answer: Response;
  try {
    answer = await run();
  } catch (error) {
    if (wroteNothing(error)) await forget();
    // If the database is away, that is found out after five minutes.
    else await lose(person, key).catch(() => undefined);
    throw error;
  }
  if (NOT_DONE.has(answer.status)) {
    await forget();
    return answer;
  }
  const text = await answer.text();
  const body = isSecret && answer.ok ? "" : text;
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => KEPT_HEADERS.includes(name)));
  await sql`
    update api_requests set status = ${answer.status}, headers = ${JSON.stringify(headers)}, body = ${body}
    where user_id = ${person} and key = ${key}
  `.execute(db());
  return new Response(answer.status === 204 ? null : text, answer);
}

/** Notes that nobody knows what became of a request. */
async function lose(person: string, key: string): Promise<void> {
  await sql`
    update api_requests set started_at = started_at - ${LOST} where user_id = ${person} and key = ${key}
  `.execute(db());
}

async function storedAnswer({ person, key, request, isSecret }: Write): Promise<Response> {
  const { rows } = await sql<StoredAnswer>`
    select request, status, headers, body, started_at < now() - ${LOST} as lost
    from api_requests where user_id = ${person} and key = ${key}
  `.execute(db());
  const [stored] = rows;
  // It was forgotten meanwhile.
  if (!stored) throw new Refused("idempotency_running", { seconds: 1 });
  if (stored.request !== request) throw new Refused("idempotency_other");
  if (stored.status === null)
    throw stored.lost ? new Refused("idempotency_lost") : new Refused("idempotency_running", { seconds: 1 });
  if (isSecret && stored.status < 300) {
    const location = stored.headers?.location;
    throw new Refused("idempotency_secret", {}, { problem: { ...(location !== undefined && { location }) } });
  }
  return new Response(stored.status === 204 ? null : stored.body, {
    status: stored.status,
    headers: { ...stored.headers, "idempotent-replayed": "true" },
  });
}

/** Deletes the answers that are no longer kept. A job does it. */
export async function deleteOldRequests(): Promise<void> {
  await sql`delete from api_requests where started_at < now() - ${KEPT}`.execute(db());
}
