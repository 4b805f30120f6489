import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { SCOPES } from "#app/features/api/scopes.ts";
import { KEY_PREFIX, newSecret } from "#app/features/api/secret.server.ts";
import { sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { env } from "#app/platform/env.server.ts";
import { insertRows } from "#tests/support/rows.ts";

/** A person with the cookie of a session and a key of the API. */
export interface Member {
  readonly id: string;
  readonly cookie: string;
  readonly key: string;
}

const AT_ONCE = 500;

/** Runs `insert` with so many rows at once as a statement may have values. */
export async function inParts<Item>(
  items: readonly Item[],
  insert: (part: Item[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) await insert(items.slice(from, from + AT_ONCE));
}

/** Many people, as rows: signing up a thousand by the pages would take longer than a row of the torture. */
export async function members(count: number): Promise<Member[]> {
  const made = Array.from({ length: count }, () => {
    const token = randomBytes(24).toString("base64url");
    const signature = createHmac("sha256", env().authSecret).update(token).digest("base64");
    const cookie = `${sessionCookieName()}=${encodeURIComponent(`${token}.${signature}`)}`;
    return { id: randomUUID(), token, cookie, ...newSecret(KEY_PREFIX) };
  });
  const nameOf = (id: string) => `p${id.replaceAll("-", "").slice(0, 20)}`;
  const expires_at = new Date(Date.now() + 29.5 * 86_400_000);
  await inParts(made, async (part) => {
    const users = part.map(({ id }) => {
      return { id, name: nameOf(id), email: `${nameOf(id)}@example.com`, email_verified: true };
    });
    await insertRows("users", users);
    await insertRows(
      "profiles",
      users.map(({ id, name: username, email }) => ({ id, username, email })),
    );
    await insertRows(
      "sessions",
      part.map(({ id: user_id, token }) => ({ user_id, token, expires_at })),
    );
    await insertRows(
      "api_keys",
      part.map(({ id: user_id, hash, hint }) => ({
        user_id,
        name: "Torture",
        hash,
        hint,
        scopes: [...SCOPES],
      })),
    );
  });
  return made.map(({ id, cookie, secret }) => ({ id, cookie, key: secret }));
}

/** Rackets that can be bought, offered for and asked about, one for each of these sellers. Returns their ids. */
export async function racketsOf(sellers: readonly Member[]): Promise<string[]> {
  const rackets = sellers.map((seller) => ({ id: randomUUID(), user_id: seller.id }));
  const options = ["direct_checkout", "chat", "bid"];
  const attributes = JSON.stringify({ category: "senior", condition: "Good", transaction_options: options });
  const same = { type: "racket", name: "Blade 98", brand: "Wilson", price_cents: 12_000, attributes };
  await inParts(rackets, (part) =>
    insertRows(
      "listings",
      part.map((racket) => ({ ...racket, ...same })),
    ),
  );
  return rackets.map(({ id }) => id);
}
