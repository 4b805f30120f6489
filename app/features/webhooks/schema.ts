import { z } from "zod";
import { m } from "#app/paraglide/messages.js";
import { EVENT_TYPES } from "./events.ts";
import { MAX_WEBHOOK_URL } from "./rules.ts";

/** More than there are: types may be named twice. */
const MAX_TYPES = 100;

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username + password + hash === "";
}

/** What a person enters about a webhook. Whether it may be at that address, its command decides. */
export const webhookSchema = z.object({
  url: z
    .string({ error: () => m.webhook_url_missing() })
    .trim()
    .max(MAX_WEBHOOK_URL, { error: () => m.feed_too_long({ max: MAX_WEBHOOK_URL }) })
    .refine(isPlainUrl, { error: () => m.webhook_url_wrong() }),
  types: z
    .array(z.enum(EVENT_TYPES as [string, ...string[]]), { error: () => m.webhook_types_none() })
    .min(1, { error: () => m.webhook_types_none() })
    .max(MAX_TYPES)
    .transform((types) => EVENT_TYPES.filter((type) => types.includes(type))),
});

export type WebhookInput = z.output<typeof webhookSchema>;

export const WEBHOOK_FIELDS = ["url", "types"] as const;

const WEBHOOK_INTENTS = ["on", "off", "test", "rotate", "delete"] as const;
export type WebhookIntent = (typeof WEBHOOK_INTENTS)[number];

/** The forms of a webhook's page. */
export const webhookFormSchema = z.discriminatedUnion("intent", [
  webhookSchema.extend({ intent: z.literal("save") }),
  z.object({ intent: z.enum(WEBHOOK_INTENTS) }),
  z.object({ intent: z.literal("replay"), delivery: z.string() }),
]);
