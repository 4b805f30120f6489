import { z } from "zod";
import { m } from "#app/paraglide/messages.js";
import { HOURS, MAX_CREDENTIAL_LENGTH, MAX_URL_LENGTH } from "./rules.ts";

function isFeedUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}

const credential = z
  .string()
  .max(MAX_CREDENTIAL_LENGTH, { error: () => m.feed_too_long({ max: MAX_CREDENTIAL_LENGTH }) })
  // Characters that a header cannot have would end it.
  .regex(/^[^\p{Cc}]*$/u, { error: () => m.feed_control_character() })
  .optional();

const hoursError = { error: () => m.feed_hours_wrong() };

const feedFields = z.object({
  url: z
    .string({ error: () => m.feed_url_missing() })
    .trim()
    .max(MAX_URL_LENGTH, { error: () => m.feed_too_long({ max: MAX_URL_LENGTH }) })
    .refine(isFeedUrl, { error: () => m.feed_url_wrong() }),
  every_hours: z.coerce
    .number(hoursError)
    .int(hoursError)
    .min(HOURS.least, hoursError)
    .max(HOURS.most, hoursError),
  username: credential.refine((name) => !name?.includes(":"), { error: () => m.feed_username_colon() }),
  // Without one, the stored password stays.
  password: credential,
});

/** What a person enters about a feed. */
export const feedSchema = feedFields.superRefine(refuseReadablePassword);

/** Everybody on the way could read a password that is sent over http. */
function refuseReadablePassword(
  { url, username, password }: z.output<typeof feedFields>,
  context: z.core.$RefinementCtx,
): void {
  if (!/^http:/i.test(url) || (!username && !password)) return;
  context.addIssue({ code: "custom", path: ["url"], message: m.feed_url_readable() });
}

export type FeedInput = z.output<typeof feedSchema>;

export const FEED_FIELDS = ["url", "every_hours", "username", "password"] as const;

/**
 * "run": now. "pause": no more runs until "resume". "delete": the listings stay.
 * "withdraw", "keep": what the owner says about listings that are gone from a feed that asks.
 */
export const FEED_INTENTS = ["run", "pause", "resume", "delete", "withdraw", "keep"] as const;
export type FeedIntent = (typeof FEED_INTENTS)[number];

export const feedFormSchema = z.discriminatedUnion("intent", [
  feedFields.extend({ intent: z.literal("save") }).superRefine(refuseReadablePassword),
  z.object({ intent: z.enum(FEED_INTENTS) }),
]);
