import type { ServerResponse } from "node:http";
import type { z } from "zod";
import type { Viewer } from "#app/domain/viewer.ts";
import type { FieldOf } from "./problem.server.ts";
import type { Scope } from "./scopes.ts";

/** The address of the API for people and shops, in this version. */
export const API_BASE = "/api/v1";

/**
 * Who may call an operation: anyone, also without a key; a key with this scope, or a person who signed in through the
 * account door; or only the latter, because no key may do it.
 */
export type Access = "anyone" | "session" | Scope;

/** A checked request of an operation. */
export interface Asked<Params, Query, Body, Who> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly viewer: Who;
  /** The key with which it is called; null for a person who signed in, and for nobody. */
  readonly keyId: string | null;
  /** The version (`Spec.version`) that If-Match named. The command writes nothing if the row has another one. */
  readonly seen: string | null;
  /** For the address of the client, and for files, which the operation reads itself. */
  readonly request: Request;
  /** Event streams write to it directly. */
  readonly outgoing: ServerResponse;
}

type Status = 200 | 201 | 202 | 204 | 302;

/** A value with another status than the first of its operation, or with headers of its own. */
export class Reply<Value> {
  readonly value: Value;
  readonly init: { readonly status?: Status; readonly headers?: Readonly<Record<string, string>> };

  constructor(value: Value, init: Reply<Value>["init"]) {
    this.value = value;
    this.init = init;
  }
}

interface Spec<
  Who extends Access,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Value extends z.ZodType,
> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the address of the API, with the names of its parameters: "/favorites/{listing_id}". */
  readonly path: `/${string}`;
  /** Unique; the generated client calls its function so: "listFavorites". */
  readonly id: string;
  /** One sentence in English, for the description of the API. */
  readonly summary: string;
  readonly access: Who;
  /** An object with a text for each parameter of the path. */
  readonly params?: Params;
  readonly query?: Query;
  /** Of a JSON body, a strict object. Without it, the body is not read, or by `run` (`takesFile`). */
  readonly body?: Body;
  /** The body is a file of this type (or these), which `run` reads. */
  readonly takesFile?: string;
  /** Null when the answer has no content. */
  readonly answer: Value | null;
  /** By default 200, or 204 for no content. Of several, the first is the default; `run` answers others by a `Reply`. */
  readonly status?: Status | readonly [Status, ...Status[]];
  /** The answer shows a secret: a repeated request is refused, not answered again. */
  readonly showsSecret?: true;
  /** The answer is no JSON: an event stream or a file. */
  readonly answerType?: string;
  /** The fields of the body that refusals are about. */
  readonly fieldOf?: FieldOf;
  /** A body that works, for the description. A test sends it. */
  readonly example?: z.input<Body>;
  /**
   * What the answer to a request without a key depends on: tags of the page cache, which keeps it. Undefined for an
   * answer that also depends on the language of the request, or that few ask for.
   */
  readonly tags?: (asked: {
    params: z.output<Params>;
    query: z.output<Query>;
  }) => readonly string[] | undefined;
  /** The version of what a GET of the same path answers with. The command compares it (`seen`) once it has locked the row. */
  readonly version?: (asked: { params: z.output<Params>; viewer: Viewer }) => Promise<string | null>;
  /** After this day the operation may be gone: "2027-06-30". `successor` is the path that replaces it. */
  readonly sunset?: { readonly day: string; readonly successor: string };
  run(
    asked: Asked<
      z.output<Params>,
      z.output<Query>,
      z.output<Body>,
      Who extends "anyone" ? Viewer | null : Viewer
    >,
  ): Promise<z.input<Value> | Reply<z.input<Value>> | Response | undefined>;
}

// biome-ignore lint/suspicious/noExplicitAny: operations of all shapes stand in one list, and the door has checked them
export type Operation = Spec<Access, any, any, any, any>;

/**
 * One operation of the API: everything that the door, the description, the client and the tests know of it. `run` calls
 * the same query or command as the pages do; it throws `Refused`.
 */
export function operation<
  Who extends Access,
  Value extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(spec: Spec<Who, Params, Query, Body, Value>): Operation {
  return spec as unknown as Operation;
}

/** The statuses of the answers of an operation, the default first. */
export function statusesOf({ status, answer }: Pick<Operation, "status" | "answer">): readonly Status[] {
  return status === undefined ? [answer === null ? 204 : 200] : [status].flat();
}
