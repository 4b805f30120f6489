import { createHmac, timingSafeEqual } from "node:crypto";
import { isId } from "#app/domain/ids.ts";
import { isMailKind, type MailKind } from "#app/domain/mail-kinds.ts";
import { m } from "#app/paraglide/messages.js";
import type { Locale } from "#app/paraglide/runtime.js";
import { db, type Queries } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";

/** Whose mails, and which. */
export type MailChoice = { userId: string; kind: MailKind };

const NAMES: Record<MailKind, () => string> = { "new-device": () => m.mail_kind_new_device() };

/** What a kind of mail is about, for the page that switches it off. */
export function mailKindName(kind: MailKind): string {
  return NAMES[kind]();
}

function signature(payload: string): Buffer {
  return createHmac("sha256", env().authSecret).update(`unsubscribe ${payload}`).digest();
}

/**
 * The address that a mail of this kind carries: whoever has the mail may switch such mails off with it, now and in a
 * year, without signing in, and nothing else.
 */
export function unsubscribeLink({ userId, kind }: MailChoice, locale: Locale): string {
  const payload = `${userId}.${kind}`;
  return wholeAddress(
    `/mail/unsubscribe?token=${payload}.${signature(payload).toString("base64url")}`,
    locale,
  );
}

/** What such an address is about, or null when it is not one of ours. */
export function readUnsubscribe(token: string): MailChoice | null {
  const [userId = "", kind = "", given = "", ...more] = token.split(".");
  if (!isId(userId) || !isMailKind(kind) || more.length > 0) return null;
  const [theirs, ours] = [Buffer.from(given, "base64url"), signature(`${userId}.${kind}`)];
  return theirs.length === ours.length && timingSafeEqual(theirs, ours) ? { userId, kind } : null;
}

/** Whether somebody gets mails of this kind, or null when there is nobody. */
export async function wantsMail(
  { userId, kind }: MailChoice,
  queries: Queries = db(),
): Promise<boolean | null> {
  const row = await queries
    .selectFrom("users")
    .leftJoin("mails_off", (join) =>
      join.onRef("mails_off.user_id", "=", "users.id").on("mails_off.kind", "=", kind),
    )
    .select("mails_off.kind as off")
    .where("users.id", "=", userId)
    .executeTakeFirst();
  return row ? row.off === null : null;
}

/** Switches mails of this kind on or off. False when there is nobody whose they are. */
export async function chooseMail({ userId, kind }: MailChoice, wanted: boolean): Promise<boolean> {
  if (wanted) {
    await db().deleteFrom("mails_off").where("user_id", "=", userId).where("kind", "=", kind).execute();
  } else {
    await db()
      .insertInto("mails_off")
      .columns(["user_id", "kind"])
      .expression((query) =>
        query
          .selectFrom("users")
          .select((row) => ["users.id", row.val(kind).as("kind")])
          .where("users.id", "=", userId),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return (await wantsMail({ userId, kind })) !== null;
}
