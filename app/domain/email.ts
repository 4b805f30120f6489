export const EMAIL_MAX = 254;

const NOT_ASCII = /[^\0-\x7f]/;
/** What a URL parser would not read as a part of the domain. */
const NO_DOMAIN = /[\s/?#:@%[\]\\<>^|]/;

/** An address as `tidyEmail` returns it. It is Zod's pattern, and top-level domains like "xn--p1ai" (".рф"). */
export const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/;

/**
 * An email address as the shop stores it: in lower case, and its domain in ASCII ("anna@müller.de" is
 * "anna@xn--mller-kva.de"), as a browser sends it from a field for email addresses. A domain that cannot be read stays as
 * it is, and is refused when the address is checked.
 */
export function tidyEmail(raw: string): string {
  const email = raw.trim().toLowerCase();
  const at = email.lastIndexOf("@") + 1;
  const domain = email.slice(at);
  if (at === 0 || !NOT_ASCII.test(domain) || NO_DOMAIN.test(domain)) return email;
  const url = `http://${domain}`;
  return URL.canParse(url) ? email.slice(0, at) + new URL(url).hostname : email;
}
