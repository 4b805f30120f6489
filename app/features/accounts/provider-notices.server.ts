import { m } from "#app/paraglide/messages.js";
import { env, isOnThisMachine } from "#app/platform/env.server.ts";
import { isSignatureOf, signatureOf } from "#app/platform/signature.server.ts";
import { EVERY_PROVIDER, PROVIDER_NAMES, PROVIDERS, type Provider, socialSchema } from "./schema.ts";

/** The organisation's name comes from the environment. */
export function providerName(provider: Provider): string {
  return provider === "oidc" ? (env().providers.oidc?.name ?? "OpenID") : PROVIDER_NAMES[provider];
}

const REASONS: Record<string, (named: { provider: string }) => string> = {
  access_denied: m.auth_provider_cancelled,
  // Apple's own error code for a cancelled sign-in.
  user_cancelled_authorize: m.auth_provider_cancelled,
  account_not_linked: m.auth_provider_known,
  account_suspended: () => m.account_suspended_mailed(),
  email_not_verified: m.auth_provider_unverified,
  email_not_found: m.auth_provider_no_email,
  account_already_linked_to_different_user: m.identities_taken,
  unable_to_link_account: m.identities_failed,
  state_mismatch: () => m.auth_social_failed(),
  state_not_found: () => m.auth_social_failed(),
};

export interface ProviderNotice {
  readonly text: string;
  /** A sentence with the provider's own error text, or null without such a text. */
  readonly providerText: string | null;
}

const LONGEST = 300;

/** Puts a provider's text on one line: it is untrusted and shown as plain text. */
function tidy(description: string): string {
  return description
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST);
}

// The text is signed, so that nobody can craft a link that shows another text as the provider's.
function signedText(provider: Provider, text: string): string {
  return `said by ${provider}: ${text}`;
}

/**
 * The URL of the page after a failed sign-in with a provider: `page` with the provider, the reason and the provider's
 * own text.
 * @param callback the URL that the provider redirected to
 */
export function failureAddress(
  callback: string,
  page: string,
  { provider, error }: { provider: Provider; error: string },
): string {
  const params = new URL(callback).searchParams;
  const to = new URL(page);
  to.searchParams.set("provider", provider);
  to.searchParams.set("error", error);
  to.searchParams.delete("error_description");
  const description = params.has("error") ? tidy(params.get("error_description") ?? "") : "";
  if (description) {
    to.searchParams.set("error_description", description);
    to.searchParams.set("proof", signatureOf(signedText(provider, description)));
  }
  return to.href;
}

/** Reads the parameters that `failureAddress` has added to a page. Returns null when no sign-in failed. */
export function providerNotice(search: URLSearchParams): ProviderNotice | null {
  const error = search.get("error");
  if (error === null) return null;
  const parsed = socialSchema.safeParse({ provider: search.get("provider") });
  if (!parsed.success) return { text: m.auth_social_failed(), providerText: null };
  const { provider } = parsed.data;
  const name = providerName(provider);
  const reason = Object.hasOwn(REASONS, error) ? REASONS[error] : undefined;
  const description = search.get("error_description") ?? "";
  const isSigned =
    description !== "" && isSignatureOf(signedText(provider, description), search.get("proof") ?? "");
  return {
    text: (reason ?? m.auth_provider_failed)({ provider: name }),
    providerText: isSigned ? m.auth_provider_message({ provider: name, text: description }) : null,
  };
}

/**
 * The providers of the page's buttons: those that are set up stand above the form. Those of the specification that are
 * not are shown on the shop's own machine only, where their buttons say how to set them up.
 */
export function providerButtons() {
  const { providers } = env();
  const isSetUp = (provider: Provider) => providers[provider] !== undefined;
  const button = (provider: Provider) => ({ provider, name: providerName(provider) });
  return {
    setUp: EVERY_PROVIDER.filter(isSetUp).map(button),
    notSetUp: isOnThisMachine(env()) ? PROVIDERS.filter((one) => !isSetUp(one)).map(button) : [],
  };
}
