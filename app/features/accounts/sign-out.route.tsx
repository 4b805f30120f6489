import { redirect } from "react-router";
import type { Route } from "./+types/sign-out.route.ts";
import { signOut } from "./commands.server.ts";

/** Signing out is a form that is sent; an address that somebody opens must not do it. */
export function loader() {
  return redirect("/");
}

export async function action({ request }: Route.ActionArgs) {
  return redirect("/", { headers: await signOut(request) });
}
