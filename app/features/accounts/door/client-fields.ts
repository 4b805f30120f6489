import { z } from "zod";

const IGNORED = "Clients of Supabase's auth server send it; it changes nothing here.";

const security = z.strictObject({ captcha_token: z.string().max(4000).nullish() });
const text = z.string().max(2000).nullish().meta({ description: IGNORED });

/** Fields that clients of Supabase's auth server send with every body of a call without a session. */
export const clientFields = { gotrue_meta_security: security.optional().meta({ description: IGNORED }) };

/** Those of calls that mail a link, which leads to a page of the shop. */
export const linkFields = { ...clientFields, code_challenge: text, code_challenge_method: text };

/** Those of a sign-in code. It creates no account, so it needs no data of one. */
export const codeFields = {
  ...linkFields,
  data: z.record(z.string(), z.unknown()).optional().meta({ description: IGNORED }),
  create_user: z.boolean().optional().meta({ description: "Ignored: a code creates no account." }),
  channel: z.literal("sms").optional(),
};

/** Those of a code that was received. */
export const receivedFields = {
  ...clientFields,
  options: z.strictObject({ redirectTo: text, captchaToken: text }).optional().meta({ description: IGNORED }),
};

/** Where the mailed links of other servers lead back to. */
export const linkQuery = z.strictObject({
  redirect_to: z.string().max(2000).optional().meta({ description: IGNORED }),
});

/** Those of the address of a provider. */
export const authorizeFields = {
  scopes: z.string().max(2000).optional().meta({ description: IGNORED }),
  skip_http_redirect: z.enum(["true", "false"]).optional().meta({ description: IGNORED }),
};
