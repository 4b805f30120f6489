import type { ServerResponse } from "node:http";
import { type Context, Hono } from "hono";
import { accepts } from "hono/accepts";
import { baseLocale, type Locale, locales } from "#app/paraglide/runtime.js";
import { json } from "#app/platform/form.server.ts";
import { pageCache } from "#app/platform/page-cache.server.ts";
import { clientAddress, countInMemory } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { readFromReplica } from "#app/platform/replicas.server.ts";
import { currentRequest, inRequest } from "#app/platform/request-context.server.ts";
import { hashOf } from "#app/platform/signature.server.ts";
import { type Caller, callerOf, checkAccess } from "./bearer.server.ts";
import { allowOrigin, preflight } from "./cross-origin.server.ts";
import { once } from "./idempotency.server.ts";
import { hasTag, keep, PUBLIC_POLICY } from "./kept.server.ts";
import { type Operation, Reply, statusesOf } from "./operation.server.ts";
import { type FieldOf, type ProblemNames, problemAnswer } from "./problem.server.ts";
import { bodyBytes, checked, parsed, queryOf } from "./read-request.server.ts";

/** What the host knows of a request. */
interface Info {
  readonly outgoing: ServerResponse;
  readonly requestId?: string;
  route?: string;
}

type HostContext = Context<{ Bindings: Info }>;

/** The operations below one address, and the version of which they are. */
export interface Api {
  readonly base: `/${string}`;
  readonly operations: readonly Operation[];
  readonly problemNames?: ProblemNames;
  /** Its answers have secrets: a repeated request is refused, not answered again. */
  readonly isSecret?: true;
}

/**
 * The one door of the API. It asks who calls, counts, reads and checks the request, runs the operation at most once for
 * an Idempotency-Key, and answers in JSON, or with a problem.
 */
export function apiDoor(api: Api): (request: Request, info: Info) => Promise<Response> {
  const { base, operations } = api;
  const app = new Hono<{ Bindings: Info }>();
  const pattern = (path: string) => base + path.replace(/\{(\w+)\}/g, ":$1");
  app.options("*", (c) => answered(c, api, "/*", () => preflight(c.req.raw)));
  for (const each of operations)
    app.on(each.method, pattern(each.path), (c) =>
      answered(
        c,
        api,
        each.path,
        async (caller) => announced(each, await answerTo(each, api, c, caller)),
        each.fieldOf,
      ),
    );
  for (const path of new Set(operations.map((each) => each.path))) {
    const methods = operations.filter((each) => each.path === path).map(({ method }) => method);
    app.all(pattern(path), (c) =>
      answered(c, api, path, async () => {
        const answer = problemAnswer(new Refused("method_not_allowed"), api.problemNames);
        const heads = methods.includes("GET") ? ["HEAD"] : [];
        answer.headers.set("allow", [...methods, ...heads, "OPTIONS"].join(", "));
        return answer;
      }),
    );
  }
  app.notFound((c) =>
    answered(c as HostContext, api, "/*", () => Promise.reject(new Refused("operation_unknown"))),
  );
  return async (request, info) => app.fetch(request, info);
}

function localeFor(c: HostContext): Locale {
  const supports = [...locales] as string[];
  const languageOf = (tag: string) => tag.toLowerCase().split("-")[0];
  const wanted = accepts(c, {
    header: "Accept-Language",
    supports,
    default: baseLocale,
    // "de-CH" asks for German, of which there is one kind.
    match(tags, config) {
      for (const { type } of tags.filter(({ q }) => q > 0).toSorted((a, b) => b.q - a.q)) {
        const exact = supports.find((locale) => locale.toLowerCase() === type.toLowerCase());
        const locale = exact ?? supports.find((each) => languageOf(each) === languageOf(type));
        if (locale !== undefined) return locale;
      }
      return config.default;
    },
  });
  return wanted as Locale;
}

/** Runs what answers a request, with its context; turns what it throws into a problem; adds the headers of all answers. */
function answered(
  c: HostContext,
  { base, problemNames }: Api,
  path: string,
  run: (caller: Caller | null) => Promise<Response>,
  fieldOf?: FieldOf,
): Promise<Response> {
  const request = c.req.raw;
  const { requestId: id = "" } = c.env;
  c.env.route = base + path;
  // A browser's session must not count, also not for what a command reads from the request.
  request.headers.delete("cookie");
  return inRequest({ id, locale: localeFor(c), leavesSessionEnd: true }, async () => {
    let caller: Caller | null = null;
    let answer: Response;
    let uses = {};
    try {
      const client = clientAddress(request);
      const count = async (...use: Parameters<typeof countInMemory>) => {
        const { seconds, ...headers } = await countInMemory(...use);
        uses = headers;
        if (seconds !== null) throw new Refused("too_often", { seconds });
      };
      // An address that has sent too many wrong keys is refused before the database looks up another one.
      if (request.headers.has("authorization")) await count("api_wrong_key", client, 0);
      caller = await callerOf(request).catch(async (error: unknown) => {
        if (error instanceof Refused) await count("api_wrong_key", client);
        throw error;
      });
      await count("api_client", caller?.id ?? client);
      answer = await run(caller);
    } catch (error) {
      answer = problemAnswer(error, problemNames, fieldOf);
    }
    // A stream was answered with its headers already.
    if (c.env.outgoing.headersSent) return answer;
    for (const [name, value] of Object.entries(uses)) answer.headers.set(name, String(value));
    allowOrigin(request, answer.headers, caller);
    return answer;
  });
}

async function answerTo(
  operation: Operation,
  { base, operations, isSecret }: Api,
  c: HostContext,
  caller: Caller | null,
): Promise<Response> {
  const request = c.req.raw;
  checkAccess(operation.access, caller);
  const params = checked("path", operation.params, c.req.param());
  const query = checked("query", operation.query, queryOf(request.url));
  const bytes = operation.body ? await bodyBytes(request) : new Uint8Array();
  const body = operation.body && checked("body", operation.body, parsed(bytes));
  const { outgoing } = c.env;
  const keyId = caller && caller.scopes !== null ? caller.id : null;
  const asked = { params, query, body, viewer: caller?.viewer ?? null, keyId, seen: null, request, outgoing };
  if (operation.answerType === "text/event-stream") {
    const headers = new Headers();
    allowOrigin(request, headers, caller);
    outgoing.setHeaders(headers);
  }
  if (operation.method === "GET") {
    const since = pageCache.version();
    const tags = caller ? undefined : operation.tags?.(asked);
    const context = currentRequest();
    // Everybody may read this answer. A client without a key has written nothing that a replica may still lack.
    if (tags && context) readFromReplica(context, null);
    const kept = tags && { tags, route: base + operation.path, since };
    return withTag(request, await present(operation, asked), kept);
  }
  const run = async () => {
    const seen = await matchedVersion(operations, operation, asked);
    return present(operation, { ...asked, seen });
  };
  const key = request.headers.get("idempotency-key");
  // A file is not read here, so its repetition would not be recognised. Another photo that nobody uses is deleted.
  if (key === null || !caller || operation.takesFile) return run();
  const sent = `${request.method} ${c.req.path}${new URL(request.url).search} ${hashOf(Buffer.from(bytes).toString("latin1"))}`;
  const hidden = isSecret === true || operation.showsSecret === true;
  return once({ person: caller.viewer.id, key, request: sent, isSecret: hidden }, run);
}

/** The answer of an operation that may be gone after a day says so (RFC 8594). */
function announced({ sunset }: Operation, answer: Response): Response {
  if (!sunset) return answer;
  answer.headers.set("sunset", new Date(sunset.day).toUTCString());
  answer.headers.append("link", `<${sunset.successor}>; rel="successor-version"`);
  return answer;
}

type Asked = Parameters<Operation["run"]>[0];

async function present(operation: Operation, asked: Asked): Promise<Response> {
  const result = await operation.run(asked);
  // The adapter replaces the global Response, so the answer of a stream is not an instance of it.
  if (asked.outgoing.headersSent || result instanceof Response) return result as Response;
  const { value, init } = result instanceof Reply ? result : new Reply(result, {});
  const [first] = statusesOf(operation);
  const { status = first, headers } = init;
  // The tests of all operations would find it, and no program meets what the description does not name.
  if (status === undefined || !statusesOf(operation).includes(status))
    throw new Error(`${operation.id} is not described with the status ${status}.`);
  if (operation.answer === null) return new Response(null, { status, ...(headers && { headers }) });
  return json(value, { status, ...(headers && { headers }) });
}

async function tagOf(answer: Response): Promise<{ tag: string; text: string }> {
  const text = await answer.text();
  return { tag: `"${hashOf(text).slice(0, 27)}"`, text };
}

/** The answer with its ETag; 304 if the client has it already. */
async function withTag(
  request: Request,
  answer: Response,
  kept?: Parameters<typeof keep>[3],
): Promise<Response> {
  if (answer.status !== 200 || answer.headers.get("content-type") !== "application/json") return answer;
  const { tag, text } = await tagOf(answer);
  const { headers } = answer;
  headers.set("etag", tag);
  if (kept) {
    headers.set("cache-control", PUBLIC_POLICY);
    keep(request, text, tag, kept);
  }
  if (hasTag(request, "if-none-match", tag)) {
    headers.delete("content-type");
    headers.delete("content-length");
    return new Response(null, { status: 304, headers });
  }
  return new Response(text, { headers });
}

/**
 * Compares If-Match with what a GET of the same address would answer now. @throws Refused "precondition_failed"
 * @returns the version of that, which is read first: what changes meanwhile has another one
 */
async function matchedVersion(
  operations: readonly Operation[],
  operation: Operation,
  asked: Asked,
): Promise<string | null> {
  const wanted = asked.request.headers.get("if-match");
  if (wanted === null) return null;
  const { params, viewer } = asked;
  const version = (viewer && (await operation.version?.({ params, viewer }))) ?? null;
  const read = operations.find(({ method, path }) => method === "GET" && path === operation.path);
  if (!read) throw new Refused("precondition_failed");
  const query = checked("query", read.query, {});
  const { tag } = await tagOf(await present(read, { ...asked, query, body: undefined }));
  if (!hasTag(asked.request, "if-match", tag)) throw new Refused("precondition_failed");
  return wanted.split(/,\s*/).includes("*") ? null : version;
}
