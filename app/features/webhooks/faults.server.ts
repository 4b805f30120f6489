import { m } from "#app/paraglide/messages.js";
import type { HostFault } from "#app/platform/public-hosts.server.ts";

/** Why a try got no answer that counts. "locked": the secret cannot be read any more, because AUTH_SECRET has changed. */
export type WebhookFault = HostFault | "redirect" | "locked";

type Words = Parameters<typeof m.webhook_status>[1];

const TEXTS = {
  private_address: m.picture_fault_private_address,
  port: m.webhook_url_wrong,
  unknown_host: m.picture_fault_unknown_host,
  unreachable: m.picture_fault_unreachable,
  certificate: m.picture_fault_certificate,
  timeout: m.picture_fault_timeout,
  redirect: m.webhook_fault_redirect,
  locked: m.webhook_fault_locked,
} as const satisfies Record<WebhookFault, (inputs?: object, words?: Words) => string>;

/**
 * What came of a try, in a sentence; null before the first.
 * @param words the language of a mail's reader; by default that of the request
 */
export function outcomeText(
  { status, fault }: { readonly status: number | null; readonly fault: string | null },
  words?: Words,
): string | null {
  const text = TEXTS[fault as WebhookFault] as ((inputs?: object, words?: Words) => string) | undefined;
  if (text) return text({}, words);
  return status === null ? null : m.webhook_status({ status }, words);
}
