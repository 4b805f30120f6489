// Reads the parts of a request, and checks them by the schemas of its operation.
import { z } from "zod";
import { m } from "#app/paraglide/messages.js";
import { getLocale, type Locale } from "#app/paraglide/runtime.js";
import { bytesOf, FORM_LIMITS, legibleJson } from "#app/platform/body.server.ts";
import { refuseTooLarge } from "#app/platform/form.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { Faulty } from "./problem.server.ts";

/** What Zod says in the languages that it says it in; a schema's texts come first. */
const ZOD_TEXTS: Partial<Record<Locale, z.core.$ZodErrorMap>> = {
  nl: z.locales.nl().localeError,
  de: z.locales.de().localeError,
  fr: z.locales.fr().localeError,
};

/** What a schema makes of a part of the request; without one, only the query is checked, which is to be empty. @throws Faulty */
export function checked(
  part: "path" | "query" | "body",
  schema: z.ZodType | undefined,
  value: unknown,
): unknown {
  if (!schema && part !== "query") return undefined;
  refuseUnstorable(part, value, []);
  const result = (schema ?? z.strictObject({})).safeParse(value, { error: ZOD_TEXTS[getLocale()] });
  if (!result.success) throw new Faulty(part, result.error);
  return result.data;
}

/** The database can store neither NUL nor half of a surrogate pair. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

function refuseUnstorable(part: "path" | "query" | "body", value: unknown, path: PropertyKey[]): void {
  if (typeof value === "string" && UNSTORABLE.test(value)) {
    const issue = { code: "custom" as const, path: [...path], message: m.profile_text_characters() };
    throw new Faulty(part, new z.ZodError([issue]));
  }
  if (value === null || typeof value !== "object") return;
  for (const name of Object.keys(value)) {
    path.push(name);
    refuseUnstorable(part, (value as Record<string, unknown>)[name], path);
    path.pop();
  }
}

/** The query of an address. A repeated name has a list of values. */
export function queryOf(url: string): Record<string, string | string[]> {
  const { searchParams } = new URL(url);
  const names = new Set(searchParams.keys());
  return Object.fromEntries(
    [...names].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}

/** @throws Refused "body_no_json_type", "error_too_large" */
export async function bodyBytes(request: Request): Promise<Uint8Array> {
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(request.headers.get("content-type") ?? ""))
    throw new Refused("body_no_json_type");
  return bytesOf(request, { bytes: FORM_LIMITS.bytes }).catch(refuseTooLarge);
}

/** @throws Refused "body_no_json" */
export function parsed(bytes: Uint8Array): unknown {
  try {
    return legibleJson(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    throw new Refused("body_no_json");
  }
}
