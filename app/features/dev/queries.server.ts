import { isId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { mailboxIsOpenTo } from "#app/platform/mail.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

const MAX_MAILS = 200;

/** @throws 404 outside of development (`mailboxIsOpenTo`) */
export function requireDeveloper(request: Request): void {
  if (!mailboxIsOpenTo(request)) throw new Refused("home_not_found");
}

/** At most 200 mails, the newest first. */
export async function storedMails() {
  return db()
    .selectFrom("mails")
    .select(["id", "recipient", "subject", "created_at"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_MAILS)
    .execute();
}

/** The mail with this id; null when there is none, or `id` is not an id. */
export async function storedMail(id: string) {
  if (!isId(id)) return null;
  const mail = await db()
    .selectFrom("mails")
    .select(["recipient", "subject", "text", "html", "reply_to", "unsubscribe"])
    .where("id", "=", id)
    .executeTakeFirst();
  return mail ?? null;
}
