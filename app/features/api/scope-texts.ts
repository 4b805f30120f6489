import { m } from "#app/paraglide/messages.js";
import type { Locale } from "#app/paraglide/runtime.js";
import { SCOPES, type Scope } from "./scopes.ts";

const TEXTS: Readonly<Record<Scope, (inputs: object, words?: { locale?: Locale }) => string>> = {
  "profile:read": m.keys_scope_profile_read,
  "profile:write": m.keys_scope_profile_write,
  "favorites:read": m.keys_scope_favorites_read,
  "favorites:write": m.keys_scope_favorites_write,
  "listings:read": m.keys_scope_listings_read,
  "listings:write": m.keys_scope_listings_write,
  "messages:read": m.keys_scope_messages_read,
  "messages:write": m.keys_scope_messages_write,
  "deals:read": m.keys_scope_deals_read,
  "deals:write": m.keys_scope_deals_write,
  "webhooks:read": m.keys_scope_webhooks_read,
  "webhooks:write": m.keys_scope_webhooks_write,
};

/** What a key with these scopes may do, in the words of people. Writing includes reading, which is not said then. */
export function scopeTexts(scopes: readonly string[], words?: { locale: Locale }): string[] {
  const isSaid = (scope: Scope) =>
    scopes.includes(scope) && !(scope.endsWith(":read") && scopes.includes(scope.replace(":read", ":write")));
  return SCOPES.filter(isSaid).map((scope) => TEXTS[scope]({}, words));
}
