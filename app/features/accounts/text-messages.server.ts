import { m } from "#app/paraglide/messages.js";
import { env } from "#app/platform/env.server.ts";

/**
 * The text message with a code. The last line tells phones which site may autofill the code ("origin-bound one-time
 * codes").
 */
export function codeText(code: string): string {
  return `${m.sms_code({ code })}\n\n@${new URL(env().baseUrl).hostname} #${code}`;
}
