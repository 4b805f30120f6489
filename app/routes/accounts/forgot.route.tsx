import { href, redirect } from "react-router";

/** Redirects a short URL to the form of /auth that asks for a new password. */
export function loader() {
  return redirect(`${href("/auth")}?mode=forgot`);
}
