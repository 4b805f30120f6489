import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { hashOf } from "#app/platform/signature.server.ts";

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

const KEPT_HEADERS = ["content-type", "location", "etag"];

/** These say that nothing was done, so the same key may be tried again. */
const NOT_DONE = new Set([401, 403, 408, 413, 429]);

/**
 * Runs a write at most once for a person and a key, and gives the same answer for a day. A server that is killed leaves a
 * request whose outcome nobody knows: it is not run again, and the refusal says so.
 * @param request method, path and body
 * @throws Refused "idempotency_key_invalid", "idempotency_other", "idempotency_running", "idempotency_lost"
 */
export async function once(
  person: string,
  key: string,
  request: string,
  run: () => Promise<Response>,
): Promise<Response> {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new Refused("idempotency_key_invalid");
  const fingerprint = hashOf(request);
  const { rows } = await sql<StoredAnswer>`
    insert into api_requests (user_id, key, request) values (${person}, ${key}, ${fingerprint})
    on conflict (user_id, key) do update set
      request = excluded.request, status = null, headers = null, body = null, started_at = now()
      where api_requests.started_at < now() - ${KEPT}
    returning request
  `.execute(db());
  if (rows.length === 0) return storedAnswer(person, key, fingerprint);
  const forget = () => sql`delete from api_requests where user_id = ${person} and key = ${key}`.execute(db());
  let answer: Response;
  try {
    answer = await run();
  } catch (error) {
    // What a command throws rolled its transaction back.
    await forget();
    throw error;
  }
  if (answer.status >= 500 || NOT_DONE.has(answer.status)) {
    await forget();
    return answer;
  }
  const body = await answer.text();
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => KEPT_HEADERS.includes(name)));
  await sql`
    update api_requests set status = ${answer.status}, headers = ${JSON.stringify(headers)}, body = ${body}
    where user_id = ${person} and key = ${key}
  `.execute(db());
  return new Response(answer.status === 204 ? null : body, answer);
}

async function storedAnswer(person: string, key: string, fingerprint: string): Promise<Response> {
  const { rows } = await sql<StoredAnswer>`
    select request, status, headers, body, started_at < now() - ${LOST} as lost
    from api_requests where user_id = ${person} and key = ${key}
  `.execute(db());
  const [stored] = rows;
  // It was forgotten meanwhile.
  if (!stored) throw new Refused("idempotency_running", { seconds: 1 });
  if (stored.request !== fingerprint) throw new Refused("idempotency_other");
  if (stored.status === null)
    throw stored.lost ? new Refused("idempotency_lost") : new Refused("idempotency_running", { seconds: 1 });
  return new Response(stored.status === 204 ? null : stored.body, {
    status: stored.status,
    headers: { ...stored.headers, "idempotent-replayed": "true" },
  });
}

/** Deletes the answers that are no longer kept. A job does it. */
export async function deleteOldRequests(): Promise<void> {
  await sql`delete from api_requests where started_at < now() - ${KEPT}`.execute(db());
}
