import { href, redirect } from "react-router";
import { z } from "zod";
import { SESSION_SCOPES, signOut } from "#app/features/accounts/security/sessions.server.ts";
import { m } from "#app/paraglide/messages.js";
import { pageOf, viewerOf } from "#app/platform/session.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/sign-out.route.ts";

/** Signing out needs a submitted form; opening a URL must not sign out. */
export function loader() {
  return redirect(href("/"));
}

const schema = z.object({ scope: z.enum(SESSION_SCOPES).catch("local") });

/** Ends the sessions in `scope`, by default this one. */
export function action({ request }: Route.ActionArgs) {
  return submit(request, {
    who: viewerOf,
    schema,
    command: async ({ scope }) => {
      const headers = await signOut(request, scope);
      if (scope === "others")
        return { to: href("/profile/security"), headers, toast: { title: m.security_others_gone() } };
      // A sell form needs a signed-in user, so signing out there leads to the sign-in page.
      const [left = ""] = pageOf(request).split("?");
      const isForm = /\/sell\/(?!individual$|business$)[^/]+$|\/edit$/.test(left);
      return { to: isForm ? href("/auth") : "/", headers };
    },
  });
}
