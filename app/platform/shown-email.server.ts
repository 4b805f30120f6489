import { domainToUnicode } from "node:url";

/** An email address for people to read: "anna@müller.de" for the stored "anna@xn--mller-kva.de". */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf("@") + 1;
  return email.slice(0, at) + (domainToUnicode(email.slice(at)) || email.slice(at));
}
