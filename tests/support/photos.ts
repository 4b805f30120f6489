import { createHmac, randomUUID } from "node:crypto";
import sharp from "sharp";
import { sessionCookieName } from "#app/platform/auth.server.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";

/** Somebody who can sign in; straight into the database, since these tests are not about accounts. */
export async function makePerson(): Promise<string> {
  const { id } = await db()
    .insertInto("users")
    .values({ name: "Somebody", email: `${randomUUID()}@example.org`, email_verified: true })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db()
    .insertInto("profiles")
    .values({ id, username: id.slice(-12) })
    .execute();
  return id;
}

/** A session of this person, as the value of a Cookie header. */
export async function signIn(userId: string): Promise<string> {
  const token = randomUUID();
  await db()
    .insertInto("sessions")
    .values({ user_id: userId, token, expires_at: new Date(Date.now() + 86_400_000) })
    .execute();
  const signature = createHmac("sha256", env().authSecret).update(token).digest("base64");
  return `${sessionCookieName()}=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** A racket of this person, without photos. */
export async function makeRacket(userId: string): Promise<{ type: string; id: string }> {
  return db()
    .insertInto("listings")
    .values({
      type: "racket",
      user_id: userId,
      name: "Blade 98",
      price_cents: 9_500,
      attributes: JSON.stringify({ category: "senior", condition: "Good" }),
    })
    .returning(["type", "id"])
    .executeTakeFirstOrThrow();
}

let pictures = 0;

/** A JPEG that no other call gives. */
export async function pictureFile(): Promise<Uint8Array<ArrayBuffer>> {
  pictures += 1;
  const background = { r: pictures % 256, g: Math.floor(pictures / 256), b: 90 };
  const picture = sharp({ create: { width: 200, height: 150, channels: 3, background } });
  return new Uint8Array(
    await picture
      .jpeg()
      .withExif({ IFD0: { Copyright: randomUUID() } })
      .toBuffer(),
  );
}
