/**
 * What a key may do. A key that may write something may also read it. Nothing but a session may change how its person
 * signs in.
 */
export const SCOPES = [
  "profile:read",
  "profile:write",
  "favorites:read",
  "favorites:write",
  "listings:read",
  "listings:write",
  "messages:read",
  "messages:write",
  "deals:read",
  "deals:write",
  "webhooks:read",
  "webhooks:write",
] as const;

export type Scope = (typeof SCOPES)[number];

/** Whether a key with these scopes may do what `needed` says. */
export function allows(scopes: readonly string[], needed: Scope): boolean {
  return scopes.includes(needed) || scopes.includes(needed.replace(":read", ":write"));
}
