import { z } from "zod";
import { isBlank, isWritable, lengthOf, oneLine } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";
import { SCOPES } from "./scopes.ts";

/** How many valid keys a person may have. */
export const MAX_KEYS = 20;
/** How long an expired key stays in the list. */
export const EXPIRED_KEPT_DAYS = 30;

/** In days; "never" for a key that does not expire. */
export const LIFETIMES = ["30", "90", "365", "never"] as const;
export type Lifetime = (typeof LIFETIMES)[number];

const MAX_NAME = 60;
const MAX_ORIGINS = 10;
const MAX_ORIGIN_LENGTH = 300;

const name = z
  .string({ error: () => m.keys_name_missing() })
  .transform(oneLine)
  .superRefine((text, context) => {
    const fault = isBlank(text)
      ? m.keys_name_missing()
      : lengthOf(text) > MAX_NAME
        ? m.keys_name_long({ max: MAX_NAME })
        : isWritable(text)
          ? null
          : m.profile_text_characters();
    if (fault !== null) context.addIssue({ code: "custom", message: fault });
  });

/** The origin that a text names, as browsers send it: "https://shop.example". Null for any other text. */
export function originOf(text: string): string | null {
  if (text.length > MAX_ORIGIN_LENGTH || !/^https:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { origin, href, hostname } = new URL(text);
  return href === `${origin}/` && /^[\w.-]+$/.test(hostname) ? origin : null;
}

const origins = z
  .string()
  .optional()
  .transform((typed = "", context): string[] => {
    const chosen = new Set<string>();
    for (const part of typed.split(/[\s,]+/).filter(Boolean)) {
      const origin = originOf(part);
      if (origin !== null) chosen.add(origin);
      else {
        context.addIssue({ code: "custom", message: m.keys_origin_wrong({ origin: part.slice(0, 100) }) });
        return z.NEVER;
      }
    }
    if (chosen.size > MAX_ORIGINS)
      context.addIssue({ code: "custom", message: m.keys_origins_many({ max: MAX_ORIGINS }) });
    return [...chosen];
  });

/** What a person enters about a new key. */
export const newKeySchema = z.object({
  name,
  scopes: z
    .array(z.enum(SCOPES))
    .min(1, { error: () => m.keys_scopes_missing() })
    .max(SCOPES.length),
  lifetime: z.enum(LIFETIMES),
  origins,
});

export type KeyInput = z.output<typeof newKeySchema>;

export const KEY_FIELDS = ["name", "scopes", "lifetime", "origins"] as const;

export const keysFormSchema = z.discriminatedUnion("intent", [
  newKeySchema.extend({ intent: z.literal("make") }),
  z.object({ intent: z.literal("revoke"), id: z.string() }),
]);
