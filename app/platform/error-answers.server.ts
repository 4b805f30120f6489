import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type ServerBuild,
} from "react-router";
import { DatabaseUnavailable } from "./database-unavailable.server.ts";
import { logger } from "./log.server.ts";
import { Refused } from "./refused.server.ts";
import { currentRequest } from "./request-context.server.ts";

type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;

/** Seconds; long enough for a restart of the database. */
export const RETRY_AFTER = { "retry-after": "10" } as const;

/** The response to a refusal, which the nearest error page shows. */
export function refusedAnswer({ message, status, headers, page }: Refused) {
  return data({ message, ...page }, { status, headers });
}

/**
 * Turns refusals and outages of the database into HTTP responses. While the database is unavailable, any error counts
 * as the outage (503): libraries wrap it in errors of their own.
 */
function answeringRoute(handler: Handler): Handler {
  return async (args) => {
    const current = currentRequest();
    if (current) current.route ??= args.pattern;
    try {
      return await handler(args);
    } catch (error) {
      if (error instanceof Refused) throw refusedAnswer(error);
      // Above all a redirect, also after an outage from which its loader recovered.
      if (error instanceof Response) throw error;
      const away = error instanceof DatabaseUnavailable ? error : current?.outage;
      if (!away) throw error;
      logger.error({ err: away, path: new URL(args.request.url).pathname }, "a page failed");
      throw data(null, { status: 503 });
    }
  };
}

/** Headers of the body of an action's or a loader's `Response`, which is not the page that is sent. */
const OF_ANOTHER_BODY = ["content-length", "content-encoding"];

/** React Router sends only cookies of loaders and actions by itself. */
function sentHeaders({ loaderHeaders, actionHeaders, errorHeaders, parentHeaders }: HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  for (const [name, value] of [loaderHeaders, actionHeaders, errorHeaders ?? []].flatMap((some) => [...some]))
    if (name !== "set-cookie" && !OF_ANOTHER_BODY.includes(name)) headers.set(name, value);
  return headers;
}

/** The routes of the build, whose loaders and actions turn errors into HTTP responses, and send their headers. */
export function answeringErrors(routes: ServerBuild["routes"]): ServerBuild["routes"] {
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      if (!route) return [id, route];
      const { loader, action } = route.module;
      const module = {
        ...route.module,
        headers: sentHeaders,
        ...(loader && { loader: answeringRoute(loader as Handler) }),
        ...(action && { action: answeringRoute(action as Handler) }),
      };
      return [id, { ...route, module }];
    }),
  );
}
