import { href, redirect } from "react-router";

/** A short address for a form of /auth. */
export function loader() {
  return redirect(`${href("/auth")}?mode=forgot`);
}
