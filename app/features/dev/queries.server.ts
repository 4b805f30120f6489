import { db } from "#app/platform/db.server.ts";
import { env, hasMailbox } from "#app/platform/env.server.ts";

const MOST = 200;

/** The kept mails are anybody's to read, so there is a mailbox only where nobody else comes (design §1). */
export function requireMailbox(): void {
  if (!hasMailbox(env())) throw new Response(null, { status: 404 });
}

/** The newest mails, newest first. */
export async function keptMails() {
  return db()
    .selectFrom("mails")
    .select(["id", "recipient", "subject", "created_at"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MOST)
    .execute();
}

/** One mail, or null when `id` names none (or is no id). */
export async function keptMail(id: string) {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return null;
  const mail = await db()
    .selectFrom("mails")
    .select(["recipient", "subject", "text", "html", "created_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return mail ?? null;
}
