import { href } from "react-router";
import type { z } from "zod";
import { m } from "#app/paraglide/messages.js";
import { DatabaseUnavailable } from "#app/platform/database-unavailable.server.ts";
import { env } from "#app/platform/env.server.ts";
import { RETRY_AFTER } from "#app/platform/error-answers.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { type Reason, Refused } from "#app/platform/refused.server.ts";
import { currentRequest } from "#app/platform/request-context.server.ts";

/** The field of the body that a refusal is about, by its reason. */
export type FieldOf = Readonly<Partial<Record<Reason, string>>>;

/** A fault of one field, or of one part of it: "body.photos.3". */
export interface Fault {
  readonly field: string;
  readonly detail: string;
}

interface Problem {
  readonly status: number;
  readonly reason: string;
  readonly detail: string;
  readonly errors?: readonly Fault[];
  /** Further members, which the refusal has as `problem` of its page. */
  readonly members?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a schema found in a part of the request. */
export class Faulty extends Error {
  readonly faults: readonly Fault[];

  constructor(part: "path" | "query" | "body", error: z.ZodError) {
    super("The request does not fit its schema.");
    this.faults = error.issues.flatMap((issue) => {
      const names = issue.code === "unrecognized_keys" ? issue.keys : [undefined];
      const detail = issue.code === "unrecognized_keys" ? m.api_unknown_field() : issue.message;
      return names.map((name) => ({
        field: [part, ...issue.path, ...(name === undefined ? [] : [name])].map(String).join("."),
        detail,
      }));
    });
  }
}

function problemOf(error: unknown, fieldOf: FieldOf): Problem {
  if (error instanceof Refused) {
    const { status, reason, message, headers, page } = error;
    const field = error.field ?? fieldOf[reason] ?? null;
    return {
      status,
      reason,
      detail: message,
      headers,
      ...(page.problem !== undefined && { members: page.problem as object }),
      ...(field !== null && { errors: [{ field: `body.${field}`, detail: message }] }),
    };
  }
  if (error instanceof Faulty) {
    const { faults } = error;
    return { status: 422, reason: "invalid", detail: m.api_invalid(), errors: faults.slice(0, 100) };
  }
  const away = error instanceof DatabaseUnavailable ? error : currentRequest()?.outage;
  logger.error({ err: away ?? error }, "an operation of the API failed");
  return away
    ? { status: 503, reason: "unavailable", detail: m.error_503_message(), headers: RETRY_AFTER }
    : { status: 500, reason: "unexpected", detail: m.error_500_message() };
}

/** Other names that clients read a member of a problem by. */
export type ProblemNames = Readonly<Record<string, "reason" | "detail">>;

/**
 * The answer to what an operation threw, by RFC 9457. `reason` is one of the closed list of `Refused`, "unavailable" or
 * "unexpected"; `type` is the place of the description that says what it means.
 */
export function problemAnswer(error: unknown, named: ProblemNames = {}, fieldOf: FieldOf = {}): Response {
  const { status, reason, detail, errors, headers, members } = problemOf(error, fieldOf);
  const values = { reason, detail };
  const challenge = reason === "key_missing" ? "Bearer" : `Bearer error="invalid_token"`;
  const problem = {
    ...Object.fromEntries(Object.entries(named).map(([name, member]) => [name, values[member]])),
    ...members,
    type: `${env().baseUrl}${href("/api/docs")}#${reason}`,
    title: detail,
    status,
    detail,
    reason,
    instance: `urn:request:${currentRequest()?.id ?? ""}`,
    ...(errors && { errors }),
  };
  const text = JSON.stringify(problem);
  return new Response(text, {
    status,
    headers: {
      ...headers,
      ...(status === 401 && { "www-authenticate": challenge }),
      "content-type": "application/problem+json",
      "content-length": String(Buffer.byteLength(text)),
    },
  });
}
