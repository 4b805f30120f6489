import type { ServerResponse } from "node:http";
import { apiAnswer } from "#app/api.server.ts";
import { SCOPES, type Scope } from "#app/features/api/scopes.ts";
import { KEY_PREFIX, newSecret } from "#app/features/api/secret.server.ts";
import type { Person } from "./people.ts";
import { insertRows } from "./rows.ts";

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer of the API; `body` is its JSON, or null. */
export interface ApiAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests compare what they read
  readonly body: any;
  readonly headers: Headers;
}

/** What the host would know of a request. */
export function apiInfo(): Parameters<typeof apiAnswer>[1] {
  return { outgoing: { headersSent: false, destroyed: false } as ServerResponse, requestId: "test" };
}

export type ApiClient = (method: string, path: string, sent?: Sent) => Promise<ApiAnswer>;

/** The secret of a new key of this person. */
export async function keyOf(
  person: Person,
  { scopes = SCOPES, ...columns }: { scopes?: readonly Scope[]; origins?: string[]; expires_at?: Date } = {},
): Promise<string> {
  const { secret, hash, hint } = newSecret(KEY_PREFIX);
  const user_id = person.viewer.id;
  await insertRows("api_keys", { user_id, name: "Test", hash, hint, scopes: [...scopes], ...columns });
  return secret;
}

/**
 * Calls the API without a server, as the holder of a key with these scopes (by default all), or without a key for null.
 * A path below /auth/v1 is written whole.
 */
export async function apiAs(person: Person | null, scopes?: readonly Scope[]): Promise<ApiClient> {
  const secret = person && (await keyOf(person, { scopes }));
  return apiWith(secret);
}

/** `apiAs`, with a key or an access token; of another door at /api/v1 than the shop's, if one is given. */
export function apiWith(secret: string | null, door = apiAnswer): ApiClient {
  return async (method, path, { body, headers = {} } = {}) => {
    const url = `http://127.0.0.1:3000${path.startsWith("/auth/v1") ? path : `/api/v1${path}`}`;
    const isFile = body instanceof Uint8Array;
    const request = new Request(url, {
      method,
      headers: {
        "x-client-ip": "127.0.0.1",
        ...(body !== undefined && !isFile && { "content-type": "application/json" }),
        ...(secret !== null && { authorization: `Bearer ${secret}` }),
        ...headers,
      },
      body: body === undefined ? undefined : isFile ? body.slice() : JSON.stringify(body),
    });
    const answer = await door(request, apiInfo());
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get("content-type") ?? "");
    const { status, headers: sent } = answer;
    return { status, body: isJson && text !== "" ? JSON.parse(text) : text || null, headers: sent };
  };
}
