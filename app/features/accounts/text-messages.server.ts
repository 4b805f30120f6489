import { m } from "#app/paraglide/messages.js";
import { env } from "#app/platform/env.server.ts";

/**
 * The text message with a code. Its last line is how phones know which site may fill the code in ("origin-bound
 * one-time codes").
 */
export function codeText(code: string): string {
  return `${m.sms_code({ code })}\n\n@${new URL(env().baseUrl).hostname} #${code}`;
}
