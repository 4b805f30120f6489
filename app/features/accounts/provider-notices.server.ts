import { createHmac, timingSafeEqual } from "node:crypto";
import { m } from "#app/paraglide/messages.js";
import { env } from "#app/platform/env.server.ts";
import { PROVIDER_NAMES, type Provider, socialSchema } from "./schema.ts";

/** What a provider is called: the organisation's issuer as it is set up. */
export function providerName(provider: Provider): string {
  return provider === "oidc" ? (env().providers.oidc?.name ?? "OpenID") : PROVIDER_NAMES[provider];
}

/** Why the way by a provider ended here, for who tried it. */
const REASONS: Record<string, (named: { provider: string }) => string> = {
  access_denied: m.auth_provider_cancelled,
  // Apple's word for it.
  user_cancelled_authorize: m.auth_provider_cancelled,
  account_not_linked: m.auth_provider_known,
  email_not_verified: m.auth_provider_unverified,
  email_not_found: m.auth_provider_no_email,
  account_already_linked_to_different_user: m.identities_taken,
  unable_to_link_account: m.identities_failed,
  state_mismatch: () => m.auth_social_failed(),
  state_not_found: () => m.auth_social_failed(),
};

export interface ProviderNotice {
  readonly text: string;
  /** What the provider itself said, as it said it. */
  readonly said: string | null;
}

const LONGEST = 300;

/** A provider's sentence on one line: it is shown as text, and is anybody's. */
function tidy(description: string): string {
  return description
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST);
}

// Shown as the provider's words, so nobody else may put words into an address that leads here.
function proof(provider: Provider, said: string): string {
  return createHmac("sha256", env().authSecret).update(`said by ${provider}: ${said}`).digest("base64url");
}

/**
 * Where a way by a provider ends that failed: the page that Better Auth chose, with the provider, the reason, and what
 * the provider itself said of it (A8.30).
 * @param callback the address that the provider came back to
 */
export function failureAddress(
  callback: string,
  page: string,
  { provider, error }: { provider: Provider; error: string },
): string {
  const asked = new URL(callback).searchParams;
  const to = new URL(page);
  to.searchParams.set("provider", provider);
  to.searchParams.set("error", error);
  to.searchParams.delete("error_description");
  const said = asked.has("error") ? tidy(asked.get("error_description") ?? "") : "";
  if (said) {
    to.searchParams.set("error_description", said);
    to.searchParams.set("proof", proof(provider, said));
  }
  return to.href;
}

/** What to say on the page of `failureAddress`, or null when nothing failed. */
export function providerNotice(search: URLSearchParams): ProviderNotice | null {
  const error = search.get("error");
  if (error === null) return null;
  const asked = socialSchema.safeParse({ provider: search.get("provider") });
  if (!asked.success) return { text: m.auth_social_failed(), said: null };
  const { provider } = asked.data;
  const name = providerName(provider);
  const reason = Object.hasOwn(REASONS, error) ? REASONS[error] : undefined;
  const said = search.get("error_description") ?? "";
  const known = said !== "" && same(search.get("proof") ?? "", proof(provider, said));
  return {
    text: (reason ?? m.auth_provider_failed)({ provider: name }),
    said: known ? m.auth_provider_said({ provider: name, text: said }) : null,
  };
}

function same(given: string, ours: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(ours)];
  return one.length === other.length && timingSafeEqual(one, other);
}
