import { expect } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { refusedAnswer } from "#app/platform/error-answers.server.ts";
import { confirmedViewer, moderator, operator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import {
  requireConfirmed,
  requireStaff,
  requireViewer,
  sendRenewedSession,
} from "#app/platform/session.server.ts";

export type Outcome = {
  status: number;
  location: string | null;
  headers: Headers;
  data: unknown;
};

type Args = { request: Request; url: URL; params: Record<string, string>; pattern: string; context: unknown };
type RouteFunction = (args: never) => unknown;

export type Fields = Record<string, string | readonly string[] | File> | FormData | URLSearchParams;

let visitors = 0;

/**
 * Stands for a browser in tests that call loaders and actions directly. It creates their Requests, with one IP
 * address for each visitor, and keeps cookies.
 */
export class Visitor {
  readonly cookies = new Map<string, string>();
  /** Each visitor has another IP address, so that rate limits do not affect other tests. */
  address = `203.0.113.${++visitors % 250}`;
  agent = "";

  request(path: string, init: RequestInit = {}): Request {
    const headers = new Headers(init.headers);
    headers.set("x-client-ip", this.address);
    if (this.agent) headers.set("user-agent", this.agent);
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookies) headers.set("cookie", cookies);
    return new Request(new URL(path, env().baseUrl), { ...init, headers });
  }

  open(loader: RouteFunction, path: string, params: Record<string, string> = {}): Promise<Outcome> {
    return this.run(loader, this.request(path), params);
  }

  submit(
    action: RouteFunction,
    path: string,
    fields: Fields,
    params: Record<string, string> = {},
  ): Promise<Outcome> {
    return this.run(action, this.request(path, { method: "POST", body: bodyOf(fields) }), params);
  }

  /** Sends what `call` (app/ui/call.ts) sends. */
  call(
    action: RouteFunction,
    path: string,
    fields: Fields,
    params: Record<string, string> = {},
  ): Promise<Outcome> {
    const headers = { accept: "application/json" };
    return this.run(action, this.request(path, { method: "POST", body: bodyOf(fields), headers }), params);
  }

  async run(route: RouteFunction, request: Request, params: Record<string, string> = {}): Promise<Outcome> {
    const args: Args = {
      request,
      url: new URL(request.url),
      params,
      pattern: "",
      context: guardedContext(request),
    };
    const outcome = await outcomeOf(() => route(args as never));
    // As the host does.
    sendRenewedSession(request, outcome.headers);
    for (const cookie of outcome.headers.getSetCookie()) this.keep(cookie);
    return outcome;
  }

  private keep(setCookie: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
    if (/max-age=0\b/i.test(setCookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/**
 * A router context with the values that route guards set (guards.server.ts). Guards are middleware, which does not run
 * when a test calls a loader or an action directly.
 */
export function guardedContext(request: Request) {
  return {
    get(key: unknown) {
      if (key === moderator) return requireStaff(request, "moderator");
      if (key === operator) return requireStaff(request, "operator");
      return key === confirmedViewer ? requireConfirmed(request) : requireViewer(request);
    },
  };
}

function bodyOf(fields: Fields): FormData | URLSearchParams {
  if (fields instanceof FormData || fields instanceof URLSearchParams) return fields;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, one);
  }
  return form;
}

async function outcomeOf(run: () => unknown): Promise<Outcome> {
  let result: unknown;
  try {
    result = await run();
  } catch (thrown) {
    result = thrown instanceof Refused ? refusedAnswer(thrown) : thrown;
    if (!isAnswer(result)) throw thrown;
  }
  if (result instanceof Response) {
    const { status, headers } = result;
    return { status, headers, location: headers.get("location"), data: await result.text() };
  }
  if (isAnswer(result)) {
    const { status = 200, headers } = result.init ?? {};
    return { status, headers: new Headers(headers), location: null, data: result.data };
  }
  return { status: 200, headers: new Headers(), location: null, data: result };
}

function isAnswer(value: unknown): value is { data: unknown; init: ResponseInit | null } {
  if (value instanceof Response) return true;
  return (value as { type?: unknown } | null)?.type === "DataWithResponseInit";
}

/** For `toMatchObject`: the outcome of a request that is refused with this message, or with one like this pattern. */
export function refusal(status: number, message: string | RegExp) {
  return { status, data: { message: message instanceof RegExp ? expect.stringMatching(message) : message } };
}

/** For `toMatchObject`: the outcome of a form with these faults, by the names of its fields. */
export function faults(error: Readonly<Record<string, readonly unknown[]>>) {
  return { status: 422, data: { result: { error } } };
}

/** For `toMatchObject`: the outcome of a request that did its work, and says so in a toast. */
export function toasted(title: string) {
  return { status: 200, data: { ok: true, toast: { title } } };
}

/** The faults of the form that an outcome shows again, by the names of its fields. */
export function faultsIn({ data }: Pick<Outcome, "data">): Record<string, string[]> | undefined {
  return (data as { result: { error?: Record<string, string[]> } }).result.error;
}
