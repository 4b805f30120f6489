/** A client of the API of Second Serve, for browsers, Node and other places that have `fetch`. */
import { ADDRESSES, type Operations, type Problem } from "./generated.ts";

type Id = keyof Operations;
type Asked<Operation> = Omit<Operation, "answer">;
type Answered<Operation> = Operation extends { answer: infer Answer } ? Answer : never;

interface Options {
  /** Also sent again with the same key by who repeats the call; by default a new one for each call that writes. */
  readonly idempotencyKey?: string;
  /** The ETag of what was read (`etagOf`): the write fails with 412 if it has changed since. */
  readonly ifMatch?: string | undefined;
  readonly signal?: AbortSignal;
}

/** A function for each operation, by its id. It throws `ApiProblem` for what the server refuses. */
export type Client = {
  readonly [Name in Id]: Record<never, never> extends Asked<Operations[Name]>
    ? (asked?: Asked<Operations[Name]>, options?: Options) => Promise<Answered<Operations[Name]>>
    : (asked: Asked<Operations[Name]>, options?: Options) => Promise<Answered<Operations[Name]>>;
};

/** Why the server refused a call; `problem` has the reason, and the fields. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly problem: Problem;
  /** Seconds after which the call may succeed; null when waiting does not help. */
  readonly retryAfter: number | null;

  constructor(problem: Problem, retryAfter: number | null) {
    super(problem.detail);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

const tags = new WeakMap<object, string>();

/** The ETag of what a call has read, for the `ifMatch` of a call that changes it; undefined if it has none. */
export function etagOf(answer: object): string | undefined {
  return tags.get(answer);
}

export interface ClientOptions {
  /** The address of the shop: "https://shop.example". */
  readonly url: string;
  /** A key, or an access token of the account door. A function is called for each request. */
  readonly token?: string | (() => string | Promise<string>);
  /** The language of the sentences of problems: "nl". */
  readonly language?: string;
  readonly fetch?: typeof fetch;
}

export function createClient(options: ClientOptions): Client {
  const names = Object.keys(ADDRESSES) as Id[];
  const functions = names.map((name) => [
    name,
    (asked?: Parts, callOptions?: Options) => call(options, name, asked ?? {}, callOptions ?? {}),
  ]);
  return Object.fromEntries(functions) as Client;
}

interface Parts {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

async function call(client: ClientOptions, name: Id, asked: Parts, options: Options): Promise<unknown> {
  const [method, path, type] = ADDRESSES[name];
  const { token, language } = client;
  const secret = typeof token === "function" ? await token() : token;
  const isFile = asked.body instanceof Blob;
  const headers = new Headers();
  if (secret !== undefined) headers.set("authorization", `Bearer ${secret}`);
  if (language !== undefined) headers.set("accept-language", language);
  if (options.ifMatch !== undefined) headers.set("if-match", options.ifMatch);
  if (method !== "GET") headers.set("idempotency-key", options.idempotencyKey ?? newKey());
  if (asked.body !== undefined && !isFile) headers.set("content-type", type);
  const send = client.fetch ?? fetch;
  const answer = await send(addressOf(client.url, path, asked), {
    method,
    headers,
    signal: options.signal ?? null,
    body: asked.body === undefined ? null : isFile ? (asked.body as Blob) : JSON.stringify(asked.body),
  });
  const answerType = answer.headers.get("content-type") ?? "";
  if (!answer.ok) throw await problemIn(answer, answerType);
  if (answer.status === 204) return null;
  if (!answerType.startsWith("application/json")) return answer;
  const value: object = await answer.json();
  const tag = answer.headers.get("etag");
  if (tag !== null) tags.set(value, tag);
  return value;
}

/** It need not be secret, only new. `crypto.randomUUID` is missing on plain http and in older runtimes. */
function newKey(): string {
  const random = () => Math.random().toString(36).slice(2);
  return `${Date.now().toString(36)}-${random()}${random()}`;
}

function addressOf(url: string, path: string, { path: params = {}, query = {} }: Parts): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const address = new URL(filled, url);
  for (const [name, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) address.searchParams.append(name, String(each));
  return address;
}

async function problemIn(answer: Response, type: string): Promise<ApiProblem> {
  const wait = answer.headers.get("retry-after");
  const problem = type.startsWith("application/problem+json")
    ? ((await answer.json()) as Problem)
    : // Of a proxy before the shop.
      {
        type: "about:blank",
        title: answer.statusText,
        status: answer.status,
        detail: answer.statusText,
        reason: "unexpected",
        instance: "",
      };
  return new ApiProblem(problem, wait === null ? null : Number(wait));
}
