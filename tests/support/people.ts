import { createHmac, randomBytes } from "node:crypto";
import type { StaffRole, Viewer } from "#app/domain/viewer.ts";
import { sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { insertRow, insertRows, updateRows } from "./rows.ts";
import { Visitor } from "./visitor.ts";

export type Person = { viewer: Viewer; visitor: Visitor; session: string; cookie: string };

let people = 0;

/** Creates a signed-in person directly in the database: without a password, and without the mail of signing up. */
export async function person(name = "person"): Promise<Person> {
  const username = `${name}${++people}`;
  const email = `${username}@example.com`;
  const { id } = await insertRow("users", { name: username, email, email_verified: true });
  await insertRows("profiles", { id, username, email });
  const { session, value, cookie } = await newSession(id);
  const visitor = new Visitor();
  visitor.cookies.set(sessionCookieName(), value);
  return { viewer: { id, username, email }, visitor, session, cookie };
}

/** Creates a session of a person directly in the database. `value` is that of its cookie. */
export async function newSession(
  userId: string,
): Promise<{ session: string; value: string; cookie: string }> {
  const session = randomBytes(24).toString("base64url");
  await insertRows("sessions", {
    user_id: userId,
    token: session,
    expires_at: new Date(Date.now() + 29.5 * 86_400_000),
  });
  const signature = createHmac("sha256", env().authSecret).update(session).digest("base64");
  const value = encodeURIComponent(`${session}.${signature}`);
  return { session, value, cookie: `${sessionCookieName()}=${value}` };
}

/** Creates a person whose account is this many days old. */
export async function settledPerson(name = "person", days = 90): Promise<Person> {
  const settled = await person(name);
  const created_at = new Date(Date.now() - days * 86_400_000);
  await updateRows("profiles", { id: settled.viewer.id }, { created_at });
  return settled;
}

export async function staffPerson(role: StaffRole): Promise<Person> {
  const member = await person(role);
  const { id } = member.viewer;
  await updateRows("users", { id }, { two_factor_enabled: true });
  await insertRows("staff", { user_id: id, role });
  return member;
}

type RacketFields = {
  name?: string;
  brand?: string;
  cents?: number;
  attributes?: object;
  /** A Dutch postal code. Without it, the racket has neither a country nor a postal code. */
  postalCode?: string;
  listedAt?: Date;
  /** The slug of the racket's model. The models must have been imported. */
  model?: string;
};

export async function racketOf(
  owner: Person,
  {
    name = "Blade 98",
    brand = "Wilson",
    cents = 12_950,
    attributes,
    postalCode,
    listedAt,
    model,
  }: RacketFields = {},
): Promise<{ type: "racket"; id: string }> {
  const { id } = await insertRow("listings", {
    type: "racket",
    user_id: owner.viewer.id,
    name,
    brand,
    price_cents: cents,
    attributes: JSON.stringify({ category: "senior", condition: "Good", ...attributes }),
    ...(postalCode && { country: "NL", postal_code: postalCode }),
    ...(listedAt && { created_at: listedAt }),
    ...(model && { model_id: db().selectFrom("models").select("id").where("slug", "=", model) }),
  });
  return { type: "racket", id };
}
