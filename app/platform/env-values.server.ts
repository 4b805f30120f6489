const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a host name or an IP address is this machine's loopback. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** The URL that a text is; undefined for none. */
export function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** The URL of a server at this host and port, without a slash at its end. */
export function originOf(host: string, port: number): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return `http://${name}${port === 80 ? "" : `:${port}`}`;
}

/** Whether a text is a URL with http or https. */
export function isWebAddress(text: string): boolean {
  return ["http:", "https:"].includes(urlOf(text)?.protocol ?? "");
}

/** Whether a text is the URL of a site, without a path; true for undefined. */
export function isOriginOrMissing(text: string | undefined): boolean {
  const url = text === undefined ? undefined : urlOf(text);
  const plain = url && url.pathname === "/" && !url.search && !url.hash && !url.username;
  return text === undefined || (plain === true && isWebAddress(text));
}

/** The parts of a text that are separated by commas. */
export function listOf(value = ""): string[] {
  return value.split(",").flatMap((part) => part.trim() || []);
}

/** @returns the URL for PASSWORD_LEAK_CHECK; undefined for "off", null for an invalid value */
export function leakCheckOf(value = "off"): string | undefined | null {
  if (value === "off") return undefined;
  if (value === "on") return "https://api.pwnedpasswords.com/range/";
  const url = urlOf(value);
  return url && ["https:", "http:"].includes(url.protocol) ? value.replace(/\/?$/, "/") : null;
}

/** Whether a program may be at this address: https, http on its own machine, or a scheme with a dot (RFC 8252). */
export function isProgramAddress(text: string): boolean {
  const url = urlOf(text);
  if (url?.hash !== "") return false;
  const { protocol, hostname } = url;
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname)) || protocol.includes(".");
}

/** The site of an address, for a content security policy: its origin, or its scheme for one of a program. */
export function siteOf(address: string): string {
  const { origin, protocol } = new URL(address);
  return origin === "null" ? protocol : origin;
}

export type OAuthClient = { clientId: string; clientSecret: string };

/** Undefined unless both are set. */
export function client(clientId?: string, clientSecret?: string): OAuthClient | undefined {
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}
