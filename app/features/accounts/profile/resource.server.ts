import { z } from "zod";
import { id, moment } from "#app/features/api/fields.ts";
import { env } from "#app/platform/env.server.ts";
import { shownEmail } from "#app/platform/mail.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { type ProfileRow, type PublicProfileRow, publicProfileOf } from "./queries.server.ts";

const avatarUrl = z.string().nullable().meta({ description: "The address of a square picture." });

/** A profile in the API, for its owner only. */
export const profileResource = z
  .object({
    id,
    username: z.string(),
    full_name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    shipping_address: z.string().nullable(),
    billing_address: z.string().nullable(),
    avatar_url: avatarUrl,
    updated_at: moment.meta({ description: "When its texts were last changed." }),
  })
  .meta({ id: "Profile" });

/** What everybody sees of a profile in the API. */
export const publicProfileResource = z
  .object({ id, username: z.string(), avatar_url: avatarUrl })
  .meta({ id: "PublicProfile" });

function wholeAvatarUrl({ avatar_url }: PublicProfileRow): string | null {
  return avatar_url === null ? null : new URL(avatar_url, env().baseUrl).href;
}

export function presentProfileResource(row: ProfileRow): z.input<typeof profileResource> {
  return {
    id: row.id,
    username: row.username,
    full_name: row.full_name,
    email: row.email === null ? null : shownEmail(row.email),
    phone: row.phone,
    shipping_address: row.shipping_address,
    billing_address: row.billing_address,
    avatar_url: wholeAvatarUrl(row),
    updated_at: row.updated_at.toISOString(),
  };
}

/** What everybody sees of a person. @throws Refused "seller_not_found" */
export async function publicProfile(userId: string): Promise<z.input<typeof publicProfileResource>> {
  const row = await publicProfileOf(userId);
  if (!row) throw new Refused("seller_not_found");
  return { id: row.id, username: row.username, avatar_url: wholeAvatarUrl(row) };
}
