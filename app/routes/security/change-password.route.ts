import { href, redirect } from "react-router";

/** /.well-known/change-password: where password managers send people (https://w3c.github.io/webappsec-change-password-url). */
export function loader() {
  return redirect(href("/profile/security/password"));
}
