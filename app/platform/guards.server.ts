import { createContext, type MiddlewareFunction, type RouterContext } from "react-router";
import type { Viewer } from "#app/domain/viewer.ts";
import { requireConfirmed, requireViewer } from "./session.server.ts";

/** The user of a route that is guarded by `signedIn`. */
export const signedInViewer = createContext<Promise<Viewer>>();

/** The user of a route that is guarded by `confirmed`. */
export const confirmedViewer = createContext<Promise<Viewer>>();

/** Route middleware: redirects a signed-out visitor to sign in, and then back (M2.22). */
export const signedIn = guard(requireViewer, signedInViewer);

/** Route middleware for what a stranger at an open laptop must not do: first asks to confirm the identity (A7.15). */
export const confirmed = guard(requireConfirmed, confirmedViewer);

function guard(
  require: (request: Request) => Promise<Viewer>,
  known: RouterContext<Promise<Viewer>>,
): MiddlewareFunction<Response> {
  return async ({ request, context }) => {
    const viewer = require(request);
    context.set(known, viewer);
    await viewer.catch((error: unknown) => {
      if (error instanceof Response) throw error;
      // Any other error is thrown by the loader, which awaits it too: its error page has the frame of the root route.
    });
  };
}
