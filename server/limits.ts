import type { MiddlewareHandler } from "hono";
import { href } from "react-router";
import { sellPath } from "#app/domain/categories/paths.ts";
import { CATEGORIES, categoryOfPlural } from "#app/domain/categories/registry.ts";
import { splitLocale } from "#app/domain/local-path.ts";
import { UPLOADS_PATH } from "#app/features/stock/upload/view.ts";
import { m } from "#app/paraglide/messages.js";
import { bytesOf, FORM_LIMITS } from "#app/platform/body.server.ts";
import { refuseTooLarge } from "#app/platform/form.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import { inRequest } from "#app/platform/request-context.server.ts";

/** Paths for files. Their routes check the sender first, and limit the body while they read it. */
const FILE_PATHS = [href("/photos"), href("/profile/picture"), href("/sell/business"), UPLOADS_PATH];

/** Reports may have pictures. */
const REPORT_PATH = /^\/report\/[a-z]+\/[^/]+$/;

const SELL_PATHS = CATEGORIES.map(sellPath);
const EDIT_PATH = /^\/([a-z]+)\/[^/]+\/edit$/;

function takesFiles(path: string): boolean {
  const page = splitLocale(path).path.replace(/\.data$/, "");
  const [, plural = ""] = EDIT_PATH.exec(page) ?? [];
  const isListingForm = SELL_PATHS.includes(page) || categoryOfPlural(plural) !== undefined;
  return isListingForm || FILE_PATHS.includes(page) || REPORT_PATH.test(page);
}

/**
 * Reads the body before the route runs, unless the path takes files. Refuses a body that is larger than any form (413),
 * or that stalls (408). Paths that take files limit their bodies themselves.
 */
export const limitBodies: MiddlewareHandler = async (c, next) => {
  if (c.req.method === "GET" || c.req.method === "HEAD" || takesFiles(c.req.path)) return next();
  const context = { id: c.req.header("x-request-id") ?? "", locale: splitLocale(c.req.path).locale };
  let body: Uint8Array<ArrayBuffer> | Refused;
  try {
    body = await inRequest(context, () => orRefused(bytesOf(c.req.raw, FORM_LIMITS).catch(refuseTooLarge)));
  } catch (error) {
    if (c.req.raw.signal.aborted) return c.body(null, 400);
    throw error;
  }
  if (body instanceof Refused) {
    const { status, message, headers } = body;
    const isForScript = c.req.header("accept")?.includes("application/json");
    return isForScript
      ? Response.json({ error: message }, { status, headers })
      : new Response(message, { status, headers });
  }
  c.req.raw = new Request(c.req.raw, { body });
  return next();
};

// Far more than all filters of a page send.
const MAX_QUERY_FIELDS = 1_000;

/** The refusal (414) of a URL with too many fields, before it is parsed; null for other URLs. */
export function refusedAddress({ url }: Request): Response | null {
  if (url.length <= MAX_QUERY_FIELDS) return null;
  let fields = 0;
  for (let at = url.indexOf("&"); at !== -1; at = url.indexOf("&", at + 1)) fields++;
  if (fields < MAX_QUERY_FIELDS) return null;
  const { locale } = splitLocale(new URL(url).pathname);
  return new Response(m.error_address_too_long({}, { locale }), { status: 414 });
}
