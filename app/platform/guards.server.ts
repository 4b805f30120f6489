import { createContext, type MiddlewareFunction, type RouterContext } from "react-router";
import type { StaffMember, Viewer } from "#app/domain/viewer.ts";
import { isNavigation } from "./form.server.ts";
import { Refused } from "./refused.server.ts";
import { pageOf, requireConfirmed, requireStaff, requireViewer, viewerOf } from "./session.server.ts";
import { signInRedirect } from "./sign-in.server.ts";

/** Set in routes with the middleware `signedIn`. */
export const signedInViewer = createContext<Promise<Viewer>>();

/** Set in routes with the middleware `confirmed`. */
export const confirmedViewer = createContext<Promise<Viewer>>();

/** Set in routes with the middleware `moderating`; it may be an operator. */
export const moderator = createContext<Promise<StaffMember>>();

/** Set in routes with the middleware `operating`. */
export const operator = createContext<Promise<StaffMember>>();

/** Route middleware: redirects a signed-out visitor to sign in, and then back. */
export const signedIn = guard(requireViewer, signedInViewer);

/** Route middleware for sensitive actions: lets users confirm their identity first. */
export const confirmed = guard(requireConfirmed, confirmedViewer);

/**
 * Route middleware for moderators and operators; for all others, the page does not exist (decision 0089). Each loader
 * and action must await `moderator`, which rejects with this 404: a 404 from the middleware would lack header and menu.
 */
export const moderating = guard((request) => requireStaff(request, "moderator"), moderator);

/** Like `moderating`, for operators only. */
export const operating = guard((request) => requireStaff(request, "operator"), operator);

/**
 * `requireViewer` for forms and calls of pages that visitors see too: a script gets a refusal with this text, a browser
 * without JavaScript the sign-in page.
 * @param next what comes after signing in, made from the page of the form
 */
export function signedInOr(
  text: () => string,
  next = (page: string) => page,
): (request: Request) => Promise<Viewer> {
  return async (request) => {
    const viewer = await viewerOf(request);
    if (viewer) return viewer;
    if (isNavigation(request)) throw signInRedirect(next(pageOf(request)), text());
    throw new Refused("signed_out", { text: text() });
  };
}

function guard<Person extends Viewer>(
  require: (request: Request) => Promise<Person>,
  guarded: RouterContext<Promise<Person>>,
): MiddlewareFunction<Response> {
  return async ({ request, context }) => {
    const viewer = require(request);
    context.set(guarded, viewer);
    await viewer.catch((error: unknown) => {
      if (error instanceof Response) throw error;
      // The loader awaits the user too, and throws the error. Its error page has the header and the menu.
    });
  };
}
