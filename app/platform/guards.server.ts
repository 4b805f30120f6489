import { createContext, type MiddlewareFunction, type RouterContext } from "react-router";
import type { StaffMember, Viewer } from "#app/domain/viewer.ts";
import { requireConfirmed, requireStaff, requireViewer } from "./session.server.ts";

/** The user of a route that is guarded by `signedIn`. */
export const signedInViewer = createContext<Promise<Viewer>>();

/** The user of a route that is guarded by `confirmed`. */
export const confirmedViewer = createContext<Promise<Viewer>>();

/** The moderator, or the operator, of a route that is guarded by `moderating`. */
export const moderator = createContext<Promise<StaffMember>>();

/** The operator of a route that is guarded by `operating`. */
export const operator = createContext<Promise<StaffMember>>();

/** Route middleware: redirects a signed-out visitor to sign in, and then back (M2.22). */
export const signedIn = guard(requireViewer, signedInViewer);

/** Route middleware for sensitive actions: first asks users to confirm their identity (A7.15). */
export const confirmed = guard(requireConfirmed, confirmedViewer);

/**
 * Route middleware for moderators and operators. For all others the page does not exist (decision 0089). Each loader
 * and action must await `moderator`, which rejects with this 404. Thrown by the middleware, the 404 would be shown
 * without the header and menu of the site. A test tries all URLs.
 */
export const moderating = guard((request) => requireStaff(request, "moderator"), moderator);

/** Like `moderating`, for operators only. */
export const operating = guard((request) => requireStaff(request, "operator"), operator);

function guard<Person extends Viewer>(
  require: (request: Request) => Promise<Person>,
  known: RouterContext<Promise<Person>>,
): MiddlewareFunction<Response> {
  return async ({ request, context }) => {
    const viewer = require(request);
    context.set(known, viewer);
    await viewer.catch((error: unknown) => {
      if (error instanceof Response) throw error;
      // Any other error is thrown by the loader, which awaits the user too. Its error page has the header and menu of
      // the site.
    });
  };
}
