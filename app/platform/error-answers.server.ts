import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type ServerBuild } from "react-router";
import { DatabaseUnavailable } from "./database-unavailable.server.ts";
import { logger } from "./log.server.ts";
import { Refused } from "./refused.server.ts";
import { currentRequest } from "./request-context.server.ts";

type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;

/** In seconds: long enough for a restart of the database. */
export const RETRY_AFTER = { "retry-after": "10" } as const;

/** The answer to a refusal: the nearest error page shows it. */
export function refusedAnswer({ message, status, headers, page }: Refused) {
  return data({ message, ...page }, { status, headers });
}

/**
 * Wraps a loader or an action, so that its errors become HTTP responses. A refusal is shown by the nearest error page,
 * with its status. When the database was unavailable, any error is attributed to this outage (503): libraries wrap it
 * in errors of their own, or treat the user as signed out.
 */
function answeringRoute(handler: Handler): Handler {
  return async (args) => {
    try {
      return await handler(args);
    } catch (error) {
      if (error instanceof Refused) throw refusedAnswer(error);
      const away = error instanceof DatabaseUnavailable ? error : currentRequest()?.outage;
      if (!away) throw error;
      logger.error({ err: away, path: new URL(args.request.url).pathname }, "a page failed");
      throw data(null, { status: 503 });
    }
  };
}

/** The routes of the build, with loaders and actions whose errors become HTTP responses. */
export function answeringErrors(routes: ServerBuild["routes"]): ServerBuild["routes"] {
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      if (!route) return [id, route];
      const { loader, action } = route.module;
      const module = {
        ...route.module,
        ...(loader && { loader: answeringRoute(loader as Handler) }),
        ...(action && { action: answeringRoute(action as Handler) }),
      };
      return [id, { ...route, module }];
    }),
  );
}
