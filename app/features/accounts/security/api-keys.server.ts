import { formatDay } from "#app/domain/format.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { addApiKey, apiKeysOf } from "#app/features/api/keys.server.ts";
import type { KeyInput } from "#app/features/api/keys-schema.ts";
import { scopeTexts } from "#app/features/api/scope-texts.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import type { Queries } from "#app/platform/db.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { notifyAccount } from "../account-notices.server.ts";
import { keyMail } from "../mails.server.ts";
import { userById } from "../queries.server.ts";
import { requestDetails } from "./device-names.server.ts";
import type { ApiKey } from "./ui/api-key-list.tsx";

/** The keys of a person, as their pages show them. */
export async function shownApiKeys(viewer: Viewer): Promise<ApiKey[]> {
  const day = (moment: Date) => formatDay(moment, getLocale());
  return (await apiKeysOf(viewer.id)).map((key) => ({
    id: key.id,
    name: key.name,
    hint: key.hint,
    may: scopeTexts(key.scopes),
    origins: key.origins,
    madeOn: day(key.created_at),
    expiresOn: key.expires_at && day(key.expires_at),
    isExpired: key.is_expired,
    use: key.used_at && key.used_from !== null ? { on: day(key.used_at), from: key.used_from } : null,
  }));
}

/**
 * Makes a key of the API, and tells its person by mail.
 * @returns the secret, which nobody can read later
 * @throws Refused "too_often", "keys_many"
 */
export function makeApiKey(request: Request, viewer: Viewer, input: KeyInput): Promise<string> {
  return addApiKey(viewer, input, (trx) => tellOfKey(trx, request, viewer, input));
}

async function tellOfKey(
  queries: Queries,
  request: Request,
  viewer: Viewer,
  { name, scopes }: KeyInput,
): Promise<void> {
  const person = await userById(viewer.id, queries);
  if (!person) return;
  await sendMail(keyMail(person, { ...requestDetails(request), name, scopes }), queries);
  await notifyAccount(viewer.id, "key-made", queries);
}
